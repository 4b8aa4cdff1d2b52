import type { Turn } from "../agent/turn.ts";

/** The part of an OpenHands action event that depends on the tool. */
export interface OpenHandsAction {
  readonly message: string;
  readonly action: "run" | "read" | "edit" | "finish";
  readonly args: Readonly<Record<string, unknown>>;
}

/** The action of a turn. */
export function openHandsAction({ call, thought }: Turn, root: string): OpenHandsAction {
  switch (call.tool) {
    case "bash":
      return {
        message: `Running command: ${call.command}`,
        action: "run",
        args: {
          command: call.command,
          is_input: false,
          thought,
          blocking: false,
          is_static: false,
          cwd: null,
          hidden: false,
          confirmation_state: "confirmed",
        },
      };
    case "view":
      return {
        message: `Reading file: ${root}/${call.path}`,
        action: "read",
        args: { path: `${root}/${call.path}`, start: 0, end: -1, thought, impl_source: "oh_aci", view_range: null },
      };
    case "str_replace":
      return {
        message: "",
        action: "edit",
        args: {
          path: `${root}/${call.path}`,
          command: "str_replace",
          file_text: null,
          old_str: call.oldText,
          new_str: call.newText,
          insert_line: null,
          content: "",
          start: 1,
          end: -1,
          thought,
          impl_source: "oh_aci",
        },
      };
    case "submit":
      return {
        message: thought,
        action: "finish",
        args: { final_thought: thought, task_completed: "true", outputs: {}, thought },
      };
  }
}

/** The observation of a turn; null after `finish`, which has none. */
export function openHandsObservation(turn: Turn, root: string): Readonly<Record<string, unknown>> | null {
  const { call, output, returncode, change } = turn;
  if (call.tool === "submit") return null;
  if (call.tool === "bash") {
    return {
      message: `Command \`${call.command}\` executed with exit code ${returncode}.`,
      observation: "run",
      content: output.trimEnd(),
      extras: {
        command: call.command,
        metadata: {
          exit_code: returncode,
          pid: -1,
          username: "root",
          hostname: "recorder",
          working_dir: root,
          py_interpreter_path: "",
          prefix: "",
          suffix: `\n[The command completed with exit code ${returncode}.]`,
        },
        hidden: false,
      },
      success: returncode === 0,
    };
  }
  const path = `${root}/${call.path}`;
  if (call.tool === "view") {
    return {
      message: `I read the file ${path}.`,
      observation: "read",
      content: output,
      extras: { path, impl_source: "oh_aci" },
    };
  }
  return {
    message: `I edited the file ${path}.`,
    observation: "edit",
    content: output,
    extras: {
      path,
      prev_exist: change !== null,
      old_content: change?.before ?? call.oldText,
      new_content: change?.after ?? call.newText,
      impl_source: "oh_aci",
      diff: "",
      _diff_cache: null,
    },
  };
}
