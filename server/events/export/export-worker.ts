import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import type { ExportOptions, ForWorker } from './event-exports.ts'
import { toCells } from './cells.ts'
import { headings, pictureHeading } from './headings.ts'
import { writeXlsx, writeXlsxWithPictures, type Thumbnail } from './write-xlsx.ts'

/**
 * Makes the file of an export from the events that it is told one after the other, the newest first. Posts `taken` for each telling, and in the end
 * the bytes of the file. In a thread of its own: pictures that are made small and files that are packed would hold up everybody.
 */
const options = workerData as ExportOptions
const { format, language, hasPictures } = options

/** The most pixels of a picture in the file. */
const BOX = { width: 160, height: 90 }
const QUALITY = 75

const heading = headings[language]
const rows: string[][] = [hasPictures ? [pictureHeading[language], ...heading] : heading]
const thumbnails = new Map<string, Thumbnail | undefined>()
const shown = new Map<number, Thumbnail>()

async function take({ events, pictures }: Extract<ForWorker, { kind: 'events' }>): Promise<void> {
  for (const [key, picture] of pictures) thumbnails.set(key, await thumbnailOf(picture))
  for (const event of events) {
    const thumbnail = thumbnails.get(event.snapshot_key ?? '')
    if (thumbnail !== undefined) shown.set(rows.length, thumbnail)
    const cells = toCells(event, options.timeZones.get(event.site_id) ?? 'UTC', options.viewer)
    rows.push(hasPictures ? ['', ...cells] : cells)
  }
}

/** Undefined for what is no picture: a device has sent it. */
async function thumbnailOf(picture: Uint8Array): Promise<Thumbnail | undefined> {
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

function fileBytes(): Uint8Array<ArrayBuffer> {
  if (format === 'xlsx') return new Uint8Array(hasPictures ? writeXlsxWithPictures(rows, shown, BOX) : writeXlsx(rows))
  // The mark at the beginning tells spreadsheet programs that the text is UTF-8.
  return new TextEncoder().encode(`\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`)
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

parentPort?.on('message', async (message: ForWorker) => {
  if (message.kind === 'events') {
    await take(message)
    parentPort?.postMessage({ kind: 'taken' })
  } else {
    const bytes = fileBytes()
    parentPort?.postMessage({ kind: 'file', bytes }, [bytes.buffer])
  }
})
