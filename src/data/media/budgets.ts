import type { SourceName } from '#contract/media-api.ts'
import { StreamBudget, type Patience, type Use } from './stream-budget.ts'

/** What a window is given, from the dearest on: its main stream, every picture of the sub stream, key frames, stills. */
const gifts = ['main', 'all', 'keys', 'stills'] as const
export type Gift = (typeof gifts)[number]

/** What keeps a window from being given everything: this machine cannot decode it, or the way from the service does not carry it. */
export type Limit = 'machine' | 'link'

const MACHINE_PATIENCE: Patience = { sub: { seconds: 3, missed: 0 }, keys: { seconds: 6, missed: 0.1 }, first: 15, longest: 600 }
/** A link that was thin for a moment, or a person with a telephone who comes into the house, is no reason to wait long. */
const LINK_PATIENCE: Patience = { sub: { seconds: 3, missed: 0 }, keys: { seconds: 3, missed: 0 }, first: 5, longest: 120 }
/** Of all pictures. Fewer than these nobody misses: one in four hundred of a wall that is at its limit is no reason to take a whole window's. */
const MANY_DROPPED = 0.02
/** With this load a decoder has no time left. As long as it drops nothing it is not too slow. */
const HIGH_LOAD = 0.9
/** Below this there is time for a quarter more. */
const LOW_LOAD = 0.7
/** For so long a machine has trouble with sixteen windows that have begun, while memory is found for their pictures: it is given twice the time. */
const FRESH_MS = 15_000
/** What is late by this much comes too late to be called live. */
const LATE_MS = 900
/** Below this the link has room. */
const PROMPT_MS = 500

/** A window as far as it matters here. */
export interface Spender {
  readonly winIndex: number
  readonly source: SourceName | undefined
  /** Large enough for the main stream, where there is another one, and no stream is pinned. */
  readonly wantsMain: boolean
  /** Its size in square device pixels while it may be given less than everything; 0 when it shows nothing, or a person has pinned its stream. */
  readonly areaPx: number
}

/** What was found out in one second. */
interface Second {
  /** Share of the time between two pictures that decoding takes in the slowest window. */
  decodeLoad: number
  /** Share of the pictures. */
  dropped: number
  /** By how much what the relay sends comes late; undefined when nothing tells. */
  relayLateMs: number | undefined
  /** How long ago the last window that began had caught up. */
  settledMs: number
}

/** How much the windows may show, on this machine and over this link. The largest are given most, and keep it for the longest. */
export class Budgets {
  readonly #of: Record<Limit, StreamBudget> = { machine: new StreamBudget(MACHINE_PATIENCE), link: new StreamBudget(LINK_PATIENCE) }
  #linkUse: Use = 'little'

  /** What this window is given, and what keeps it from more. */
  allowanceFor(window: Spender, windows: readonly Spender[]): { gift: Gift; limit: Limit } {
    const gift = (limit: Limit) => ({ gift: giftOf(this.#of[limit], window, spendersOf(limit, windows)), limit })
    const [machine, link] = [gift('machine'), gift('link')]
    if (window.source === 'plugin') return machine
    return gifts.indexOf(link.gift) >= gifts.indexOf(machine.gift) ? link : machine
  }

  /** Takes in a second. True when windows may show more, or less, from now on. */
  note(second: Second, windows: readonly Spender[]): boolean {
    const count = (limit: Limit) => {
      const shown = spendersOf(limit, windows).filter(({ areaPx }) => areaPx > 0)
      return { windows: shown.length, mains: shown.filter(({ wantsMain }) => wantsMain).length }
    }
    const isOther = this.#of.machine.note({
      use: machineUse(second),
      missed: second.dropped,
      isFresh: second.settledMs < FRESH_MS,
      ...count('machine'),
    })
    // What this machine has no time for is late over any link.
    if (isBusy(second)) return isOther
    // What nothing tells of is as it was, but for trouble, which has to show.
    if (second.relayLateMs !== undefined) this.#linkUse = linkUse(second.relayLateMs)
    else if (this.#linkUse === 'too-much') return isOther
    return this.#of.link.note({ use: this.#linkUse, missed: 0, isFresh: false, ...count('link') }) || isOther
  }

  /** Other windows are shown: what was found out of those before says little. */
  forget(): void {
    this.#of.machine.forget()
    this.#of.link.forget()
    this.#linkUse = 'little'
  }
}

function isBusy({ decodeLoad, dropped }: Second): boolean {
  return decodeLoad >= HIGH_LOAD || dropped >= MANY_DROPPED
}

function machineUse(second: Second): Use {
  if (isBusy(second)) return second.dropped > 0 ? 'too-much' : 'most'
  return second.decodeLoad <= LOW_LOAD ? 'little' : 'most'
}

function linkUse(relayLateMs: number): Use {
  if (relayLateMs >= LATE_MS) return 'too-much'
  return relayLateMs <= PROMPT_MS ? 'little' : 'most'
}

/** What the plugin shows does not come from the relay. */
function spendersOf(limit: Limit, windows: readonly Spender[]): readonly Spender[] {
  return limit === 'machine' ? windows : windows.filter(({ source }) => source !== 'plugin')
}

function giftOf(budget: StreamBudget, window: Spender, windows: readonly Spender[]): Gift {
  if (window.areaPx === 0) return 'main'
  const { areaPx, winIndex } = window
  const before = windows.filter((other) => other.areaPx > areaPx || (other.areaPx === areaPx && other.winIndex < winIndex))
  const pace = budget.paceOf(before.filter((other) => other.areaPx > 0).length)
  if (pace !== 'all' || !window.wantsMain) return pace
  return before.filter(({ wantsMain }) => wantsMain).length < budget.mostMain ? 'main' : 'all'
}
