import { markFormulas } from './formula-mark.ts'

/** What such a file begins with. */
export const CSV_BEGIN = '\uFEFF'

/** Rows as a CSV file (RFC 4180) that spreadsheets read in every language: UTF-8 with its mark, and nothing in it that would be a formula there. */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return CSV_BEGIN + csvLines(rows)
}

/** Rows of such a file, for who writes it little by little. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

function cell(text: string): string {
  const safe = markFormulas(text)
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
