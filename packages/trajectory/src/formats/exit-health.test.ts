import { expect, test } from "vitest";
import { exitHealth } from "./exit-health.ts";

test.each([
  [null, "healthy"],
  ["submitted", "healthy"],
  ["submitted (exit_cost)", "healthy"],
  ["submitted (exit_context)", "healthy"],
  ["early_exit", "healthy"],
  ["exit_cost", "healthy"],
  ["exit_format", "healthy"],
  ["exit_forfeit", "healthy"],
  ["Submitted", "healthy"],
  ["LimitsExceeded", "healthy"],
  ["RepeatedFormatError", "healthy"],
  ["ContextWindowExceededError", "healthy"],
  [
    "RuntimeError: Agent reached maximum iteration in headless mode. Current iteration: 50, max iteration: 50",
    "healthy",
  ],
  ["AgentStuckInLoopError: Agent got stuck in a loop", "healthy"],
  ["TimeExceeded", "timeout"],
  ["exit_command_timeout", "timeout"],
  ["exit_total_execution_time", "timeout"],
  ["exit_error", "error"],
  ["exit_api", "error"],
  ["RateLimitError", "error"],
  ["KeyError", "error"],
  ["exit_environment_error", "infra"],
  ["submitted (exit_environment_error)", "infra"],
  ["AgentRuntimeUnavailableError: Runtime container not reachable", "infra"],
])("%j is %s", (exitStatus, health) => {
  expect(exitHealth(exitStatus)).toBe(health);
});
