import { deflateRawSync } from 'node:zlib'
import { utils, write } from 'xlsx'
import { deep } from '#tests/support/depth.ts'

/** Rows of texts as the file of a spreadsheet program. */
export function workbookOf(rows: readonly (readonly string[])[], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer {
  const book = utils.book_new(utils.aoa_to_sheet(rows.map((row) => [...row])), 'Plates')
  return Buffer.from(write(book, { type: 'array', bookType, compression: true }) as ArrayBuffer)
}

/** A part of a zip file. `size`: what the directory says that it unpacks to, the truth unless given. */
export interface Part {
  name: string
  content: Buffer
  size?: number
}

interface ZipOptions {
  /** All entries of the directory tell of the first part's bytes. */
  isOverlapping?: boolean
}

/** A zip file as nobody's program would write it. */
export function zipOf(parts: readonly Part[], { isOverlapping = false }: ZipOptions = {}): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const { name, content, size = content.byteLength } of parts) {
    // As fast as can be: how small it becomes does not matter.
    const packed = deflateRawSync(content, { level: 1 })
    const title = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(20, 4)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.byteLength, 18)
    local.writeUInt32LE(size, 22)
    local.writeUInt16LE(title.byteLength, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(20, 6)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.byteLength, 20)
    entry.writeUInt32LE(size, 24)
    entry.writeUInt16LE(title.byteLength, 28)
    entry.writeUInt32LE(isOverlapping ? 0 : at, 42)
    if (!isOverlapping || bodies.length === 0) bodies.push(local, title, packed)
    directory.push(entry, title)
    at += 30 + title.byteLength + packed.byteLength
  }
  const body = Buffer.concat(bodies)
  const index = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(index.byteLength, 12)
  end.writeUInt32LE(body.byteLength, 16)
  return Buffer.concat([body, index, end])
}

/** The parts of a workbook around the XML of its sheet. `size`: what the directory says of the sheet. */
export function workbookParts(sheet: Buffer, { size, sheetName = 'Plates' }: { size?: number; sheetName?: string } = {}): Part[] {
  const xml = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>${text}`)
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  return [
    {
      name: '[Content_Types].xml',
      content: xml(
        `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
      ),
    },
    {
      name: '_rels/.rels',
      content: xml(
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
      ),
    },
    {
      name: 'xl/workbook.xml',
      content: xml(
        `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets><sheet name="${sheetName}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: xml(
        `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
    },
    { name: 'xl/worksheets/sheet1.xml', content: sheet, ...(size !== undefined && { size }) },
  ]
}

/** The XML of a sheet; a cell that begins with `=` is a formula. */
export function sheetXml(rows: readonly (readonly string[])[], { dimension = '' } = {}): Buffer {
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  const cell = (text: string, row: number, place: number) => {
    const at = `${String.fromCharCode(65 + place)}${row + 1}`
    return text.startsWith('=')
      ? `<c r="${at}" t="str"><f>${escaped(text.slice(1))}</f><v>computed</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  }
  const body = rows.map((row, index) => `<row r="${index + 1}">${row.map((text, place) => cell(text, index, place)).join('')}</row>`)
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${dimension && `<dimension ref="${dimension}"/>`}<sheetData>${body.join('')}</sheetData></worksheet>`,
  )
}

/** What bombs unpack to: far more than anybody may unpack, either way. */
const BOMB_BYTES = deep(200, 50) * 1024 * 1024

/** Files that are made to hurt whoever reads them, by what they are. */
export const hostileFiles: Record<string, () => Buffer> = {
  'a zip bomb': () => zipOf(workbookParts(Buffer.alloc(BOMB_BYTES, 32))),
  'a zip bomb that lies of its size': () => zipOf(workbookParts(Buffer.alloc(BOMB_BYTES, 32), { size: 2_000 })),
  'entries that overlap': () =>
    zipOf(
      Array.from({ length: 200 }, () => ({ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(100_000, 32) })),
      { isOverlapping: true },
    ),
  'a million rows': () => zipOf(workbookParts(millionRows())),
  'half a file': () => workbookOf([['plate'], ['KV 1']]).subarray(0, 900),
}

/** As short as a row can be, so that their number alone is too large; the short form has several times as many as a list may. */
function millionRows(): Buffer {
  const row = (number: number) => `<row r="${number}"><c><v>1</v></c></row>`
  const rows = Array.from({ length: deep(700_000, 100_000) }, (_, index) => row(index + 1)).join('')
  return Buffer.from(
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`,
  )
}
