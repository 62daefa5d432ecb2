import type { Pace } from '#contract/media.ts'

/** At this load or more there will soon be no room left. */
const HIGH_LOAD = 0.9
/** Of all pictures. Fewer than these nobody misses: one in four hundred of a wall that is at its limit is no reason to take a whole window's. */
const MANY_DROPPED = 0.02
/** Below this there is room for more. */
const LOW_LOAD = 0.5
/** A moment of trouble, such as many windows that begin at once, is none. */
const HIGH_FOR_S = 3
/** How long there must be room before more is tried, s. Each try that was too much doubles it, up to the longest. */
export interface Patience {
  first: number
  longest: number
}
const PATIENCE: Patience = { first: 15, longest: 600 }
/** Of the windows that are too many. */
const KEPT_SHARE = 0.75

/** What a window can be given, from the dearest on: its main stream, every picture, key frames. Below that are stills. */
const rungs = ['main', 'all', 'keys'] as const
type Rung = (typeof rungs)[number]

/**
 * What is known of one second: how much of what the windows live on is used up (from 0; with 1 nothing is left), such as the share of the time
 * between two pictures that decoding takes; the share of the pictures that was dropped, windows that show something, and those of them that are
 * large enough for their main stream. Windows whose stream a person pinned count for neither.
 */
export interface SecondOfUse {
  load: number
  dropped: number
  windows: number
  mains: number
}

/** In such a second more was wanted than there was. */
export function isTooMuch({ load, dropped }: Pick<SecondOfUse, 'load' | 'dropped'>): boolean {
  return load >= HIGH_LOAD || dropped >= MANY_DROPPED
}

/**
 * How much the windows may show, found out by what they use up of one thing. When that is too much for a while, fewer show their main stream; when none does, fewer show every picture and the others key frames; when none does, fewer show key frames and the others stills. When there is room
 * for long, more is tried, the other way round.
 */
export class StreamBudget {
  #most: Record<Rung, number> = { main: Infinity, all: Infinity, keys: Infinity }
  #highS = 0
  #lowS = 0
  readonly #patience: Patience
  #waitS: number
  /** The last change was more, and it has not proved itself yet. */
  #isTrial = false

  constructor(patience = PATIENCE) {
    this.#patience = patience
    this.#waitS = patience.first
  }

  /** How many windows may show their main stream. */
  get mostMain(): number {
    return this.#most.main
  }

  /** What the window may show before which, in the order of their sizes, there are `rank` others. */
  paceOf(rank: number): Pace {
    return rank < this.#most.all ? 'all' : rank < this.#most.keys ? 'keys' : 'stills'
  }

  /** Takes in a second. True when windows may show more, or less, from now on. */
  note(second: SecondOfUse): boolean {
    const { load, windows, mains } = second
    const wanted = { main: mains, all: windows, keys: windows }
    this.#highS = isTooMuch(second) ? this.#highS + 1 : 0
    this.#lowS = load <= LOW_LOAD && !isTooMuch(second) ? this.#lowS + 1 : 0
    if (this.#highS >= HIGH_FOR_S) return this.#lower(wanted)
    if (this.#isTrial && this.#lowS >= this.#patience.first) this.#prove()
    return this.#lowS >= this.#waitS && this.#raise(wanted)
  }

  /** Other windows are shown: what was found out of those before says little. */
  forget(): void {
    this.#most = { main: Infinity, all: Infinity, keys: Infinity }
    this.#highS = 0
    this.#lowS = 0
    this.#waitS = this.#patience.first
    this.#isTrial = false
  }

  /** What was tried works: there may be room for still more. */
  #prove(): void {
    this.#isTrial = false
    this.#waitS = this.#patience.first
  }

  #lower(wanted: Record<Rung, number>): boolean {
    const shown = (one: Rung) => Math.min(wanted[one], this.#most[one])
    const rung = rungs.find((one) => shown(one) > 0)
    if (rung === undefined) return false
    if (this.#isTrial) this.#waitS = Math.min(2 * this.#waitS, this.#patience.longest)
    this.#isTrial = false
    // A wall of many is far off at first, one of few is not.
    this.#most[rung] = Math.min(shown(rung) - 1, Math.floor(shown(rung) * KEPT_SHARE))
    this.#highS = 0
    this.#lowS = 0
    return true
  }

  #raise(wanted: Record<Rung, number>): boolean {
    const rung = rungs.findLast((one) => this.#most[one] < wanted[one])
    if (rung === undefined) return false
    // A main stream is many times a sub stream; of those a quarter more is one step.
    this.#most[rung] += rung === 'main' ? 1 : Math.max(1, Math.ceil(this.#most[rung] / 4))
    this.#isTrial = true
    this.#lowS = 0
    return true
  }
}
