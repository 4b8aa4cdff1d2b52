// Public interface.

export { balanceOf, runningBalance } from "./book/balance.js";
export { importCsv } from "./book/import.js";
export { parseCsv } from "./csv/parse.js";
export { writeCsv } from "./csv/write.js";
export { allocate } from "./money/allocate.js";
export { formatAmount } from "./money/format.js";
export { parseAmount } from "./money/parse-amount.js";
export { outstanding } from "./report/aging.js";
export { statement } from "./report/statement.js";
export { monthlyTotals, trialBalance } from "./report/totals.js";
