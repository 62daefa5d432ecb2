import { i18n } from '@lingui/core'
import { fileNameOf } from '#contract/rules.ts'
import { listColumns, type ListKind } from '#contract/sheet-api.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'
import { saveFile } from '../../lib/share-file.ts'
import { columnNames } from './import-words.ts'

/** The headings of a list in the language that is shown. */
export function headingsOf(list: ListKind): string[] {
  return listColumns[list].map((column) => i18n._(columnNames[column]))
}

/** Saves a list under a name, its headings first. `xlsxOf` makes the file of Excel. */
export async function saveList({
  name,
  rows,
  format,
  xlsxOf,
}: {
  name: string
  rows: string[][]
  format: 'xlsx' | 'csv'
  xlsxOf: (sheetName: string, rows: string[][]) => Promise<Blob>
}): Promise<void> {
  // Sheets may have fewer signs in their names than files, and not as many.
  const sheetName = name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31)
  const file = format === 'csv' ? new Blob([csvOf(rows)], { type: 'text/csv' }) : await xlsxOf(sheetName, rows)
  saveFile(new File([file], fileNameOf(`${name}.${format}`), { type: file.type }))
}
