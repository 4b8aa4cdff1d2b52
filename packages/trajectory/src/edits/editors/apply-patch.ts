import { parseApplyPatch } from "../parse-apply-patch.ts";
import type { ShellEditor } from "../shell-editor.ts";

/** `apply_patch` in a shell: the envelope as its argument or on standard input. */
export const applyPatch: ShellEditor = {
  names: ["apply_patch", "applypatch"],
  edits({ argv, stdin, stdinPath, directory }, run) {
    const text = argv[1] ?? stdin ?? (stdinPath === null ? null : run.textOf(stdinPath, directory));
    if (text === null) return [];
    return parseApplyPatch(text).map(({ path, kind, oldPath, oldText, newText, functions }) => ({
      path,
      kind,
      oldText,
      newText,
      functions,
      ...(oldPath === null ? {} : { oldPath }),
    }));
  },
};
