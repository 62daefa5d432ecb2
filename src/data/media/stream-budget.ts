import type { Pace } from '#contract/media.ts'

/** Trouble that is worth the cure: so many seconds of it on end, twice as many when windows have just begun, and this share of the pictures missed in them. */
interface Trouble {
  seconds: number
  missed: number
}

export interface Patience {
  /** Before windows show their sub stream, which costs nobody much. */
  sub: Trouble
  /** Before they show key frames only, which miss nearly all pictures, or stills. */
  keys: Trouble
  /** There must be room for so many seconds before more is tried. Each try that was too much doubles it, up to the longest. */
  first: number
  longest: number
}
/** A second without room takes as much off the time that there was room as so many with room have added. */
const ROOM_LOST_S = 2
/** Of the windows that are too many at most so many stay, and at least so many, whatever was missed. */
const KEPT_MOST = 0.75
const KEPT_LEAST = 0.5

/** What a window can be given, from the dearest on: its main stream, every picture, key frames. Below that are stills. */
const rungs = ['main', 'all', 'keys'] as const
type Rung = (typeof rungs)[number]

/** How much of what they live on the windows have used up in one second: more than there is, most of it, or so little that there is room for more. */
export type Use = 'too-much' | 'most' | 'little'

/** What is known of one second. Windows whose stream a person pinned count for neither number. */
export interface SecondOfUse {
  use: Use
  /** Share of the pictures that there was no room for, 0 to 1. */
  missed: number
  /** Windows have just begun, and trouble is less of a surprise. */
  isFresh: boolean
  /** Those that show something. */
  windows: number
  /** Those of them that are large enough for their main stream. */
  mains: number
}

/**
 * How much the windows may show, found out by what they use up of one thing. When that is too much for a while, fewer show their main stream; when none does, fewer show every picture and the others key frames; when none does, fewer show key frames and the others stills. When there is room
 * for long, more is tried, the other way round.
 */
export class StreamBudget {
  readonly #patience: Patience
  #most = everything()
  /** What was missed in each of the last seconds, all of them with trouble; no more of them than count. */
  #trouble: number[] = []
  #roomS = 0
  #waitS: number
  /** The last change was more, and it has not proved itself yet. */
  #isTrial = false

  constructor(patience: Patience) {
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
  note({ use, missed, isFresh, windows, mains }: SecondOfUse): boolean {
    const wanted = { main: mains, all: windows, keys: windows }
    if (use === 'too-much') {
      this.#roomS = 0
      this.#trouble = [...this.#trouble, missed].slice(-2 * Math.max(this.#patience.sub.seconds, this.#patience.keys.seconds))
      return this.#lower(wanted, isFresh)
    }
    this.#trouble = []
    this.#roomS = use === 'little' ? this.#roomS + 1 : Math.max(0, this.#roomS - ROOM_LOST_S)
    if (this.#isTrial && this.#roomS >= this.#patience.first) this.#prove()
    return this.#roomS >= this.#waitS && this.#raise(wanted)
  }

  /** Other windows are shown: what was found out of those before says little. */
  forget(): void {
    this.#most = everything()
    this.#begin()
    this.#waitS = this.#patience.first
    this.#isTrial = false
  }

  #begin(): void {
    this.#trouble = []
    this.#roomS = 0
  }

  /** What was tried works: there may be room for still more. */
  #prove(): void {
    this.#isTrial = false
    this.#waitS = this.#patience.first
  }

  #lower(wanted: Record<Rung, number>, isFresh: boolean): boolean {
    const shown = (one: Rung) => Math.min(wanted[one], this.#most[one])
    const rung = rungs.find((one) => shown(one) > 0)
    if (rung === undefined) return false
    const worth = rung === 'main' ? this.#patience.sub : this.#patience.keys
    const seconds = this.#trouble.slice(-worth.seconds * (isFresh ? 2 : 1))
    const missed = seconds.reduce((sum, one) => sum + one, 0) / seconds.length
    if (seconds.length < worth.seconds * (isFresh ? 2 : 1) || missed < worth.missed) return false
    this.#begin()
    if (this.#isTrial) this.#waitS = Math.min(2 * this.#waitS, this.#patience.longest)
    this.#isTrial = false
    // A wall of many is far off at first, one of few is not.
    const keptShare = Math.max(KEPT_LEAST, Math.min(KEPT_MOST, 1 - missed))
    this.#most[rung] = Math.min(shown(rung) - 1, Math.floor(shown(rung) * keptShare))
    return true
  }

  #raise(wanted: Record<Rung, number>): boolean {
    const rung = rungs.findLast((one) => this.#most[one] < wanted[one])
    if (rung === undefined) return false
    // A main stream is many times a sub stream; of those a quarter more is one step.
    this.#most[rung] += rung === 'main' ? 1 : Math.max(1, Math.ceil(this.#most[rung] / 4))
    this.#isTrial = true
    this.#begin()
    return true
  }
}

function everything(): Record<Rung, number> {
  return { main: Infinity, all: Infinity, keys: Infinity }
}
