import { timeZones } from '#contract/time-zones.ts'
import type { StateFile } from '../state/state-file.ts'
import type { ChannelLooks, Look } from './look.ts'

/** So many changes of a channel are remembered: beyond them the past is shown as it was after the oldest that is known. */
const MOST_LOOKS = 200
const plain: Look = {}

/** What the channels of a device show and showed: what was recorded is played back as it was then, masks and all. */
export class LookBook {
  readonly #state: StateFile
  readonly #hearers = new Set<(chlIndex: number) => void>()

  constructor(state: StateFile) {
    this.#state = state
  }

  /** Of the clocks that are written into pictures. */
  get timeZone(): string {
    return timeZones[this.#state.now.general.timeZone ?? 'GMT+00:00 London']
  }

  of(chlIndex: number): ChannelLooks {
    return this.#state.now.cameras?.[chlIndex] ?? { looks: [], motion: undefined }
  }

  now(chlIndex: number): Look {
    return this.of(chlIndex).looks.at(-1)?.look ?? plain
  }

  /** What was shown at this moment (epoch ms), and up to when: for ever where there is no end yet. */
  at(chlIndex: number, atMs: number): { look: Look; untilMs: number } {
    const { looks } = this.of(chlIndex)
    const next = looks.findIndex(({ fromMs }) => fromMs > atMs)
    const last = next === -1 ? looks.at(-1) : looks[next - 1]
    return { look: last?.look ?? plain, untilMs: looks[next]?.fromMs ?? Number.POSITIVE_INFINITY }
  }

  /** Shows this from now on, and keeps it. */
  change(chlIndex: number, look: Look, motion: ChannelLooks['motion'], logLine: string): void {
    const { looks } = this.of(chlIndex)
    const isNew = JSON.stringify(look) !== JSON.stringify(this.now(chlIndex))
    const next = isNew ? [...looks, { fromMs: Date.now(), look }].slice(-MOST_LOOKS) : looks
    this.#state.change({ cameras: { ...this.#state.now.cameras, [chlIndex]: { looks: next, motion } } }, logLine)
    if (isNew) for (const hear of this.#hearers) hear(chlIndex)
  }

  onChange(hear: (chlIndex: number) => void): void {
    this.#hearers.add(hear)
  }
}
