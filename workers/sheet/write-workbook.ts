import { utils, write } from 'xlsx'

/** Characters that a column of such texts is wide at least and at most. */
const WIDTHS = { least: 10, most: 40 }

/** Rows of texts, the first of which is the heading, as a file of Excel. Every cell is a text: nothing in it is computed. */
export function writeWorkbook(sheetName: string, rows: readonly (readonly string[])[]): Uint8Array<ArrayBuffer> {
  const sheet = utils.aoa_to_sheet(rows.map((row) => [...row]))
  const columns = rows[0]?.length ?? 0
  sheet['!cols'] = Array.from({ length: columns }, (_, place) => {
    const widest = rows.reduce((most, row) => Math.max(most, row[place]?.length ?? 0), 0)
    return { wch: Math.min(WIDTHS.most, Math.max(WIDTHS.least, widest + 2)) }
  })
  return new Uint8Array(write(utils.book_new(sheet, sheetName), { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer)
}
