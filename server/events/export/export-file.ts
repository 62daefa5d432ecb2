import type { Language } from '#contract/enums.ts'
import type { Viewer } from '#contract/masked.ts'
import { CSV_BEGIN, csvLines } from '#shared/sheet/write-csv.ts'
import type { EventRow } from '../event-search.ts'
import { toCells } from './cells.ts'
import { FileWriter } from './file-writer.ts'
import { headings, pictureHeading } from './headings.ts'
import type { Thumbnail, XlsxFile } from './write-xlsx.ts'

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

type Placed = Awaited<ReturnType<XlsxFile['addPicture']>>

/** A file for spreadsheet programs on the disk: a heading, and a row for each event that it takes, written as they come. */
export class ExportFile {
  readonly #options: ExportOptions
  readonly #file: FileWriter | XlsxFile
  readonly #placed = new Map<string, Placed>()

  private constructor(options: ExportOptions, file: FileWriter | XlsxFile) {
    this.#options = options
    this.#file = file
  }

  /** Begins a new file at this path. Throws as the disk does, as all else here. */
  static async create(path: string, options: ExportOptions): Promise<ExportFile> {
    const { format, hasPictures, language } = options
    const heading = headings[language]
    if (format === 'csv') {
      const file = await FileWriter.create(path)
      await file.write(Buffer.from(CSV_BEGIN + csvLines([heading])))
      return new ExportFile(options, file)
    }
    // Loaded by who needs it.
    const { XlsxFile } = await import('./write-xlsx.ts')
    const file = await XlsxFile.create(path, { hasPictures, box: BOX })
    await file.addRow(hasPictures ? [pictureHeading[language], ...heading] : heading)
    return new ExportFile(options, file)
  }

  /** `pictures`: those that it was not given before, by their keys. */
  async take(events: readonly EventRow[], pictures: ReadonlyMap<string, Uint8Array> = new Map()): Promise<void> {
    const { timeZones, viewer, hasPictures } = this.#options
    const rows = events.map((event) => toCells(event, timeZones.get(event.site_id) ?? 'UTC', viewer))
    if (this.#file instanceof FileWriter) return this.#file.write(Buffer.from(csvLines(rows)))
    for (const [key, picture] of pictures) {
      const thumbnail = await thumbnailOf(picture)
      if (thumbnail !== undefined) this.#placed.set(key, await this.#file.addPicture(thumbnail))
    }
    for (const [index, row] of rows.entries())
      await this.#file.addRow(hasPictures ? ['', ...row] : row, this.#placed.get(events[index]?.snapshot_key ?? ''))
  }

  async end(): Promise<void> {
    await (this.#file instanceof FileWriter ? this.#file.close() : this.#file.end())
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
    // At once: it takes a third of a millisecond, of which handing it to another thread would save nothing.
    return { jpeg: canvas.encodeSync('jpeg', QUALITY), width, height }
  } catch {
    return undefined
  }
}
