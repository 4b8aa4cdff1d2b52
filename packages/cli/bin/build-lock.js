import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * Runs `action` while no other process of this machine runs one under the same lock; waits for its turn.
 *
 * The lock is a folder with its owner's identity in it. It is made elsewhere and renamed into place, so that it is never
 * seen without an owner. An owner that is gone is followed by one heir: the process that first gets its own folder into
 * the lock under the dead owner's name. Heirs follow each other in the same way, so that no two processes ever hold it.
 *
 * @template T
 * @param {string} lock
 * @param {() => T} action
 * @returns {Promise<T>}
 */
export async function withBuildLock(lock, action) {
  for (let waited = 0; !tryAcquire(lock); waited += 1) {
    if (waited === 10) process.stderr.write("memop: waiting for another process that builds\n");
    await sleep(100);
  }
  try {
    return action();
  } finally {
    const gone = mkdtempSync(`${lock}-released-`);
    renameSync(lock, gone);
    rmSync(gone, { recursive: true, force: true });
  }
}

/** @param {string} lock */
function tryAcquire(lock) {
  const base = dirname(lock);
  if (claim(base, lock)) return true;
  let place = lock;
  let owner = readOwner(place);
  while (owner !== null && !isAlive(owner)) {
    const heir = join(lock, `after-${owner}`);
    if (claim(base, heir)) {
      if (readOwner(place) === owner) return true;
      // Meanwhile an heir has come and gone and somebody else has the lock: this claim is void.
      rmSync(heir, { recursive: true, force: true });
      return false;
    }
    place = heir;
    owner = readOwner(place);
  }
  return false;
}

/**
 * Puts a folder owned by this process at `place`; false when one is there already, or when its parent has gone.
 *
 * @param {string} base a folder of the same file system, to make it in
 * @param {string} place
 */
function claim(base, place) {
  const mine = mkdtempSync(join(base, "claim-"));
  writeFileSync(join(mine, "owner"), identityOf(process.pid));
  try {
    renameSync(mine, place);
    return true;
  } catch {
    rmSync(mine, { recursive: true, force: true });
    return false;
  }
}

/** @param {string} place */
function readOwner(place) {
  try {
    return readFileSync(join(place, "owner"), "utf8");
  } catch {
    return null;
  }
}

/** @param {string} owner */
function isAlive(owner) {
  const pid = Number(owner.split("-")[0]);
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ESRCH") return false;
  }
  return identityOf(pid) === owner;
}

/**
 * Process id and, where the system tells it, start time: an id that was given out again is another process.
 *
 * @param {number} pid
 */
function identityOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${pid}-${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? ""}`;
  } catch {
    return `${pid}-`;
  }
}
