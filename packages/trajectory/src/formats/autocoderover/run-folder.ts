import { isObject } from "../json-access.ts";
import { isConversation } from "../run-folder/conversation.ts";
import type { RunMember } from "../run-folder/members-by-kind.ts";
import { sourceNames } from "../source-name.ts";

/** What a file of a run's folder holds. `other`: what the program noted beside, or what other files say too. */
export type MemberKind =
  | "meta"
  | "conversation"
  | "proxy"
  | "calls"
  | "cost"
  | "status"
  | "patch"
  | "selected"
  | "review"
  | "execution"
  | "validation"
  | "other";

/** `<instance>_<date>_<time>`, as AutoCodeRover names the folder of a run. */
const runFolderName = /^(.+)_\d{4}-\d{2}-\d{2}[_T ]\d{2}-\d{2}-\d{2}$/;

/** The folder of the run that a file belongs to; null when none of the folders above it is one. */
export function runFolderOf(path: string): { readonly folder: string; readonly taskId: string } | null {
  const names = sourceNames(path).slice(0, -1);
  const at = names.findLastIndex((name) => runFolderName.test(name));
  const taskId = runFolderName.exec(names[at] ?? "")?.[1];
  return taskId === undefined ? null : { folder: names.slice(0, at + 1).join("/"), taskId };
}

/** What a file of a run's folder is, by its name and its content; null when it is none that AutoCodeRover writes. */
export function memberKind(record: unknown, path: string): MemberKind | null {
  const name = sourceNames(path).at(-1) ?? "";
  return kinds.find(({ named, holds }) => named.test(name) && holds(record))?.kind ?? null;
}

const isText = (record: unknown): boolean => typeof record === "string";
const isList = (record: unknown): boolean => Array.isArray(record);

const kinds: readonly {
  readonly kind: MemberKind;
  readonly named: RegExp;
  holds(record: unknown): boolean;
}[] = [
  { kind: "meta", named: /^meta\.json$/, holds: (record) => isObject(record) && isObject(record.task_info) },
  { kind: "proxy", named: /^agent_proxy_\d+\.json$/, holds: isList },
  {
    kind: "conversation",
    named: /^(?:conversation_round|debug_agent|search_round|conv_|agent_selection)\w*\.json$/,
    holds: isConversation,
  },
  { kind: "calls", named: /^tool_call_layers\.json$/, holds: isList },
  { kind: "cost", named: /^cost\.json$/, holds: isObject },
  {
    kind: "status",
    named: /^extract_status\.json$/,
    holds: (record) => isObject(record) && isList(record.extract_status),
  },
  { kind: "patch", named: /^extracted_patch_\d+\.diff$/, holds: isText },
  { kind: "selected", named: /^selected_patch\.json$/, holds: isObject },
  { kind: "review", named: /^review_p\w+\.json$/, holds: isObject },
  { kind: "execution", named: /^execution_\w+\.json$/, holds: isObject },
  { kind: "validation", named: /^regression_\w+\.json$/, holds: isObject },
  { kind: "other", named: /^(?:agent_patch|patch|test)_raw_\d+(?:\.md)?$|^reproducer_\w+\.py$/, holds: isText },
  {
    kind: "other",
    named: /^(?:developer_patch\.diff|problem_statement\.txt|(?:info|run_test_suite_\w+)\.log)$/,
    holds: isText,
  },
  {
    kind: "other",
    named: /^(?:tool_call_sequence|sbfl_result\w*|bug_locations\w*)\.json$/,
    holds: () => true,
  },
];

/**
 * Conversations in the order in which they were held. SpecRover has a folder for each attempt, `output_0`, and in it files
 * for reproducing, searching, writing patches and reviewing them; it selects a patch in the end.
 */
export function inOrderOfStages(conversations: readonly RunMember[]): readonly RunMember[] {
  const placeOf = ({ path }: RunMember): readonly [number, number] => {
    const names = sourceNames(path);
    const name = names.at(-1) ?? "";
    const attempt = /^output_(\d+)$/.exec(names.at(-2) ?? "")?.[1];
    const stage = stages.findIndex((each) => each.test(name));
    return [name.startsWith("agent_selection") ? Number.MAX_SAFE_INTEGER : Number(attempt ?? 0), stage];
  };
  return [...conversations].sort((one, other) => {
    const [[attempt, stage], [otherAttempt, otherStage]] = [placeOf(one), placeOf(other)];
    return attempt - otherAttempt || stage - otherStage;
  });
}

const stages: readonly RegExp[] = [
  /^conv_(?:reproducible|test)/,
  /^(?:search_round|conversation_round)/,
  /^(?:conv_patch|debug_agent)/,
  /^conv_review/,
  /^agent_selection|^conv_/,
];
