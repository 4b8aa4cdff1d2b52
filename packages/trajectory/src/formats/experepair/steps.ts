import type { DraftStep } from "../draft-step.ts";
import { messageStep, newMessages, readConversation } from "../run-folder/conversation.ts";
import type { RunMember } from "../run-folder/members-by-kind.ts";
import { patchedEdits } from "../run-folder/patched-edits.ts";
import type { MemberKind } from "./run-folder.ts";

/** The stages in the order in which they run; `validate` and `select` judge the patches of the stages before. */
const stages = [
  "reproduce",
  "localize",
  "patch",
  "expand",
  "review",
  "select",
] as const satisfies readonly MemberKind[];

/**
 * The steps of all stages of a run, each with its `stage` in `extra`. Several answers in a row are samples of one request,
 * each a step. A patch counts as an edit unless its extraction failed (`isApplicable` by its number).
 */
export function expeRepairSteps(
  members: ReadonlyMap<MemberKind, readonly RunMember[]>,
  isApplicable: (patch: number) => boolean,
): DraftStep[] {
  const conversations = stages.flatMap((stage) =>
    (members.get(stage) ?? []).map((member) => ({ stage, messages: readConversation(member) })),
  );
  const fresh = newMessages(conversations.map(({ messages }) => messages));
  let patch = 0;
  return conversations.flatMap(({ stage }, at) =>
    (fresh[at] ?? []).map((message) => {
      const step: DraftStep = { ...messageStep(message), extra: { stage } };
      if (step.source !== "agent" || (stage !== "patch" && stage !== "expand")) return step;
      const edits = patchedEdits(message.content ?? "", stage === "expand" || isApplicable(patch));
      if (stage === "patch") patch += 1;
      return edits.length === 0 ? step : { ...step, edits };
    }),
  );
}
