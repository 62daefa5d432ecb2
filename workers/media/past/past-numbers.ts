import type { PastWay } from '#contract/playback-api.ts'
import { BESIDE_WINDOW, FIRST_PART_WINDOW } from '#contract/plugin/window-numbers.ts'

/** The numbers of pieces on the relay's media socket (the lower half belongs to what is live), and on that of the plugin. */
export const pastNumbers = {
  relay: { first: 0x8000, count: 0x8000 },
  plugin: { first: FIRST_PART_WINDOW, count: BESIDE_WINDOW - FIRST_PART_WINDOW },
} as const

/** Whether what comes under this number on the socket of this way is of the past. */
export function isOfPast(by: PastWay, channel: number): boolean {
  const { first, count } = pastNumbers[by]
  return channel >= first && channel < first + count
}
