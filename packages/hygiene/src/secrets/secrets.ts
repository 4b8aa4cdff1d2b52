import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import { verdictOn } from "../verdict.ts";
import type { SecretFinding } from "./scan-for-secrets.ts";

/** Drops what `scanForSecrets` found secrets in. Evidence names kind, place and count, never the value. */
export const secrets: HygieneFilter<{ readonly secrets?: readonly SecretFinding[] }> = {
  name: "secrets",
  reasons: ["secret"],
  check({ secrets: found = [] }) {
    const evidence = found.map(({ kind, place, count, isEncoded }) => {
      const step = /^step (\d+)\b/.exec(place)?.[1];
      return {
        place: place === "memory" ? ("memory" as const) : step === undefined ? ("record" as const) : ("step" as const),
        step: step === undefined ? null : Number(step),
        turn: null,
        path: null,
        excerpt: excerptOf(`${count} × ${kind} in ${place}${isEncoded ? ", encoded" : ""}`),
      };
    });
    return verdictOn("secret", evidence);
  },
};
