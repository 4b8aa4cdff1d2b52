import { aMemoryUnderCheck as aMemory, aTask, describeHygieneFilter } from "../testing/index.ts";
import { laterCommits } from "./later-commits.ts";

const later = "9c1d2e3f4a5b6c7d8e9f0a1b2c3d4e5f6a7b8c9d";

describeHygieneFilter(laterCommits, {
  keeps: {
    "the base commit, whole and short": aMemory(
      "Start at commit 4f3b1c9d2e7a8b6c5d4e3f2a1b0c9d8e7f6a5b4c, git show 4f3b1c9d.",
    ),
    "a word of hex letters": aMemory("git made the defaced facade effaced"),
    "a number": aMemory("commit 12345678 times, git version 2024010112"),
    "a SHA-256 and a UUID": aMemory(
      `git ${later}${later.slice(0, 24)} and commit 1b4e28ba-2fa1-11d2-883f-0016d3cca427`,
    ),
    "a short hash away from git": aMemory("The cache key starts with 9c1d2e3f."),
    "a commit that the issue names": aMemory(`Broken since commit ${later.slice(0, 8)}.`, {
      tasks: [aTask({ problemStatement: `Since ${later} it fails.` })],
    }),
    "the commit in a task's id": aMemory("git checkout 1d70d009", {
      tasks: [aTask({ taskId: "arrow-py__arrow.1d70d009.lm_1" })],
    }),
  },
  drops: {
    "a whole hash": ["leak-later-commit", aMemory(`See ${later}.`)],
    "a short hash that git is given": ["leak-later-commit", aMemory("Run `git show 9C1D2E3F:src/cart.py`.")],
    "a link to a commit": [
      "leak-later-commit",
      aMemory(`https://github.com/pallets/flask/commit/${later.slice(0, 10)}`),
    ],
  },
});
