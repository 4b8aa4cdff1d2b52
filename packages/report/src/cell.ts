import { formatNumber } from "./format-number.ts";
import { type Content, html, type Markup } from "./markup.ts";

/**
 * A difference from a baseline: shown with an arrow, a colour and, where known, its interval. It is bold unless the
 * interval holds 0.
 */
export interface DeltaCell {
  readonly delta: number | null;
  /** Ends of an interval around `delta`, in the same unit. */
  readonly lower?: number | null;
  readonly upper?: number | null;
  /** Default 2. */
  readonly digits?: number;
  /** Written behind the number: "%" or nothing. */
  readonly unit?: string;
  /** False when less is better (cost): decides the colour, never the arrow. Default true. */
  readonly isHigherBetter?: boolean;
}

/** A plain number. */
export interface NumberCell {
  readonly value: number | null;
  /** Default 2. */
  readonly digits?: number;
  readonly unit?: string;
}

/** A short label in a frame, such as a verdict. Its word says what its colour says. */
export interface BadgeCell {
  readonly badge: string;
  readonly tone: "good" | "bad" | "neutral";
}

/** What a cell of a table holds. A bare text or number is shown as it is. */
export type Cell = DeltaCell | NumberCell | BadgeCell | Content;

/** HTML for the inside of a cell, and the class of the cell itself. */
export function cellMarkup(cell: Cell): { readonly content: Markup; readonly className: string } {
  if (typeof cell === "object" && cell !== null) {
    if ("delta" in cell) return deltaMarkup(cell);
    if ("value" in cell) {
      return { content: html`${formatNumber(cell.value, cell.digits)}${unitOf(cell)}`, className: "number" };
    }
    if ("badge" in cell) {
      return { content: html`<span class="badge ${cell.tone}">${cell.badge}</span>`, className: "" };
    }
  }
  return { content: html`${cell}`, className: typeof cell === "number" ? "number" : "" };
}

function deltaMarkup(cell: DeltaCell): { content: Markup; className: string } {
  const { delta, lower = null, upper = null, digits = 2, isHigherBetter = true } = cell;
  if (delta === null) return { content: html`<span class="none">–</span>`, className: "number delta" };
  const rounded = Number(delta.toFixed(digits));
  const [arrow, word] = rounded > 0 ? ["↑", "up"] : rounded < 0 ? ["↓", "down"] : ["=", "no change"];
  const isGood = rounded > 0 === isHigherBetter;
  const tone = rounded === 0 ? "same" : isGood ? "gain" : "drop";
  const isUnsure = lower !== null && upper !== null && lower <= 0 && upper >= 0;
  const interval =
    lower === null || upper === null
      ? null
      : html`<span class="interval">[${formatNumber(lower, digits)}, ${formatNumber(upper, digits)}]</span>`;
  return {
    content: html`<span class="${tone}${isUnsure && " unsure"}"><span class="arrow" role="img" aria-label="${word}">${arrow}</span>${formatNumber(
      Math.abs(delta),
      digits,
    )}${unitOf(cell)}</span>${interval}`,
    className: "number delta",
  };
}

function unitOf({ unit }: { readonly unit?: string }): Markup | null {
  return unit === undefined ? null : html`<span class="unit"> ${unit}</span>`;
}
