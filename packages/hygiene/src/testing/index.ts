export { describeHygieneFilter, type HygieneCases } from "./describe-hygiene-filter.ts";
