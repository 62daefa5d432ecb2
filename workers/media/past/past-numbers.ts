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

/** Names what is asked for, by numbers of the way that it comes: each as long as possible after it was used, and none that is in use. */
export class PastNumbers {
  readonly #isTaken: (number: number) => boolean
  /** The last one of each way, counted from its first. */
  readonly #last: Record<PastWay, number> = { relay: 0, plugin: 0 }

  constructor(isTaken: (number: number) => boolean) {
    this.#isTaken = isTaken
  }

  next(by: PastWay): number {
    const { first, count } = pastNumbers[by]
    do this.#last[by] = (this.#last[by] + 1) % count
    while (this.#isTaken(first + this.#last[by]))
    return first + this.#last[by]
  }
}
