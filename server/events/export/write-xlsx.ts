import { CFB, utils, write } from 'xlsx'
import { zipOf, type ZipEntry } from './zip.ts'

/** A small picture (JPEG) and how large it is shown, in pixels. */
export interface Thumbnail {
  jpeg: Uint8Array
  width: number
  height: number
}

/** Units of a drawing in a pixel, and points of a row's height in one. */
const EMU = 9_525
const POINTS = 0.75
/** Pixels that are left free around a picture. */
const MARGIN = 2
const DRAWING_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const DRAWINGS = 'http://schemas.openxmlformats.org/drawingml/2006'

/** Rows of texts, the first of which is the heading, as a file of Excel. */
export function writeXlsx(rows: string[][]): Uint8Array<ArrayBuffer> {
  return write(utils.book_new(utils.aoa_to_sheet(rows), 'Events'), { type: 'array', bookType: 'xlsx', compression: true })
}

/**
 * The same with a picture in the first column of rows, by their numbers; several rows may have the same one. The library writes no pictures:
 * they are added to its file as the parts of a drawing. `box`: the most pixels of a picture.
 */
export function writeXlsxWithPictures(
  rows: string[][],
  pictures: ReadonlyMap<number, Thumbnail>,
  box: { width: number; height: number },
): Uint8Array<ArrayBuffer> {
  const sheet = utils.aoa_to_sheet(rows)
  sheet['!cols'] = [{ wpx: box.width + 2 * MARGIN }]
  sheet['!rows'] = rows.map((_, row) => (pictures.has(row) ? { hpt: (box.height + 2 * MARGIN) * POINTS } : {}))
  const parts = partsOf(write(utils.book_new(sheet, 'Events'), { type: 'array', bookType: 'xlsx' }))
  const files = [...new Set(pictures.values())]
  const numbers = new Map(files.map((file, index) => [file, index + 1]))
  const anchors = [...pictures].map(([row, picture]) => anchorOf(row, picture, numbers.get(picture) ?? 0))
  const edited = parts.map(({ path, bytes }): ZipEntry => ({ path, bytes: textBytes(withDrawing(path, Buffer.from(bytes).toString())) }))
  return zipOf([
    ...edited,
    text('xl/worksheets/_rels/sheet1.xml.rels', relations([`drawing" Target="../drawings/drawing1.xml`])),
    text('xl/drawings/_rels/drawing1.xml.rels', relations(files.map((_, index) => `image" Target="../media/event${index + 1}.jpeg`))),
    text(
      'xl/drawings/drawing1.xml',
      `<xdr:wsDr xmlns:xdr="${DRAWINGS}/spreadsheetDrawing" xmlns:a="${DRAWINGS}/main" xmlns:r="${RELATIONS}">${anchors.join('')}</xdr:wsDr>`,
    ),
    ...files.map(({ jpeg }, index) => ({ path: `xl/media/event${index + 1}.jpeg`, bytes: jpeg, isStored: true })),
  ])
}

/** The files in a file of Excel. */
function partsOf(file: Uint8Array): ZipEntry[] {
  const { FullPaths: paths, FileIndex: files } = CFB.read(new Uint8Array(file), { type: 'array' }) as {
    FullPaths: string[]
    FileIndex: { content?: Uint8Array; size: number }[]
  }
  return files.flatMap(({ content }, index) => {
    const path = paths[index]?.replace(/^[^/]*\//, '') ?? ''
    // What is no part of the book is the library's own.
    return content === undefined || path === '' || path.startsWith('\x01') ? [] : [{ path, bytes: content }]
  })
}

/** Names the drawing where the book has to know of it. */
function withDrawing(path: string, xml: string): string {
  if (path === 'xl/worksheets/sheet1.xml') return xml.replace('</worksheet>', '<drawing r:id="rId1"/></worksheet>')
  if (path !== '[Content_Types].xml') return xml
  return xml.replace('</Types>', `<Override PartName="/xl/drawings/drawing1.xml" ContentType="${DRAWING_TYPE}"/></Types>`)
}

function anchorOf(row: number, { width, height }: Thumbnail, number: number): string {
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
function relations(kinds: readonly string[]): string {
  const all = kinds.map((kind, index) => `<Relationship Id="rId${index + 1}" Type="${RELATIONS}/${kind}"/>`)
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${all.join('')}</Relationships>`
}

function text(path: string, xml: string): ZipEntry {
  return { path, bytes: textBytes(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${xml}`) }
}

function textBytes(xml: string): Uint8Array {
  return Buffer.from(xml)
}
