import type { NameKind } from "./pseudonyms.ts";

/** A place in a text where a name stands. The pattern's first group is what comes before the name, its second the name. */
export interface NamePattern {
  readonly kind: NameKind;
  /** Texts without any of these hold no such place: looking for them is far cheaper than the pattern. */
  readonly hints: readonly string[];
  readonly pattern: RegExp;
}

const userName = String.raw`[\p{L}\p{N}_][\p{L}\p{N}._-]*`;

/** Home folders of Linux, macOS and Windows, also with doubled or encoded separators, and as Claude Code names its folders. */
const homes = [
  String.raw`(?<![\p{L}\p{N}_])(?:[\\/]{1,4}|%2F)(?:home|Users|usr[\\/]home|export[\\/]home)(?:[\\/]{1,4}|%2F)`,
  String.raw`[A-Za-z]:(?:[\\/]{1,4}|%5C)(?:Users|Documents and Settings)(?:[\\/]{1,4}|%5C)`,
];

const homeHints = ["home", "Users", "Documents"];
const promptHints = [":~", ":/"];
const listingHints = ["-x", "r-", "rw"];

/**
 * Where names of people and of their machines stand. A home path's user ends with the next separator; in a folder name of
 * Claude Code (`-home-alice-project`) with the next hyphen, since nothing else tells where it ends.
 */
export const namePatterns: readonly NamePattern[] = [
  ...homes.map(
    (home): NamePattern => ({ kind: "user", hints: homeHints, pattern: new RegExp(`(${home})(${userName})`, "gu") }),
  ),
  {
    kind: "user",
    hints: ["-home-", "-Users-"],
    pattern: /(?<![\p{L}\p{N}])(-(?:home|Users)-)([\p{L}\p{N}_]+)(?=-|\/|$)/gu,
  },
  { kind: "user", hints: ["~"], pattern: new RegExp(String.raw`((?:^|[\s"'=(:])~)(${userName})(?=\/|$|\s)`, "gmu") },
  {
    kind: "user",
    hints: ["USER", "LOGNAME"],
    pattern: new RegExp(String.raw`(\b(?:USER|LOGNAME|USERNAME|SUDO_USER)=["']?)(${userName})`, "gu"),
  },
  { kind: "user", hints: ["id="], pattern: new RegExp(String.raw`(\b[ug]id=\d+\()(${userName})`, "gu") },
  // A prompt: alice@laptop:~/project$
  {
    kind: "user",
    hints: promptHints,
    pattern: new RegExp(String.raw`((?:^|[\s\[(]))(${userName})(?=@[\w.-]+:[~/][^\s]*[$#%>]?(?:\s|$))`, "gmu"),
  },
  {
    kind: "host",
    hints: promptHints,
    pattern: /((?:^|[\s[(])[\w.-]+@)([A-Za-z][\w.-]*)(?=:[~/][^\s]*[$#%>]?(?:\s|$))/gm,
  },
  {
    kind: "host",
    hints: ["HOST", "COMPUTERNAME"],
    pattern: /(\b(?:HOSTNAME|HOST|COMPUTERNAME)=["']?)([A-Za-z][\w.-]*)/g,
  },
  {
    kind: "host",
    hints: ["Linux ", "Darwin ", "FreeBSD "],
    pattern: /(^(?:Linux|Darwin|FreeBSD) )([A-Za-z][\w.-]*)(?= \d+\.\d+)/gm,
  },
  // The owner and the group of a file that `ls -l` lists.
  {
    kind: "user",
    hints: listingHints,
    pattern: new RegExp(String.raw`(^[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]?\s+\d+\s+)(${userName})(?=\s)`, "gmu"),
  },
  {
    kind: "user",
    hints: listingHints,
    pattern: new RegExp(
      String.raw`(^[bcdlps-](?:[r-][w-][xsStT-]){3}[.+@]?\s+\d+\s+${userName}\s+)(${userName})(?=\s+\d)`,
      "gmu",
    ),
  },
  // git names people beside their addresses.
  {
    kind: "person",
    hints: ["<"],
    pattern:
      /(\b(?:Author|Commit|Committer|From|Co-authored-by|Signed-off-by|Reviewed-by|Acked-by|Tested-by):[ \t]+)(\p{Lu}[^\n<>:]{0,60}?)(?=[ \t]*<[^\s<>@]+@[^\s<>@]+>)/giu,
  },
];

/** Domains of services and of documentation: an address there belongs to nobody in particular. */
const nobodysDomain =
  /^(?:(?:[\w-]+\.)*example\.(?:com|org|net|edu|invalid)|(?:[\w-]+\.)*(?:invalid|test|localhost))$/i;
const nobodysBox = /^(?:git|hg|svn|no-?reply|donotreply|do-not-reply|notifications?)$/i;
const endings =
  "com|org|net|edu|gov|mil|int|info|biz|name|dev|app|io|ai|cloud|tech|xyz|online|site|me|local|lan|internal|corp|home|company|email|[a-z]{2}";

/** A mail address. Not after `:` or `/` of a URL, where it is a password and a host. */
export const mailPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}._%+~:@/\\-])([\p{L}\p{N}][\p{L}\p{N}._%+-]*)@((?:[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?\.)+(?:${endings}))(?![\p{L}\p{N}_-]|\.[\p{L}\p{N}]|\()`,
  "gu",
);

/** True for an address of a service, a placeholder, or a Python matrix product that looks like one. */
export function isNobodysMail(box: string, domain: string): boolean {
  return nobodysBox.test(box) || nobodysDomain.test(domain);
}
