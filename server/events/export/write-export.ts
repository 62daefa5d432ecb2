import type { Language } from '#contract/enums.ts'
import { attributeNames, type EventAttributes } from '#contract/event-attributes.ts'
import { personFields } from '#contract/known-person.ts'
import type { Viewer } from '#contract/masked.ts'
import { timeIn } from '#shared/time/zone.ts'
import type { EventRow } from '../event-search.ts'
import { timeOfEvent } from '../event-id.ts'
import { personFor } from '../known-person.ts'
import { similarityIn } from '../traits.ts'
import { headings } from './headings.ts'

interface Options {
  /** Who gets it. */
  viewer: Viewer

  format: 'csv' | 'xlsx'
  language: Language
  /** Time zones of sites by their id: times are those of the clocks there. */
  timeZones: ReadonlyMap<string, string>
}

/** Writes events as a file for spreadsheet programs: a heading, then a row for each event. */
export async function writeExport(events: readonly EventRow[], options: Options): Promise<File> {
  const rows = [
    headings[options.language],
    ...events.map((event) => toCells(event, options.timeZones.get(event.site_id) ?? 'UTC', options.viewer)),
  ]
  if (options.format === 'xlsx') return writeXlsx(rows)
  // The mark at the beginning tells spreadsheet programs that the text is UTF-8.
  const text = `\uFEFF${rows.map((row) => row.map(quote).join(',')).join('\r\n')}\r\n`
  return new File([text], 'events.csv', { type: 'text/csv; charset=utf-8' })
}

/** Loaded when it is needed: the library is large. */
async function writeXlsx(rows: string[][]): Promise<File> {
  const { utils, write } = await import('xlsx')
  const book = utils.book_new(utils.aoa_to_sheet(rows), 'Events')
  const bytes = write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer
  return new File([new Uint8Array(bytes)], 'events.xlsx', { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' })
}

function toCells(event: EventRow, timeZone: string, viewer: Viewer): string[] {
  const person = personFor(viewer, event)
  const attributes = JSON.parse(event.attributes_json) as EventAttributes
  const place = [event.site_name, event.source_name, event.sn, String(event.chl_index + 1)]
  const time = [timeIn(timeOfEvent(event.id), timeZone, 'YYYY-MM-DD HH:mm:ss'), timeZone]
  const known = [event.plate ?? '', String(similarityIn(event.traits) ?? ''), ...personFields.map((name) => person?.[name] ?? '')]
  return [...time, event.kind, ...place, ...known, ...attributeNames.map((name) => attributes[name] ?? '')].map(asText)
}

/** A text that a spreadsheet program would take for a formula is marked as a text: devices and people chose it. */
function asText(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

function quote(cell: string): string {
  return /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
