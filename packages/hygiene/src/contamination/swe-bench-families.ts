import { type Benchmark, benchmarkFamily } from "./benchmark.ts";

const testRepositories =
  "astropy__astropy django__django matplotlib__matplotlib mwaskom__seaborn pallets__flask psf__requests pydata__xarray pylint-dev__pylint pytest-dev__pytest scikit-learn__scikit-learn sphinx-doc__sphinx sympy__sympy";
const developmentRepositories =
  "marshmallow-code__marshmallow pvlib__pvlib-python pydicom__pydicom pylint-dev__astroid pyvista__pyvista sqlfluff__sqlfluff";
const multimodalRepositories =
  "Automattic__wp-calypso GoogleChrome__lighthouse PrismJS__prism alibaba-fusion__next bpmn-io__bpmn-js carbon-design-system__carbon chartjs__Chart.js diegomura__react-pdf eslint__eslint grommet__grommet highlightjs__highlight.js markedjs__marked openlayers__openlayers prettier__prettier processing__p5.js quarto-dev__quarto-cli scratchfoundation__scratch-gui";
const multiSweRepositories =
  "BurntSushi__ripgrep Kong__insomnia ant-design__ant-design anuraghazra__github-readme-stats apache__dubbo axios__axios catchorg__Catch2 clap-rs__clap cli__cli darkreader__darkreader elastic__logstash expressjs__express facebook__zstd fasterxml__jackson-core fasterxml__jackson-databind fasterxml__jackson-dataformat-xml fmtlib__fmt google__gson googlecontainertools__jib grpc__grpc-go iamkun__dayjs jqlang__jq mockito__mockito mui__material-ui nlohmann__json nushell__nushell ponylang__ponyc rayon-rs__rayon serde-rs__serde sharkdp__bat sharkdp__fd simdjson__simdjson sveltejs__svelte tokio-rs__bytes tokio-rs__tokio tokio-rs__tracing vuejs__core yhirose__cpp-httplib zeromicro__go-zero";

/** True for `<owner>__<name>-<number>` of one of the repositories; letter case and prefixes such as `instance_` do not matter. */
function numbered(repositories: string): (taskId: string) => boolean {
  const known = new Set(repositories.toLowerCase().split(" "));
  return (taskId) => known.has(/^(?:instance_)?(.+__.+)-\d+$/.exec(taskId.toLowerCase())?.[1] ?? "");
}

/**
 * The SWE-bench families, told by their instance ids: `swe-bench` (test split, so Lite and Verified too), its development
 * split, Multimodal, Multi-SWE-bench and SWE-bench Pro.
 *
 * SWE-bench-Live, SWE-smith and other sets share no closed list of repositories or are made to be trained on: give lists.
 */
export const sweBenchFamilies: readonly Benchmark[] = [
  benchmarkFamily("swe-bench", numbered(testRepositories)),
  benchmarkFamily("swe-bench-dev", numbered(developmentRepositories)),
  benchmarkFamily("swe-bench-multimodal", numbered(multimodalRepositories)),
  benchmarkFamily("multi-swe-bench", numbered(multiSweRepositories)),
  benchmarkFamily("swe-bench-pro", (taskId) => /^instance_.+__.+-[0-9a-f]{40}(?:-v.*)?$/i.test(taskId)),
];
