import type { Edit } from "../edit.ts";
import { repositoryPath } from "../repository-path.ts";
import { joinedPath } from "./shell/executions.ts";
import type { RunView } from "./shell-editor.ts";

/** Folders outside every repository. */
const outside = /^(?:~|\/(?:tmp|var|dev|proc|etc|usr|root|private\/tmp|private\/var|opt|mnt|bin|sys)(?:\/|$))/;

/** Where a run stands: its directories, the texts of files that it wrote whole, and the files that it changed. */
export class RunFiles implements RunView {
  private readonly texts = new Map<string, string>();
  private readonly changed = new Set<string>();
  /** Names of files whose whole text is known. */
  readonly scriptNames = new Set<string>();
  /** Working directory of the step at hand, as its source tells it; null when it does not. */
  workingDirectory: string | null = null;
  /** Working directory in which the shell stands; "" when unknown. */
  directory = "";
  /** The folder outside known roots that the run first went to: its repository, when nothing else says. */
  private root: string | null = null;

  get changedPaths(): readonly string[] {
    return [...this.changed];
  }

  /** A path as a command in `directory` names it, relative to the repository; absolute when it lies outside. */
  resolve(path: string, directory: string): string {
    if (path.startsWith("~")) return path;
    if (directory.startsWith("/") && this.root === null && !outside.test(directory)) {
      const folder = repositoryPath(directory);
      if (folder.startsWith("/")) this.root = folder;
    }
    return repositoryPath(joinedPath(directory, path), this.workingDirectory ?? this.root);
  }

  /** True for a resolved path that can be no file of the repository. */
  isOutside(path: string): boolean {
    return path === "" || outside.test(path);
  }

  textOf(path: string, directory: string): string | null {
    return this.texts.get(this.resolve(path, directory)) ?? null;
  }

  /** Notes an edit that worked: what a created file holds, and that the file was changed. `path` is resolved. */
  note(edit: Pick<Edit, "path" | "kind" | "newText">): void {
    if (!this.isOutside(edit.path)) this.changed.add(edit.path);
    if (edit.kind === "create" && edit.newText !== null) {
      this.texts.set(edit.path, edit.newText);
      this.scriptNames.add(edit.path.split("/").at(-1) ?? edit.path);
    } else if (edit.kind === "modify" && edit.newText !== null && this.texts.get(edit.path) === "") {
      // SWE-agent creates a file empty and fills it with its next edit.
      this.texts.set(edit.path, edit.newText);
    } else this.texts.delete(edit.path);
  }
}
