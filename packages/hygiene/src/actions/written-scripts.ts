import type { Execution } from "@memop/trajectory";

/** The text of a script file that a command runs. */
export interface ScriptRun {
  readonly text: string;
  readonly isShell: boolean;
}

/** The script files that a run wrote, by name, so that running one can be seen through. */
export class WrittenScripts {
  private readonly texts = new Map<string, string>();

  /** Notes what was written to a file; appended text and later edits are added to what is known. */
  write(path: string, text: string): void {
    const name = nameOf(path);
    if (text === "" || !/\.(?:sh|bash|py|js|rb|pl)$|^[^.]+$/.test(name)) return;
    const before = this.texts.get(name);
    this.texts.set(name, before === undefined ? text : `${before}\n${text}`);
  }

  /** The known script files that a command runs: `bash x.sh`, `./x.sh`, `source x.sh`, `python x.py`. */
  runBy({ argv: [name, ...args] }: Execution): readonly ScriptRun[] {
    if (typeof name !== "string") return [];
    const isShell = /^(?:(?:ba|z|da|k)?sh|source|\.)$/.test(name);
    const runsFile = isShell || /^(?:python[\d.]*|pypy3?|node|ruby|perl)$/.test(name);
    const file = runsFile ? args.find((arg) => arg !== null && !arg.startsWith("-")) : name;
    const text = file == null ? undefined : this.texts.get(nameOf(file));
    if (text === undefined) return [];
    const isShellText =
      isShell || (!runsFile && !/^#!.*(?:python|node|ruby|perl)|\.py$/.test(`${text.split("\n")[0]}`));
    return [{ text, isShell: isShellText }];
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
