/** A number with a fixed number of decimals, a real minus sign and thin spaces between thousands; "–" for null. */
export function formatNumber(value: number | null, digits = 2): string {
  if (value === null || !Number.isFinite(value)) return "–";
  const [whole, fraction] = Math.abs(value).toFixed(digits).split(".") as [string, string | undefined];
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, "\u2009");
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && Number(text.replaceAll("\u2009", "")) !== 0 ? `\u2212${text}` : text;
}
