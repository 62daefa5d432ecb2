import { MOST_SHEET_BYTES, MOST_SHEET_ROWS, type ListKind, type ListRow, type SheetRefusal } from '#contract/sheet-api.ts'
import { parseCsv } from '#shared/sheet/csv.ts'
import { unmarkFormulas } from '#shared/sheet/formula-mark.ts'
import { isCompoundFile, isZip, readWorkbook, type SheetTexts } from '#shared/sheet/workbook.ts'
import { readZip, unpacksAsSaid } from '#shared/sheet/zip-guard.ts'
import { judge } from './judge.ts'

/** Reads the rows of a list out of a file of anybody's: xlsx, xls or csv. */
export async function readList(list: ListKind, file: File): Promise<ListRow[] | SheetRefusal> {
  if (file.size > MOST_SHEET_BYTES) return 'too-large'
  const bytes = new Uint8Array(await file.arrayBuffer())
  const sheet = await readSheet(bytes, file.name)
  return typeof sheet === 'string' ? sheet : judge(list, sheet)
}

async function readSheet(bytes: Uint8Array, name: string): Promise<SheetTexts | SheetRefusal> {
  if (isZip(bytes)) {
    const parts = readZip(bytes)
    if (typeof parts === 'string') return parts
    if (!(await unpacksAsSaid(parts, unpackedBytes))) return 'damaged'
  } else if (!isCompoundFile(bytes)) return /\.(?:csv|txt)$/i.test(name) ? readText(bytes) : 'no-spreadsheet'
  try {
    return readWorkbook(bytes, MOST_SHEET_ROWS)
  } catch {
    return 'damaged'
  }
}

function readText(bytes: Uint8Array): SheetTexts | SheetRefusal {
  const text = decoded(bytes)
  // No text has it, and every other file does.
  if (text.includes('\0')) return 'no-spreadsheet'
  const rows = parseCsv(text)
  if (rows.length > MOST_SHEET_ROWS) return 'too-many-rows'
  return { rows: rows.map((row) => row.map(unmarkFormulas)), formulas: new Set() }
}

/** UTF-8, else what spreadsheet programs write in China. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Counts what a part unpacks to, and keeps nothing of it. */
async function unpackedBytes(packed: Uint8Array, most: number): Promise<number> {
  const unpacked = new Blob([new Uint8Array(packed)]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
  let bytes = 0
  for await (const chunk of pieces(unpacked)) {
    bytes += chunk.byteLength
    if (bytes > most) break
  }
  return bytes
}

/** Streams cannot be walked through everywhere. */
async function* pieces(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel()
  }
}
