// Names of accounts: `assets:bank:checking`.

/** Lower case, without spaces around the parts. */
export function normaliseAccount(name) {
  return name
    .split(":")
    .map((part) => part.trim().toLowerCase())
    .join(":");
}

/** Whether an account is `parent` itself or below it. */
export function isWithin(account, parent) {
  return account === parent || account.startsWith(`${parent}:`);
}

/** The first `depth` parts of a name. */
export function ancestor(account, depth) {
  return account.split(":").slice(0, depth).join(":");
}
