/**
 * What a spreadsheet would take for the beginning of a formula: at the start of a cell, and behind what parts cells where the computer's
 * language has other signs for it than a comma. Quotes are no help there: they stand in the middle of such a cell.
 */
const FORMULA = /(^|[;\t\r\n] *"*)(?=[=+\-@])|^(?=[\t\r])/g

function cell(text: string): string {
  const safe = text.replaceAll(FORMULA, (before) => `${before}'`)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/**
 * Rows as a CSV file (RFC 4180) that spreadsheets read in every language: UTF-8 with its mark. What would be a formula there gets an
 * apostrophe in front, so that no name runs anything.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}
