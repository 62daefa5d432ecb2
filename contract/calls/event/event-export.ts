import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language } from '../../enums.ts'
import { exportId } from './event.ts'
import { eventFilter, timeSpanRule } from './event-filter.ts'

/** More than these are not exported: the newest are. */
export const EXPORT_ROWS = 50_000

/**
 * The events that a search finds, as a file. Its heading is in the language named. `withPictures`: with a small picture beside each event, in an
 * Excel file. While it is made, `export-progress` is pushed under `exportId`, if there is one; whoever calls it off ends the making. Fails with
 * range-too-long when the span is over 31 days, export-under-way while another is made for the person, export-space-low when the service has no room
 * for the file.
 */
export const eventExport = defineCall({
  path: '/vms/event/export',
  input: z
    .object({
      ...eventFilter,
      format: z.enum(['csv', 'xlsx']),
      language,
      withPictures: z.optional(z.boolean()),
      exportId: z.optional(exportId),
    })
    .check(
      ...timeSpanRule,
      z.refine(({ format, withPictures }) => format === 'xlsx' || withPictures !== true, { path: ['withPictures'] }),
    ),
  output: z.file(),
  access: holdersOf('playback'),
  offline: 'none',
  download: true,
  patienceMs: 30 * 60_000,
  rate: { calls: 10, perMs: 60_000 },
})
