import { parentPort, workerData } from 'node:worker_threads'
import { read, utils } from 'xlsx'

/** Reads the first sheet of a spreadsheet file as rows of texts, at most `sheetRows` of them. Posts `null` when it is no spreadsheet. */
const { bytes, sheetRows } = workerData as { bytes: Uint8Array; sheetRows: number }

function readRows(): string[][] | null {
  try {
    const isSpreadsheet = isZip(bytes) || isCompoundFile(bytes)
    if (!isSpreadsheet) return null
    const book = read(bytes, { type: 'array', sheetRows, cellFormula: false, cellHTML: false, cellStyles: false, bookVBA: false })
    const sheet = book.Sheets[book.SheetNames[0] ?? '']
    if (sheet === undefined) return null
    const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: false, defval: '', blankrows: true })
    return rows.map((row) => row.map(String))
  } catch {
    return null
  }
}

/** xlsx. */
function isZip(file: Uint8Array): boolean {
  return file[0] === 0x50 && file[1] === 0x4b
}

/** xls. */
function isCompoundFile(file: Uint8Array): boolean {
  return file[0] === 0xd0 && file[1] === 0xcf && file[2] === 0x11 && file[3] === 0xe0
}

parentPort?.postMessage(readRows())
