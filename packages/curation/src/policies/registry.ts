import { MemopError } from "@memop/core";
import { confident } from "./confident.ts";
import { memopStrict } from "./memop-strict.ts";
import type { Policy } from "./policy.ts";
import { sequential } from "./sequential.ts";

/** Every acceptance policy. */
export const policies = [memopStrict, confident, sequential] as const satisfies readonly Policy[];

/** Looks a policy up. Throws `BAD_USAGE`, listing the known ones. */
export function policyNamed(name: string): Policy {
  const policy: Policy | undefined = policies.find((each) => each.name === name);
  if (policy !== undefined) return policy;
  throw new MemopError("BAD_USAGE", `no acceptance policy is named "${name}"`, {
    hint: `known policies: ${policies.map((each) => each.name).join(", ")}`,
  });
}
