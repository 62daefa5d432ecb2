import * as z from 'zod/mini'
import { says } from '../../rules.ts'

/** How far people have come with an alarm: nobody has looked into it, somebody has, there was nothing to it. */
export const alarmStates = ['open', 'acknowledged', 'false-alarm'] as const
export const alarmState = z.enum(alarmStates)
export type AlarmState = z.output<typeof alarmState>

/** In characters: whatever is pushed has 4 KB at most, an alarm with its note included. */
export const NOTE_LENGTH = 500
export const alarmNote = z.string().check(z.trim(), z.maxLength(NOTE_LENGTH, says('too-long')))

/** Somebody who has been given an alarm, as they were called then. */
const assignee = z.object({ userId: z.string(), name: z.string() })
export type Assignee = z.output<typeof assignee>

/**
 * What people have done about an alarm. `version` rises by one with each change and is 0 before the first; `byName` and `atMs` are of the
 * last one. `note`: empty when there is none.
 */
export const alarmHandling = z.object({
  state: alarmState,
  version: z.int(),
  byName: z.nullable(z.string()),
  atMs: z.nullable(z.number()),
  assignee: z.nullable(assignee),
  note: z.string(),
})
export type AlarmHandling = z.output<typeof alarmHandling>

/** As many steps are remembered of one alarm, the newest. */
export const MOST_STEPS = 50

/** One change: what it set, and by whom. `assigneeName`: null when the alarm was taken from whoever had it. What it left alone is not there. */
export const handlingStep = z.object({
  version: z.int(),
  atMs: z.number(),
  byName: z.string(),
  state: z.optional(alarmState),
  assigneeName: z.optional(z.nullable(z.string())),
  note: z.optional(z.string()),
})
export type HandlingStep = z.output<typeof handlingStep>
