export { findPart, isRequired, type PartName, requirePart, sharedData } from "./real-parts.ts";
