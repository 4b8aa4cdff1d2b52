const codeHosts =
  /(?:^|\.)(?:github\.com|githubusercontent\.com|gitlab\.com|bitbucket\.org|codeberg\.org|sr\.ht|sourcegraph\.com|grep\.app|deepwiki\.com|searchcode\.com)$/;
const registries =
  /(?:^|\.)(?:pypi\.org|pythonhosted\.org|npmjs\.org|npmjs\.com|unpkg\.com|jsdelivr\.net|esm\.sh|crates\.io|golang\.org|goproxy\.io|rubygems\.org|maven\.org|anaconda\.org|packagist\.org|debian\.org|launchpad\.net)$/;
const archives = /(?:^|\.)(?:archive\.org|googleusercontent\.com)$/;
const sourceFile =
  /\.(?:py|pyx|[cm]?[jt]sx?|go|rs|java|kt|rb|php|c|cc|cpp|h|hpp|cs|diff|patch|whl|zip|tgz|gem|crate|tar(?:\.\w+)?)(?:$|\?)/;
const local =
  /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|\[?::1\]?|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|[^.]+|.*\.(?:local|test|invalid|example))$/;

/** Every web address in a text; addresses without a scheme only of known code hosts. */
export function urlsIn(text: string): readonly string[] {
  return (
    text.match(
      /(?:https?|ssh|git):\/\/[^\s"'`<>)\]}|]+|git@[\w.-]+:[^\s"'`<>)\]}]+|(?<![\w./-])(?:raw\.githubusercontent|github|gitlab|pypi)\.(?:com|org)\/[^\s"'`<>)\]}]+/g,
    ) ?? []
  );
}

/**
 * True when an address leads to the source of the repository under repair: its pages and raw files on code hosts, forks of the
 * same name, its releases in package registries, source files elsewhere that carry its name, source views of its documentation.
 *
 * Other repositories, documentation and local servers do not. With an unknown repository (null) raw files, diffs and pull
 * requests of any repository on a code host count.
 */
export function isOwnSource(url: string, repo: string | null): boolean {
  const [, host = "", path = ""] =
    /^(?:git\+)?(?:\w+:\/\/)?(?:[^/@]*@)?([^/:]+|\[[^\]]*\])(?::\d+)?[/:]?(.*)$/s.exec(url.toLowerCase()) ?? [];
  if (local.test(host)) return false;
  if (repo === null)
    return codeHosts.test(host) && (/^raw\.|^codeload\./.test(host) || /\/(?:pull|commit|blob|raw)\//.test(path));
  const [owner = "", name = ""] = repo.toLowerCase().split("/");
  const names = [name, name.replaceAll("_", "-"), name.replaceAll("-", "_")];
  const segments = path.split(/[/?#&=@]/).map((segment) => segment.replace(/\.git$/, ""));
  const isNamed = names.some((each) => segments.includes(each));
  const isRelease = names.some((each) =>
    segments.some((part) => part.startsWith(each) && /^[-_.]v?\d/.test(part.slice(each.length))),
  );
  if (codeHosts.test(host)) return isNamed || path.includes(`${owner}/${name}`);
  if (registries.test(host)) return isNamed || isRelease;
  if (archives.test(host)) return path.includes(`${owner}/${name}`) || isRelease;
  const mentions = names.some((each) => `${host}/${path}`.includes(each));
  return mentions && (sourceFile.test(path) || path.includes("_modules/"));
}
