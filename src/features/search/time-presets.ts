import { DAY_MS } from '#shared/time/day.ts'
import type { EventSearch } from './event-search.ts'

/** Lengths of time that are offered. */
export const presetsMs = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
export type Preset = keyof typeof presetsMs
export const presets = Object.keys(presetsMs) as Preset[]

/** The length that somebody chose, if the span has one of them. */
export function presetOf({ from = 0, until = 0 }: EventSearch): Preset | undefined {
  return presets.find((name) => presetsMs[name] === until - from)
}
