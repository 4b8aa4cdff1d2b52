import { expect, test } from "vitest";
import { recordedStatistics } from "../../testing/recorded-statistics.ts";
import { studentQuantile } from "./student-quantile.ts";

test("agrees with scipy within 0.5 %", () => {
  for (const { share, freedom, quantile } of recordedStatistics().student) {
    expect(Math.abs(studentQuantile(share, freedom) / quantile - 1)).toBeLessThan(0.005);
  }
});
