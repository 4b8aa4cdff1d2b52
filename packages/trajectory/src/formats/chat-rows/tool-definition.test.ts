import { expect, test } from "vitest";
import { toolDefinition } from "./tool-definition.ts";

const schema = { type: "object", properties: { path: { type: "string", enum: ["a", null] } }, required: ["path"] };
const tool = { type: "function", function: { name: "view", parameters: schema } };

test("a tool in OpenAI's form stays as it is", () => {
  expect(toolDefinition(tool)).toEqual(tool);
  expect(toolDefinition("bash")).toBe("bash");
});

test("a function alone gets the object around it", () => {
  expect(toolDefinition(tool.function)).toEqual(tool);
});
