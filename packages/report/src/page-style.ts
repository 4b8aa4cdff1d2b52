/** The style sheet of every page. Colours are variables, set once for light and once for dark. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: #ffffff; --ink: #1c1f24; --soft: #5c636e; --line: #dfe2e7; --band: #f5f6f8;
  --gain: #0b6e4f; --gain-band: #e6f4ee; --drop: #b3261e; --drop-band: #fbeae9; --link: #1f5fbf;
  --series-1: #8a919c; --series-2: #2563b8; --series-3: #c2660a; --series-4: #6b4fb3; --series-5: #0e7c86;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #14171b; --ink: #e8eaed; --soft: #a0a7b2; --line: #333a43; --band: #1c2026;
    --gain: #5fd0a3; --gain-band: #12322a; --drop: #ff9a90; --drop-band: #3d1e1c; --link: #8ab4f8;
    --series-1: #8a919c; --series-2: #6ea8fe; --series-3: #f0a35e; --series-4: #b39df0; --series-5: #58c4cd;
  }
}
* { box-sizing: border-box; }
html { scroll-behavior: smooth; -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; max-width: 82rem; padding: 2.5rem 1.5rem 4rem; background: var(--paper); color: var(--ink);
  font: 15px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
}
h1 { font-size: 1.9rem; line-height: 1.2; margin: 0; letter-spacing: -0.015em; }
h2 { font-size: 1.3rem; line-height: 1.25; margin: 0 0 .35rem; letter-spacing: -0.01em; }
h3 { font-size: 1rem; margin: 1.5rem 0 .35rem; }
p { margin: 0 0 .8rem; max-width: 48rem; }
a { color: var(--link); }
.subtitle { color: var(--soft); margin: .4rem 0 0; overflow-wrap: anywhere; }
nav ul { list-style: none; display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; padding: 0; margin: 1.1rem 0 0; }
section { margin-top: 2.75rem; padding-top: 1.4rem; border-top: 1px solid var(--line); }
.lead { color: var(--soft); }
.headline { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .8rem; margin: 1rem 0 0; }
.headline div { background: var(--band); border-radius: .5rem; padding: .8rem 1rem; }
.headline dt { color: var(--soft); font-size: .82rem; }
.headline dd { margin: 0; font-size: 1.6rem; line-height: 1.25; font-weight: 600; font-variant-numeric: tabular-nums; }
.headline dd.note { font-size: .8rem; font-weight: 400; color: var(--soft); line-height: 1.4; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.5rem; margin: .8rem 0 1.2rem; }
.facts dt { color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.note { color: var(--soft); }
figure { margin: 1.1rem 0 1.6rem; }
figcaption { color: var(--soft); font-size: .84rem; margin-top: .5rem; max-width: 60rem; }
.scroll { width: fit-content; max-width: 100%; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
table { border-collapse: collapse; min-width: 18rem; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .6rem .8rem; border-bottom: 1px solid var(--line); }
th, td { padding: .42rem .45rem; text-align: left; vertical-align: top; font-weight: 400; }
thead th { color: var(--soft); font-weight: 600; white-space: nowrap; border-bottom: 1px solid var(--line); }
tbody tr + tr > * { border-top: 1px solid var(--line); }
tbody th[scope="row"] { font-weight: 500; }
th:first-child { padding-left: .8rem; }
td:last-child, thead th:last-child { padding-right: .8rem; }
thead th:first-child, tbody th[scope="row"] { position: sticky; left: 0; background: var(--paper); }
tbody th[scope="row"] { min-width: 11rem; max-width: 22rem; overflow-wrap: anywhere; }
sup, sub { line-height: 0; font-size: .72em; }
th.end, td.end { text-align: right; }
td.number { white-space: nowrap; }
td.start:last-child { min-width: 24rem; }
.nowrap { white-space: nowrap; }
tr.group th { background: var(--band); font-weight: 600; }
tr.group th span { position: sticky; left: .7rem; }
tr.baseline > * { color: var(--soft); font-style: italic; }
.gain { color: var(--gain); font-weight: 600; }
.drop { color: var(--drop); font-weight: 600; }
.same, .none { color: var(--soft); }
.unsure { font-weight: 400; }
.arrow { margin-right: .12em; }
.interval { display: block; font-size: .7rem; font-weight: 400; line-height: 1.2; color: var(--soft); }
.unit { color: var(--soft); font-size: .85em; }
.badge { display: inline-block; padding: .02rem .5rem; border-radius: 1rem; font-size: .8rem; font-weight: 600; border: 1px solid; }
.badge.good { color: var(--gain); background: var(--gain-band); }
.badge.bad { color: var(--drop); background: var(--drop-band); }
.badge.neutral { color: var(--soft); background: var(--band); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.2rem; list-style: none; margin: 0 0 .5rem; padding: 0; font-size: .85rem; }
.legend svg { width: .85rem; height: .85rem; vertical-align: -.1rem; margin-right: .4rem; }
.panels { display: grid; margin: 1rem 0 1.2rem; grid-template-columns: repeat(auto-fill, minmax(20rem, 1fr)); gap: 1.2rem; }
.panels figure { margin: 0; border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .8rem .5rem; }
.panels figcaption { margin: 0 0 .3rem; color: var(--ink); font-weight: 600; font-size: .88rem; }
.panels figcaption .note { font-weight: 400; }
.wide { overflow-x: auto; }
.wide svg.plot { max-width: none; }
svg.plot { display: block; width: 100%; height: auto; color: var(--soft); overflow: visible; }
svg.plot text { font-family: system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; font-size: 11px; stroke: none; }
svg.plot [aria-label$="tick"] path, svg.plot [aria-label$="grid"] line { stroke: var(--line); stroke-opacity: 1; }
details { border: 1px solid var(--line); border-radius: .5rem; padding: .45rem .8rem; margin: .4rem 0; }
summary { cursor: pointer; }
pre { margin: .6rem 0; padding: .7rem .8rem; background: var(--band); border-radius: .4rem; overflow-x: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; font: .8rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
code { font: .9em ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@media (max-width: 40rem) {
  body { padding: 1.4rem .9rem 3rem; }
  .facts { grid-template-columns: 1fr; }
  .facts dd { margin-bottom: .4rem; }
}
@media print {
  :root { --paper: #fff; --ink: #000; --soft: #444; --line: #bbb; --band: #f3f3f3; --gain: #0b6e4f; --gain-band: #fff;
    --drop: #b3261e; --drop-band: #fff; --series-1: #8a919c; --series-2: #2563b8; --series-3: #c2660a; --series-4: #6b4fb3;
    --series-5: #0e7c86; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  .scroll { overflow: visible; border: 0; }
  section, figure, tr { break-inside: avoid-page; }
  section { break-inside: auto; }
  table { font-size: 7.5pt; }
}
`;
