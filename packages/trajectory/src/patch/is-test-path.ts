const testDirectory = /(^|\/)(tests?_data|testdata|tests|__tests__|__mocks__|__snapshots__|e2e)\//;
const topDirectory = /^(test|spec|specs)\/|(^|\/)src\/(test|androidTest|integrationTest)\//;
const testName =
  /(^|\/)(conftest\.py|test_[^/]*\.py|[^/]*_test\.(py|go|rb|cc|cpp|c|rs)|[^/]*_tests?\.rs|tests\.py|[^/]*_spec\.rb|[^/]*[.-](test|spec)\.[cm]?[jt]sx?|[^/]*Tests?\.(java|kt|cs|php|swift|scala)|Test[A-Z][^/]*\.java)$/;
const namedTestDirectory = /(^|\/)test\/([^/]+\/)*[^/]*\.(?!pyx?$)[^./]+$/;

/**
 * True when a path is a test's by the customs of its language: `tests/…`, `test_x.py`, `x_test.go`, `x.spec.ts`, `XTest.java`.
 *
 * Library code that is about testing is not: `src/_pytest/…`, `django/test/client.py`, `numpy/testing/…`.
 */
export function isTestPath(path: string): boolean {
  return testDirectory.test(path) || topDirectory.test(path) || testName.test(path) || namedTestDirectory.test(path);
}
