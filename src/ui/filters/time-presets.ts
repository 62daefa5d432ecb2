import { DAY_MS } from '#shared/time/day.ts'

/** A span of time in an address: epoch ms, both included. */
export interface TimeChoice {
  from?: number
  until?: number
}

/** Lengths of time that are offered. */
export const presetsMs = { hour: DAY_MS / 24, day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS } as const
export type Preset = keyof typeof presetsMs
export const presets = Object.keys(presetsMs) as Preset[]

/** The length that somebody chose, if the span has one of them. */
export function presetOf({ from = 0, until = 0 }: TimeChoice): Preset | undefined {
  return presets.find((name) => presetsMs[name] === until - from)
}

/** The span of this length that ends now. */
export function lastingMs(spanMs: number, nowMs: number): Required<TimeChoice> {
  const until = Math.floor(nowMs)
  return { from: Math.max(0, until - spanMs), until }
}
