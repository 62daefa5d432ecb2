import * as z from 'zod/mini'
import { columnWidthLimits } from '../../limits.ts'
import { noticeChoices } from '../../quiet-hours.ts'
import { volumeLimits } from '../../sound.ts'
import { MOST_WINDOWS } from '../config/wall-grid.ts'

const openness = z.enum(['open', 'closed'])
const MOST_TABLES = 60
const MOST_COLUMNS = 30
const tableName = z.string().check(z.regex(/^[a-z][\w-]{0,39}$/i))

const columnWidths = z
  .record(tableName, z.int().check(z.minimum(columnWidthLimits.leastPx), z.maximum(columnWidthLimits.mostPx)))
  .check(z.refine((columns) => Object.keys(columns).length <= MOST_COLUMNS))

const windowNumber = z.string().check(z.regex(/^\d{1,2}$/))

/**
 * How a person has arranged the app for themselves, beside language and theme; what is not there is as usual. `rail`: the names of the pages.
 * `cameras`: the list beside the wall. `volumes`: how loud each window is, percent, by its number. `notices`: how alarms reach them.
 * `columns`: how wide the columns of a table are, of those that they have changed.
 */
export const choices = z.object({
  rail: z.optional(openness),
  cameras: z.optional(openness),
  volumes: z.optional(
    z
      .record(windowNumber, z.int().check(z.minimum(volumeLimits.least), z.maximum(volumeLimits.most)))
      .check(z.refine((volumes) => Object.keys(volumes).length <= MOST_WINDOWS)),
  ),
  notices: z.optional(noticeChoices),
  columns: z.optional(z.record(tableName, columnWidths).check(z.refine((tables) => Object.keys(tables).length <= MOST_TABLES))),
})
export type Choices = z.output<typeof choices>
