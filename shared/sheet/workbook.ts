import { read, type CellObject, type WorkSheet } from 'xlsx'

/** A sheet as texts, as many rows and cells as there is something in. `formulas`: cells that are computed, as `cellKey` names them. */
export interface SheetTexts {
  rows: string[][]
  formulas: ReadonlySet<number>
}

/** Columns that are looked at: no list of ours has as many. */
const MOST_COLUMNS = 64
/** Rows that are read beyond those that are taken, to see that there are more. */
const LOOK_AHEAD = 100

/** Names a cell of a sheet, rows and places from 0. */
export function cellKey(row: number, place: number): number {
  return row * MOST_COLUMNS + place
}

/** xlsx is a zip file. */
export function isZip(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b
}

/** xls is a compound file. */
export function isCompoundFile(file: Uint8Array): boolean {
  return file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0
}

/**
 * Reads the first sheet of a workbook, an xlsx whose zip was looked at (`readZip`) or an xls. Answers 'too-many-rows' when there is something
 * beyond `mostRows` of them. Throws when it cannot be read. It may take long: in a thread of its own, which can be ended.
 */
export function readWorkbook(file: Uint8Array, mostRows: number): SheetTexts | 'too-many-rows' {
  const options = { dense: true, sheetRows: mostRows + LOOK_AHEAD, sheets: 0, cellHTML: false, cellStyles: false, bookVBA: false }
  const book = read(file, { type: 'array', ...options, cellFormula: true })
  const name = book.SheetNames[0]
  // A sheet may have the name of what every object has by itself.
  const sheet = name !== undefined && Object.hasOwn(book.Sheets, name) ? book.Sheets[name] : undefined
  if (sheet === undefined) throw new Error('The workbook has no sheet.')
  return textsOf(sheet, mostRows)
}

function textsOf(sheet: WorkSheet, mostRows: number): SheetTexts | 'too-many-rows' {
  const rows: string[][] = []
  const formulas = new Set<number>()
  let isMore = false
  // Only cells that are there: what a sheet says of its size may be anything.
  sheet['!data']?.forEach((cells, row) => {
    const texts: string[] = []
    cells?.forEach((cell: CellObject | undefined, place) => {
      const text = textOf(cell)
      if (place >= MOST_COLUMNS || text === '') return
      while (texts.length < place) texts.push('')
      texts[place] = text
      if (cell?.f !== undefined) formulas.add(cellKey(row, place))
    })
    if (texts.length === 0) return
    if (row >= mostRows) isMore = true
    else {
      while (rows.length < row) rows.push([])
      rows[row] = texts
    }
  })
  return isMore ? 'too-many-rows' : { rows, formulas }
}

/** A cell as its reader sees it; a long whole number in full, which is a telephone number or a plate, and no quantity. */
function textOf(cell: CellObject | undefined): string {
  if (cell?.v === undefined || cell.t === 'z') return cell?.f === undefined ? '' : '='
  if (cell.t === 'n' && Number.isSafeInteger(cell.v) && (cell.w === undefined || /E[+-]/i.test(cell.w))) return String(cell.v)
  return cell.w ?? String(cell.v)
}
