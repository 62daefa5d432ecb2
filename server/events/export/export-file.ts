import type { Language } from '#contract/enums.ts'
import type { Viewer } from '#contract/masked.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'
import type { EventRow } from '../event-search.ts'
import { toCells } from './cells.ts'
import { headings, pictureHeading } from './headings.ts'
import type { Thumbnail } from './write-xlsx.ts'

export interface ExportOptions {
  format: 'csv' | 'xlsx'
  /** A small picture stands beside each event; in Excel files only. */
  hasPictures: boolean
  language: Language
  /** Who gets it. */
  viewer: Viewer
  /** Time zones of sites by their id: times are those of the clocks there. */
  timeZones: ReadonlyMap<string, string>
}

/** The most pixels of a picture in the file. */
const BOX = { width: 160, height: 90 }
const QUALITY = 75

/** A file for spreadsheet programs: a heading, and a row for each event that it takes. */
export class ExportFile {
  readonly #options: ExportOptions
  readonly #rows: string[][]
  readonly #thumbnails = new Map<string, Thumbnail | undefined>()
  readonly #shown = new Map<number, Thumbnail>()

  constructor(options: ExportOptions) {
    const heading = headings[options.language]
    this.#options = options
    this.#rows = [options.hasPictures ? [pictureHeading[options.language], ...heading] : heading]
  }

  /** `pictures`: those that it was not given before, by their keys. */
  async take(events: readonly EventRow[], pictures: ReadonlyMap<string, Uint8Array> = new Map()): Promise<void> {
    for (const [key, picture] of pictures) this.#thumbnails.set(key, await thumbnailOf(picture))
    const { hasPictures, timeZones, viewer } = this.#options
    for (const event of events) {
      const thumbnail = this.#thumbnails.get(event.snapshot_key ?? '')
      if (thumbnail !== undefined) this.#shown.set(this.#rows.length, thumbnail)
      const cells = toCells(event, timeZones.get(event.site_id) ?? 'UTC', viewer)
      this.#rows.push(hasPictures ? ['', ...cells] : cells)
    }
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#options.format === 'xlsx') {
      const { writeXlsx, writeXlsxWithPictures } = await import('./write-xlsx.ts')
      return new Uint8Array(this.#options.hasPictures ? writeXlsxWithPictures(this.#rows, this.#shown, BOX) : writeXlsx(this.#rows))
    }
    return new TextEncoder().encode(csvOf(this.#rows))
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
