import * as z from 'zod/mini'

const MINUTES_A_DAY = 24 * 60
/** Every other half hour: as many as can be painted. */
const MOST_SPANS_A_DAY = 24

/** `day`: 0 Sunday to 6 Saturday. Minutes since midnight, the first included, the last not: 0 to 1440 is the whole day. A night is two spans. */
export const weeklySpan = z
  .object({
    day: z.int().check(z.minimum(0), z.maximum(6)),
    fromMinute: z.int().check(z.minimum(0), z.maximum(MINUTES_A_DAY - 1)),
    toMinute: z.int().check(z.minimum(1), z.maximum(MINUTES_A_DAY)),
  })
  .check(z.refine(({ fromMinute, toMinute }) => fromMinute < toMinute, { error: 'empty-span', path: ['toMinute'] }))

/** Spans of a week; none: never. */
export const weeklySpans = z.array(weeklySpan).check(z.maxLength(7 * MOST_SPANS_A_DAY))
/** Spans of a week, by the clocks of the site. */
export const weeklySchedule = z.array(weeklySpan).check(z.minLength(1), z.maxLength(7 * MOST_SPANS_A_DAY))
export type WeeklySchedule = z.output<typeof weeklySchedule>

/** Every minute of every day. */
export const always: WeeklySchedule = Array.from({ length: 7 }, (_, day) => ({ day, fromMinute: 0, toMinute: MINUTES_A_DAY }))
