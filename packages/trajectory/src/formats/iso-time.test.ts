import { expect, test } from "vitest";
import { isoTime } from "./iso-time.ts";

test.each([
  ["2025-04-30T16:32:54.707474", "2025-04-30T16:32:54.707474Z"],
  ["2025-04-30 16:31:22", "2025-04-30T16:31:22Z"],
  ["2025-10-11T14:28:00Z", "2025-10-11T14:28:00Z"],
  ["2025-10-11T14:28:00.5+02:00", "2025-10-11T12:28:00.5Z"],
  ["2025-10-11T14:28:00-0130", "2025-10-11T15:58:00Z"],
  [1760000001.5, "2025-10-09T08:53:21.500Z"],
])("%j is %s", (value, expected) => {
  expect(isoTime(value)).toBe(expected);
  expect(isoTime(expected)).toBe(expected);
});

test.each(["yesterday", "2025-04-30", "2025-13-40T00:00:00Z", "", null, undefined, Number.NaN, 1e300, {}])(
  "%j is no time",
  (value) => {
    expect(isoTime(value)).toBeNull();
  },
);
