import { spawn } from "node:child_process";

/**
 * Shows a text in the pager that `$PAGER` names, else in `less`, which ends by itself when the text fits on the screen.
 * False when there is no pager to be had, or `$PAGER` is `cat` or empty: the caller then prints the text itself.
 */
export async function pageText(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const command = environment.PAGER ?? "less -R";
  if (command.trim() === "" || command.trim() === "cat") return false;
  const pager = spawn(command, {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    // As git does: colours, no clearing of the screen, and the end at once for a short text.
    env: { ...environment, LESS: environment.LESS ?? "FRX" },
  });
  // Who leaves the pager early has seen enough.
  pager.stdin.on("error", () => undefined);
  pager.stdin.end(text);
  const code = await new Promise<number | null>((resolve) => {
    pager.on("error", () => resolve(127));
    pager.on("close", resolve);
  });
  return code !== 126 && code !== 127;
}
