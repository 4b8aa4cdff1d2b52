import { aMemoryUnderCheck as aMemory, aTask, describeHygieneFilter } from "../testing/index.ts";
import { hiddenTests } from "./hidden-tests.ts";

const django = aTask({
  testPatch: null,
  failToPass: ["test_cyclic_select_related (known_related_objects.tests.ExistingTests)", "TestParse/empty_input"],
});

describeHygieneFilter(hiddenTests, {
  keeps: {
    "advice about tests": aMemory("Run the tests of the cart before submitting: pytest tests/test_cart.py"),
    "a longer name": aMemory("I wrote test_total_is_rounded_up in my own file."),
    "a test that passes before the fix": aMemory("test_total_of_nothing passes already."),
    "a name in the issue": aMemory("test_total_is_rounded fails", {
      tasks: [aTask({ problemStatement: "test_total_is_rounded fails on main" })],
    }),
    "the bare name of a test that was there before": aMemory("Run test_total_of_nothing.", {
      tasks: [aTask({ failToPass: ["tests/test_cart.py::test_total_of_nothing"] })],
    }),
    "a name that is an ordinary word": aMemory("This is basic.", {
      tasks: [aTask({ testPatch: null, failToPass: ["basic"] })],
    }),
  },
  drops: {
    "the whole id": ["leak-hidden-test", aMemory("Make tests/test_cart.py::test_total_is_rounded pass.")],
    "the function's name where the test patch is empty": [
      "leak-hidden-test",
      aMemory("The grader runs `test_total_is_rounded`.", { tasks: [aTask({ testPatch: "" })] }),
    ],
    "the function's name": ["leak-hidden-test", aMemory("The grader runs `test_total_is_rounded`.")],
    "the whole id of an existing test": [
      "leak-hidden-test",
      aMemory("Judged by tests/test_cart.py::test_total_of_nothing.", {
        tasks: [aTask({ failToPass: ["tests/test_cart.py::test_total_of_nothing"] })],
      }),
    ],
    "a parametrized test by its function": [
      "leak-hidden-test",
      aMemory("test_split_words must pass", {
        tasks: [aTask({ testPatch: null, failToPass: ["t.py::test_split_words[a b]"] })],
      }),
    ],
    "Django's form": ["leak-hidden-test", aMemory("See test_cyclic_select_related.", { tasks: [django] })],
    "Go's form": ["leak-hidden-test", aMemory("TestParse covers it.", { tasks: [django] })],
  },
});
