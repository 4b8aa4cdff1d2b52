import type { ShellEditor } from "../shell-editor.ts";

/** `gawk -i inplace '…' file`. */
export const awk: ShellEditor = {
  names: ["awk", "gawk"],
  edits({ argv }) {
    const include = argv.findIndex(
      (arg, at) => /^(-i|--include)$/.test(arg ?? "") && /^inplace/.test(argv[at + 1] ?? ""),
    );
    if (include === -1) return [];
    const operands = argv.filter(
      (arg, at) => at > include + 1 && arg !== null && !arg.startsWith("-") && !/^-[vFf]$/.test(argv[at - 1] ?? ""),
    );
    return operands.slice(1).map((path) => ({ path: path as string, kind: "modify" }));
  },
};
