import type { Health } from "../trajectory.ts";

/**
 * Health of a run by the words for its end. Submitting, giving up and running into a turn, cost or context limit are
 * ordinary endings; null (no words) is one too.
 */
export function exitHealth(exitStatus: string | null): Health {
  if (exitStatus === null) return "healthy";
  if (/environment_error|environmentstart|container|docker|runtime (?:not|un)/i.test(exitStatus)) return "infra";
  if (ordinaryEnding.test(exitStatus) && !/(?<!run)time|rate_?limit/i.test(exitStatus)) return "healthy";
  if (/time_?out|time_?exceeded|timelimit|total_execution_time|command_timeout/i.test(exitStatus)) return "timeout";
  if (/error|exception|exit_api|crash/i.test(exitStatus)) return "error";
  return "healthy";
}

const ordinaryEnding =
  /limit|exit_cost|exit_context|context_?window|format|^submitted$|early_exit|maximum iteration|stuck_?in_?a?_?loop/i;
