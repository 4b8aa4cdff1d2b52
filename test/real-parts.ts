export { findPart, isRequired, type PartName, requirePart, sharedData } from "@memop/core/testing";
