import { isObject } from "../json-access.ts";
import { isConversation } from "../run-folder/conversation.ts";
import { looksLikeTaskId, sourceNames } from "../source-name.ts";

/** What a file of a run holds. `other`: what the program noted beside, or what other files say too. */
export type MemberKind =
  | "meta"
  | "settings"
  | "localize"
  | "reproduce"
  | "patch"
  | "expand"
  | "review"
  | "select"
  | "bugs"
  | "repro-status"
  | "patch-status"
  | "extracted"
  | "final"
  | "ranked"
  | "executions"
  | "experience"
  | "other";

/** A run, which lies in one folder per stage: `<stage>_…/<repository>/<instance>/`. */
export interface RunFolder {
  /** The folder above the stages' and the instance: the same for all stages of a run. */
  readonly group: string;
  readonly taskId: string;
}

/** The run that a file belongs to; null when none of the folders above it is named as an instance. */
export function runFolderOf(path: string): RunFolder | null {
  const names = sourceNames(path).slice(0, -1);
  const at = names.findLastIndex(looksLikeTaskId);
  const taskId = names[at];
  if (taskId === undefined) return null;
  const stage = names.findLastIndex(
    (name, index) => index < at && /^(?:reproduce|localize|generate|validation)/.test(name),
  );
  const above = names.slice(0, stage === -1 ? at : stage);
  return { group: [...above, taskId].join("/"), taskId };
}

/** What a file of a run is, by its name and its content; null when it is none that ExpeRepair writes. */
export function memberKind(record: unknown, path: string): MemberKind | null {
  const name = sourceNames(path).at(-1) ?? "";
  return kinds.find(({ named, holds }) => named.test(name) && holds(record))?.kind ?? null;
}

const isText = (record: unknown): boolean => typeof record === "string";
const hasKey = (key: string) => (record: unknown) => isObject(record) && key in record;
const anything = (record: unknown): boolean => typeof record === "object";

const kinds: readonly { readonly kind: MemberKind; readonly named: RegExp; holds(record: unknown): boolean }[] = [
  { kind: "meta", named: /^meta\.json$/, holds: (record) => isObject(record) && isObject(record.task_info) },
  { kind: "settings", named: /^args\.json$/, holds: hasKey("task_id") },
  { kind: "localize", named: /^search_round_\w+\.json$/, holds: isConversation },
  { kind: "reproduce", named: /^conv_(?:reproduce|\d+_verified)\w*\.json$/, holds: isConversation },
  { kind: "patch", named: /^conv_patch_\w+\.json$/, holds: isConversation },
  { kind: "expand", named: /^conv_expand_\w+\.json$/, holds: isConversation },
  { kind: "review", named: /^conv_review_\w+\.json$/, holds: isConversation },
  { kind: "select", named: /^select_patch_\w+\.jsonl$/, holds: isConversation },
  { kind: "bugs", named: /^localize_\w+\.jsonl$/, holds: hasKey("bug_locs") },
  { kind: "repro-status", named: /^reproduce_outputs\.jsonl$/, holds: hasKey("test_content") },
  { kind: "patch-status", named: /^extract_status_\d+\.json$/, holds: hasKey("extract_status") },
  { kind: "extracted", named: /^extracted_patch_\d+\.diff$/, holds: isText },
  { kind: "final", named: /^final_patch_\d+\.diff$/, holds: isText },
  { kind: "ranked", named: /^ranked_\w+\.jsonl$/, holds: hasKey("model_patch") },
  { kind: "executions", named: /^result_\w+\.jsonl$/, holds: hasKey("patch_content") },
  { kind: "experience", named: /^(?:reproduce|patch)_experiences\.jsonl$/, holds: hasKey("exps") },
  { kind: "other", named: /^(?:extracted_expand_patch_\d+|developer_patch)\.diff$/, holds: isText },
  { kind: "other", named: /^(?:problem_statement\.txt|info\.log)$/, holds: isText },
  { kind: "other", named: /^\w+_raw_\d+\.md$|^(?:reproducer|verified_test)_\w+\.py$/, holds: isText },
  {
    kind: "other",
    named: /^(?:extract_status|execution_\w+|bug_locations\w*|test_agent_\S+|cost)\.json$/,
    holds: anything,
  },
];
