import type { FoundSecret, SecretScanner } from "./secret-scanner.ts";

/** What is used of `@secretlint/core` (12) and of its recommended preset, given by the caller so that neither is needed here. */
export interface Secretlint {
  /** `lintSource` of `@secretlint/core`. */
  lintSource(options: {
    readonly source: {
      readonly content: string;
      readonly filePath: string;
      readonly ext: string;
      readonly contentType: "text";
    };
    readonly options: { readonly noPhysicFilePath: boolean; readonly config: { rules: { id: string; rule: never }[] } };
  }): Promise<{ readonly messages: readonly { readonly ruleId: string; readonly range: readonly number[] }[] }>;
  /** `creator` of `@secretlint/secretlint-rule-preset-recommend`. */
  readonly preset: unknown;
}

/** Finds secrets with secretlint. Kinds are its rules' names without their common prefix: `github`, `privatekey`, `slack`, … */
export function secretlintScanner({ lintSource, preset }: Secretlint): SecretScanner {
  const id = "@secretlint/secretlint-rule-preset-recommend";
  const config = { rules: [{ id, rule: preset as never }] };
  return {
    name: "secretlint",
    scan: async (text) => {
      const source = { content: text, filePath: "/text.txt", ext: ".txt", contentType: "text" } as const;
      const { messages } = await lintSource({ source, options: { noPhysicFilePath: true, config } });
      return messages.map(({ ruleId, range: [start = 0, end = start] }): FoundSecret => {
        return { kind: ruleId.replace(/^.*secretlint-rule-/, ""), start, end };
      });
    },
  };
}
