import * as z from 'zod/mini'
import { weeklySpan } from './weekly-schedule.ts'

const MOST_SPANS = 7 * 8

/**
 * Hours in which a person is not to be disturbed: no sound, no speech, no notice of the system and no message to a browser that is closed. Lists
 * and counts go on. `spans`: of a week, by the clocks of `timeZone` (`Europe/Amsterdam`). `letsUrgentThrough`: alarms of urgent rules disturb all the same.
 */
const quietHours = z.object({
  isOn: z.boolean(),
  spans: z.array(weeklySpan).check(z.maxLength(MOST_SPANS)),
  timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
  letsUrgentThrough: z.boolean(),
})
export type QuietHours = z.output<typeof quietHours>

/** How a person is told of alarms, on all their screens. `volume`: of the tone and of speech, percent. */
export const noticeChoices = z.object({
  volume: z.int().check(z.minimum(0), z.maximum(100)),
  isSpoken: z.boolean(),
  isOnDesktop: z.boolean(),
  quiet: quietHours,
})
export type NoticeChoices = z.output<typeof noticeChoices>

/** As it is until somebody chooses. */
export const usualNotices: NoticeChoices = {
  volume: 60,
  isSpoken: true,
  isOnDesktop: true,
  quiet: { isOn: false, spans: [], timeZone: 'UTC', letsUrgentThrough: true },
}
