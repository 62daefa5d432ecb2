import { markFormulas } from './formula-mark.ts'

/** Rows as a CSV file (RFC 4180) that spreadsheets read in every language: UTF-8 with its mark, and nothing in it that would be a formula there. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`
}

function cell(text: string): string {
  const safe = markFormulas(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
