import fc from "fast-check";
import { expect, test } from "vitest";
import { anyTrajectory } from "../../testing/any-trajectory.ts";
import { uniqueCallIds } from "./unique-call-ids.ts";

test("every call of a run gets an id of its own, and keeps the one it has where no earlier call took it", () => {
  fc.assert(
    fc.property(anyTrajectory, ({ steps }) => {
      const calls = steps.flatMap((step) => step.toolCalls);
      const ids = [...uniqueCallIds(steps).values()].flat();
      expect(ids).toHaveLength(calls.length);
      expect(new Set(ids).size).toBe(calls.length);
      expect(ids).not.toContain("");
      expect(ids[0]).toBe(calls[0]?.id);
    }),
  );
});
