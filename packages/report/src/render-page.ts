import { type Content, html, type Markup } from "./markup.ts";
import { pageStyle } from "./page-style.ts";

/** One part of a page. */
export interface Section {
  /** Fragment of its address, unique on the page, lower-case with dashes. */
  readonly id: string;
  readonly title: string;
  /** One or two sentences under the title. */
  readonly lead?: Content;
  readonly body: readonly Markup[];
}

/** A page: title, sections in order, and what stands at its foot. */
export interface Page {
  readonly title: string;
  readonly subtitle?: Content;
  readonly sections: readonly Section[];
  readonly footer?: Content;
  /** Language of its text; default "en". */
  readonly language?: string;
}

/**
 * A whole HTML document that needs nothing else: styles and drawings are inside, there is no script and no request.
 *
 * Light or dark follows the reader's system; it prints in black on white.
 */
export function renderPage({ title, subtitle = null, sections, footer = null, language = "en" }: Page): string {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<title>${title}</title>
<style>${{ markup: pageStyle }}</style>
</head>
<body>
<header>
<h1>${title}</h1>
${
  subtitle !== null &&
  html`<p class="subtitle">${subtitle}</p>
`
}${sections.length > 2 && contents(sections)}</header>
<main>
${sections.map(sectionMarkup)}</main>
${
  footer !== null &&
  html`<footer>${footer}</footer>
`
}</body>
</html>
`;
  return page.markup;
}

function contents(sections: readonly Section[]): Markup {
  const links = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav aria-label="contents"><ul>${links}</ul></nav>
`;
}

function sectionMarkup({ id, title, lead = null, body }: Section): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
${
  lead !== null &&
  html`<p class="lead">${lead}</p>
`
}${body}</section>
`;
}
