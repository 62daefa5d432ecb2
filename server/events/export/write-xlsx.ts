import { cellName } from '#shared/sheet/columns.ts'
import { PackedText, ZipFile } from './zip-file.ts'

/** A small picture (JPEG) and how large it is shown, in pixels. */
export interface Thumbnail {
  jpeg: Uint8Array
  width: number
  height: number
}

/** Units of a drawing in a pixel, and points of a row's height in one. */
const EMU = 9_525
const POINTS = 0.75
/** Pixels that are left free around a picture, and pixels of a character in the width of a column. */
const MARGIN = 2
const CHARACTER_PX = 7
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'
const SHEETS = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const DRAWINGS = 'http://schemas.openxmlformats.org/drawingml/2006'
const TYPES = 'application/vnd.openxmlformats'
const SHEET_NAME = 'Events'

/** Where a picture of the file is, which several rows may have. */
interface Placed {
  number: number
  width: number
  height: number
}

/**
 * Writes a file of Excel to the disk row by row (ECMA-376), so that it may be as long as it wants: the rows are packed aside, pictures go straight into
 * the file. `box`: the most pixels of a picture, which stands in the first column.
 */
export class XlsxFile {
  readonly #zip: ZipFile
  readonly #rows: PackedText
  readonly #drawing: PackedText | undefined
  readonly #box: { width: number; height: number }
  #rowCount = 0
  #pictures = 0

  private constructor(zip: ZipFile, rows: PackedText, drawing: PackedText | undefined, box: { width: number; height: number }) {
    this.#zip = zip
    this.#rows = rows
    this.#drawing = drawing
    this.#box = box
  }

  /** `hasPictures`: there may be some. */
  static async create(
    path: string,
    { hasPictures, box }: { hasPictures: boolean; box: { width: number; height: number } },
  ): Promise<XlsxFile> {
    const drawing = hasPictures ? await PackedText.create(`${path}.drawing`) : undefined
    const file = new XlsxFile(await ZipFile.create(path), await PackedText.create(`${path}.rows`), drawing, box)
    const width = ((box.width + 2 * MARGIN) / CHARACTER_PX).toFixed(2)
    const columns = hasPictures ? `<cols><col min="1" max="1" width="${width}" customWidth="1"/></cols>` : ''
    await file.#rows.write(`${HEAD}<worksheet xmlns="${SHEETS}" xmlns:r="${OFFICE}/relationships">${columns}<sheetData>`)
    await drawing?.write(
      `${HEAD}<xdr:wsDr xmlns:xdr="${DRAWINGS}/spreadsheetDrawing" xmlns:a="${DRAWINGS}/main" xmlns:r="${OFFICE}/relationships">`,
    )
    return file
  }

  /** A picture, for the rows that name it. */
  async addPicture({ jpeg, width, height }: Thumbnail): Promise<Placed> {
    this.#pictures += 1
    await this.#zip.add(`xl/media/event${this.#pictures}.jpeg`, jpeg, true)
    return { number: this.#pictures, width, height }
  }

  async addRow(texts: readonly string[], picture?: Placed): Promise<void> {
    const number = this.#rowCount + 1
    const height = picture === undefined ? '' : ` ht="${(this.#box.height + 2 * MARGIN) * POINTS}" customHeight="1"`
    const cells = texts.map((text, column) => (text === '' ? '' : cellOf(cellName(this.#rowCount, column), text)))
    await this.#rows.write(`<row r="${number}"${height}>${cells.join('')}</row>`)
    if (picture !== undefined) await this.#drawing?.write(anchorOf(this.#rowCount, picture))
    this.#rowCount = number
  }

  async end(): Promise<void> {
    const zip = this.#zip
    const [drawing, rows] = [this.#drawing, this.#rows]
    await rows.write(`</sheetData>${drawing === undefined ? '' : '<drawing r:id="rId1"/>'}</worksheet>`)
    await zip.addPacked('xl/worksheets/sheet1.xml', rows)
    if (drawing !== undefined) {
      await drawing.write('</xdr:wsDr>')
      await zip.addPacked('xl/drawings/drawing1.xml', drawing)
      const files = Array.from({ length: this.#pictures }, (_, index) => `image" Target="../media/event${index + 1}.jpeg`)
      await zip.add('xl/drawings/_rels/drawing1.xml.rels', relations(files))
      await zip.add('xl/worksheets/_rels/sheet1.xml.rels', relations(['drawing" Target="../drawings/drawing1.xml']))
    }
    const sheet = `<sheets><sheet name="${SHEET_NAME}" sheetId="1" r:id="rId1"/></sheets>`
    await zip.add('xl/workbook.xml', xml(`<workbook xmlns="${SHEETS}" xmlns:r="${OFFICE}/relationships">${sheet}</workbook>`))
    await zip.add('xl/_rels/workbook.xml.rels', relations(['worksheet" Target="worksheets/sheet1.xml']))
    await zip.add('_rels/.rels', relations(['officeDocument" Target="xl/workbook.xml']))
    await zip.add('[Content_Types].xml', xml(`<Types xmlns="${PACKAGE}/content-types">${contentTypes(drawing !== undefined)}</Types>`))
    await zip.end()
  }
}

function contentTypes(hasDrawing: boolean): string {
  const ofPart = (path: string, type: string) => `<Override PartName="${path}" ContentType="${TYPES}-officedocument.${type}+xml"/>`
  return [
    `<Default Extension="rels" ContentType="${TYPES}-package.relationships+xml"/>`,
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="jpeg" ContentType="image/jpeg"/>',
    ofPart('/xl/workbook.xml', 'spreadsheetml.sheet.main'),
    ofPart('/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'),
    hasDrawing ? ofPart('/xl/drawings/drawing1.xml', 'drawing') : '',
  ].join('')
}

function cellOf(place: string, text: string): string {
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
}

/** Names come from devices: what XML cannot hold is left out, and what Excel would read as the code of a character is written as one. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

function anchorOf(row: number, { width, height, number }: Placed): string {
  const size = `cx="${Math.round(width * EMU)}" cy="${Math.round(height * EMU)}"`
  const corner = (name: string, at: number) => `<xdr:${name}>${at}</xdr:${name}><xdr:${name}Off>${MARGIN * EMU}</xdr:${name}Off>`
  return (
    `<xdr:oneCellAnchor><xdr:from>${corner('col', 0)}${corner('row', row)}</xdr:from><xdr:ext ${size}/>` +
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${row + 1}" name="Picture ${row}"/><xdr:cNvPicPr/></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="rId${number}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill>` +
    `<xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${size}/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr>` +
    '</xdr:pic><xdr:clientData/></xdr:oneCellAnchor>'
  )
}

/** `kinds`: the end of the kind of each relation, and its target. */
function relations(kinds: readonly string[]): Uint8Array {
  const all = kinds.map((kind, index) => `<Relationship Id="rId${index + 1}" Type="${OFFICE}/relationships/${kind}"/>`)
  return xml(`<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`)
}

function xml(text: string): Uint8Array {
  return Buffer.from(HEAD + text)
}
