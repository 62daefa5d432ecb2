import type { ExportOptions, FromProcess, ToProcess } from './event-exports.ts'
import { toCells } from './cells.ts'
import { headings, pictureHeading } from './headings.ts'
import type { Thumbnail } from './write-xlsx.ts'

/**
 * Makes the file of an export of the events that it is told one after the other, the newest first. Sends `taken` for each telling, and in the end
 * the bytes of the file. In a process of its own: what is packed would hold up everybody, and pictures come from devices, so that whoever reads them
 * knows no secret and may crash alone. Ends with the service.
 */

/** The most pixels of a picture in the file. */
const BOX = { width: 160, height: 90 }
const QUALITY = 75

let options: ExportOptions
const rows: string[][] = []
const thumbnails = new Map<string, Thumbnail | undefined>()
const shown = new Map<number, Thumbnail>()

function begin(wanted: ExportOptions): void {
  options = wanted
  const heading = headings[options.language]
  rows.push(options.hasPictures ? [pictureHeading[options.language], ...heading] : heading)
}

async function take({ events, pictures }: Extract<ToProcess, { kind: 'events' }>): Promise<void> {
  for (const [key, picture] of pictures) thumbnails.set(key, await thumbnailOf(picture))
  for (const event of events) {
    const thumbnail = thumbnails.get(event.snapshot_key ?? '')
    if (thumbnail !== undefined) shown.set(rows.length, thumbnail)
    const cells = toCells(event, options.timeZones.get(event.site_id) ?? 'UTC', options.viewer)
    rows.push(options.hasPictures ? ['', ...cells] : cells)
  }
}

/** Undefined for what is no picture: a device has sent it. */
async function thumbnailOf(picture: Uint8Array): Promise<Thumbnail | undefined> {
  // Loaded for those alone who want pictures, as what writes Excel files is.
  const { createCanvas, loadImage } = await import('@napi-rs/canvas')
  try {
    const image = await loadImage(picture)
    const scale = Math.min(1, BOX.width / image.width, BOX.height / image.height)
    const [width, height] = [Math.max(1, Math.round(image.width * scale)), Math.max(1, Math.round(image.height * scale))]
    const canvas = createCanvas(width, height)
    canvas.getContext('2d').drawImage(image, 0, 0, width, height)
    return { jpeg: await canvas.encode('jpeg', QUALITY), width, height }
  } catch {
    return undefined
  }
}

async function fileBytes(): Promise<Uint8Array<ArrayBuffer>> {
  if (options.format === 'xlsx') {
    const { writeXlsx, writeXlsxWithPictures } = await import('./write-xlsx.ts')
    return new Uint8Array(options.hasPictures ? writeXlsxWithPictures(rows, shown, BOX) : writeXlsx(rows))
  }
  // The mark at the beginning tells spreadsheet programs that the text is UTF-8.
  return new TextEncoder().encode(`\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`)
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

const tell = (message: FromProcess) => process.send?.(message)

process.on('message', async (message: ToProcess) => {
  if (message.kind === 'begin') begin(message.options)
  else if (message.kind === 'events') await take(message)
  tell(message.kind === 'end' ? { kind: 'file', bytes: await fileBytes() } : { kind: 'taken' })
})
process.on('disconnect', () => process.exit())
