import type { Execution } from "@memop/trajectory";
import type { Action } from "../actions/action.ts";
import { hasFailed } from "../actions/has-failed.ts";
import { excerptOf } from "../excerpt.ts";
import type { HygieneFilter } from "../filter.ts";
import type { RunUnderCheck } from "../run-under-check.ts";
import { type Evidence, verdictOn } from "../verdict.ts";
import { gitCommand } from "./git-command.ts";
import { isOwnSource, urlsIn } from "./own-source-url.ts";
import { downloadedPackages, isOwnPackage } from "./package-download.ts";

/**
 * Drops a run that fetched source of the repository under repair from outside: its pages and raw files, clones and forks, a
 * release of its own package. Documentation, other repositories, dependencies and failed attempts do not count.
 */
export const network: HygieneFilter<Pick<RunUnderCheck, "repo" | "actions">> = {
  name: "network",
  reasons: ["hack-network"],
  check({ repo, actions }) {
    const evidence = actions.flatMap((action): readonly Evidence[] => {
      const why = fetched(action, repo);
      const { step, turn, text } = action;
      return why === null ? [] : [{ place: "step", step, turn, path: null, excerpt: excerptOf(`${why}: ${text}`) }];
    });
    return verdictOn("hack-network", evidence);
  },
};

/** What one action fetched of the repository's own source; null when nothing. */
function fetched(action: Action, repo: string | null): string | null {
  for (const execution of action.executions) {
    const why = fetchedBy(execution, action, repo);
    if (why !== null && !hasFailed(action, execution)) return why;
  }
  if (/github|gitlab/i.test(action.tool) && isAbout(action.text, repo) && !hasFailed(action, unknownExecution))
    return "asks GitHub";
  const opened = [...action.programs.filter(opensUrls), ...(isBrowser(action.tool) ? [action.text] : [])];
  const url = opened.flatMap(urlsIn).find((each) => isOwnSource(each, repo));
  if (url === undefined || hasFailed(action, unknownExecution)) return null;
  return `opens ${url}`;
}

function fetchedBy({ argv }: Execution, { reply }: Action, repo: string | null): string | null {
  const name = argv[0] ?? "";
  const words = argv.slice(1).filter((word) => word !== null);
  const isPackageManager = /^(?:pip|uv|python|npm|yarn|pnpm|cargo|go$|gem|conda|mamba)/.test(name);
  const fetches = /^(?:curl|wget|https?|xh|aria2c|lynx|w3m|links|elinks|svn|hg)$/.test(name) || isPackageManager;
  const git = gitCommand(argv);
  const reads = fetches || git?.name === "clone";
  const url = reads ? words.flatMap(urlsIn).find((each) => isOwnSource(each, repo)) : undefined;
  if (url !== undefined && fetches) return `opens ${url}`;
  if (git?.name === "clone" && url !== undefined) return `clones ${url}`;
  if (name === "gh" && /^(?:pr|api|repo|search|release|browse|issue)$/.test(words[0] ?? "")) {
    const named = /(?:^|\s)(?:repos\/)?([\w.-]+\/[\w.-]+)/.exec(words.slice(1).join(" "))?.[1];
    const isOwn =
      repo === null || named === undefined || named.toLowerCase().endsWith(`/${repo.split("/")[1]?.toLowerCase()}`);
    return isOwn ? "asks GitHub" : null;
  }
  if (repo === null) return null;
  const own = downloadedPackages(argv).find((written) => isOwnPackage(written, repo));
  if (own === undefined || isAlreadyThere(own, reply)) return null;
  return `downloads the package ${own}`;
}

/** True when a tool's arguments name the repository, or when it is unknown. */
function isAbout(text: string, repo: string | null): boolean {
  const name = repo?.split("/").at(-1)?.toLowerCase();
  return (
    name === undefined ||
    text
      .toLowerCase()
      .split(/[^\w.-]+/)
      .includes(name)
  );
}

/** pip found the checkout itself and took nothing from outside. */
function isAlreadyThere(name: string, reply: string): boolean {
  const satisfied = /^Requirement already satisfied: ([\w.-]+)/gim;
  return [...reply.matchAll(satisfied)].some(([, found = ""]) => isOwnPackage(found, `x/${name}`));
}

function opensUrls(program: string): boolean {
  return /\b(?:urlopen|urlretrieve|requests\.(?:get|request|Session)|httpx\.|aiohttp|fetch\(|https?\.get\(|axios|Net::HTTP)/.test(
    program,
  );
}

function isBrowser(tool: string): boolean {
  return /fetch|brows|web|http|url|goto|navigate|visit|crawl/i.test(tool);
}

const unknownExecution: Execution = {
  argv: [],
  stdin: null,
  stdinPath: null,
  outputs: [],
  directory: "",
  after: [],
  isLast: true,
};
