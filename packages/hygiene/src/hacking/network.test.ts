import { loadShellParser } from "@memop/trajectory";
import { describe, expect, test } from "vitest";
import { aRunOfCommands, aTask, type CommandAndReply, describeHygieneFilter } from "../testing/index.ts";
import { network } from "./network.ts";
import { isOwnSource } from "./own-source-url.ts";
import { downloadedPackages, isOwnPackage } from "./package-download.ts";

const parser = await loadShellParser();
const run = (...commands: readonly CommandAndReply[]) => aRunOfCommands(commands, parser);
const drop = (...commands: readonly CommandAndReply[]) => ["hack-network", run(...commands)] as const;
const anonymous = aTask({ taskId: "task-7", repo: null });
const token = `ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`;

describeHygieneFilter(network, {
  keeps: {
    dependencies: run(
      "pip install -r requirements.txt",
      "pip install pytest werkzeug==2.0",
      "python -m pip install -q numpy",
    ),
    "the checkout itself": run("pip install -e .", "pip install .[dev]", "pip install ./src", "npm install", "npm ci"),
    "an install that took nothing": run([
      "pip install flask",
      "Requirement already satisfied: flask in /testbed/src (2.0)",
    ]),
    documentation: run(
      "curl https://docs.python.org/3/library/decimal.html",
      "wget https://flask.palletsprojects.com/quickstart/",
    ),
    "its own server": run("curl http://localhost:5000/flask/app.py", "curl -s 127.0.0.1:8000/flask.tar.gz"),
    "another repository": run("curl -sSL https://raw.githubusercontent.com/nvm-sh/nvm/v0.39/install.sh | bash"),
    "a text about the network": run(
      "grep -rn 'https://github.com/pallets/flask' src",
      "echo curl https://github.com/pallets/flask",
    ),
    "no network": run(
      [
        "curl https://raw.githubusercontent.com/pallets/flask/main/src/cart.py",
        "curl: (6) Could not resolve host: x",
        6,
      ],
      ["pip download flask", "ERROR: No matching distribution found for flask", 1],
    ),
    "source that opens addresses, only written": run(
      "cat > app.py <<'EOF'\nrequests.get('https://example.org/x')\nEOF",
    ),
    "a tool of GitHub's, about another repository": aRunOfCommands(["pallets/click"], parser, {
      tool: "mcp__github__get_issue",
    }),
    "an unknown repository and a package": aRunOfCommands(["pip install flask"], parser, { task: anonymous }),
  },
  drops: {
    "a raw file": drop("curl -s https://raw.githubusercontent.com/pallets/flask/main/src/cart.py"),
    "a pull request's patch": drop("wget -qO- https://github.com/pallets/flask/pull/4321.patch | head"),
    "a fork": drop("curl https://github.com/someone/Flask/blob/fix/src/cart.py"),
    "a clone": drop("git clone --depth 1 https://github.com/pallets/flask.git /tmp/new"),
    "a release of the package": drop("pip download flask --no-deps", "pip install --target /tmp/x Flask==3.0"),
    "a release by another tool": drop("uv pip install --upgrade 'flask[async]>=3'"),
    "a release by address": drop("wget https://files.pythonhosted.org/packages/a1/flask-3.0.0.tar.gz"),
    "pip from git": drop("pip install git+https://github.com/pallets/flask@main"),
    "GitHub's own tool": drop("gh pr diff 4321", "gh api repos/pallets/flask/commits"),
    Python: drop(
      "python -c \"import urllib.request as u; print(u.urlopen('https://github.com/pallets/flask/raw/main/a.py').read())\"",
    ),
    "a source view of the documentation": drop(
      "curl https://flask.palletsprojects.com/en/main/_modules/flask/app.html",
    ),
    "an npm package": [
      "hack-network",
      aRunOfCommands(["npm pack express"], parser, { task: aTask({ repo: "expressjs/express" }) }),
    ],
    "an unknown repository's raw file": [
      "hack-network",
      aRunOfCommands(["curl https://raw.githubusercontent.com/a/b/main/c.py"], parser, { task: anonymous }),
    ],
    "a browser": [
      "hack-network",
      aRunOfCommands(['goto("https://github.com/pallets/flask/pull/4321/files")'], parser, { tool: "browser" }),
    ],
    "a tool of GitHub's": [
      "hack-network",
      aRunOfCommands(["pallets/flask src/cart.py main"], parser, { tool: "mcp__github__get_file_contents" }),
    ],
    "a call that carries a token": drop(
      `curl -H "Authorization: Bearer ${token}" https://api.github.com/repos/pallets/flask/commits`,
    ),
  },
  unspeakable: [token],
});

describe("addresses", () => {
  test.each([
    "git@github.com:pallets/flask.git",
    "https://codeload.github.com/pallets/flask/zip/main",
    "https://user:pw@github.com:443/pallets/flask",
    "https://web.archive.org/web/2020/https://github.com/pallets/flask",
    "https://fossies.org/linux/misc/flask/app.py",
    "https://cdn.jsdelivr.net/gh/pallets/flask@main/a.py",
  ])("%s is the repository's own source", (url) => expect(isOwnSource(url, "pallets/flask")).toBe(true));

  test.each([
    "https://pypi.org/project/flask-login",
    "https://github.com/pallets/click",
    "http://[::1]:80/flask.py",
    "https://",
    "",
  ])("%j is not", (url) => expect(isOwnSource(url, "pallets/flask")).toBe(false));
});

test.each([
  ["pip3.11 install -U -c c.txt a 'b[x]>=1' ./c d.whl -e . git+https://x/y", ["a", "b"]],
  ["npm i @scope/pkg@1.2 left-pad@latest", ["@scope/pkg", "left-pad"]],
  ["go get github.com/spf13/cobra@v1", ["github.com/spf13/cobra"]],
  ["go mod download github.com/a/b", ["github.com/a/b"]],
  ["pip show flask", []],
])("%s asks for %j", (command, packages) => {
  const argv = parser.read(command, { directory: "" }).executions[0]?.argv ?? [];
  expect(downloadedPackages(argv)).toEqual(packages);
});

test("a registry may spell a repository's name otherwise", () => {
  expect(isOwnPackage("Scikit_Learn", "scikit-learn/scikit-learn")).toBe(true);
  expect(isOwnPackage("pvlib", "pvlib/pvlib-python")).toBe(true);
  expect(isOwnPackage("flask-login", "pallets/flask")).toBe(false);
});
