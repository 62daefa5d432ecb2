import * as z from 'zod/mini'
import { noticeChoices } from '../../quiet-hours.ts'
import { volumeLimits } from '../../sound.ts'
import { MOST_WINDOWS } from '../config/wall-grid.ts'

const openness = z.enum(['open', 'closed'])
const windowNumber = z.string().check(z.regex(/^\d{1,2}$/))

/**
 * How a person has arranged the app for themselves, beside language and theme; what is not there is as usual. `rail`: the names of the pages.
 * `cameras`: the list beside the wall. `volumes`: how loud each window is, percent, by its number. `notices`: how alarms reach them.
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
})
export type Choices = z.output<typeof choices>
