import type { SourceName } from '#contract/media-api.ts'
import { isTooMuch, StreamBudget } from './stream-budget.ts'

/** What a window is given, from the dearest on: its main stream, every picture of the sub stream, key frames, stills. */
const gifts = ['main', 'all', 'keys', 'stills'] as const
export type Gift = (typeof gifts)[number]

/** What keeps a window from being given everything: this machine cannot decode it, or the way from the service does not carry it. */
export type Limit = 'machine' | 'link'

/** A link that was thin for a moment, or a person with a telephone who comes into the house, is no reason to wait long. */
const LINK_PATIENCE = { first: 5, longest: 120 }
/** What is late by this much comes too late to be called live. */
const LATE_MS = 1_000

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
  /** By how much what the relay sends comes late. */
  relayLateMs: number
}

/** How much the windows may show, on this machine and over this link. The largest are given most, and keep it for the longest. */
export class Budgets {
  readonly #of: Record<Limit, StreamBudget> = { machine: new StreamBudget(), link: new StreamBudget(LINK_PATIENCE) }

  /** What this window is given, and what keeps it from more. */
  giftFor(window: Spender, windows: readonly Spender[]): { gift: Gift; limit: Limit } {
    const gift = (limit: Limit) => ({ gift: giftOf(this.#of[limit], window, spendersOf(limit, windows)), limit })
    const [machine, link] = [gift('machine'), gift('link')]
    if (window.source === 'plugin') return machine
    return gifts.indexOf(link.gift) >= gifts.indexOf(machine.gift) ? link : machine
  }

  /** Takes in a second. True when windows may show more, or less, from now on. */
  note({ decodeLoad, dropped, relayLateMs }: Second, windows: readonly Spender[]): boolean {
    const count = (limit: Limit) => {
      const shown = spendersOf(limit, windows).filter(({ areaPx }) => areaPx > 0)
      return { windows: shown.length, mains: shown.filter(({ wantsMain }) => wantsMain).length }
    }
    const machine = { load: decodeLoad, dropped }
    const isOther = this.#of.machine.note({ ...machine, ...count('machine') })
    // What this machine has no time for is late over any link.
    if (isTooMuch(machine)) return isOther
    return this.#of.link.note({ load: relayLateMs / LATE_MS, dropped: 0, ...count('link') }) || isOther
  }

  /** Other windows are shown: what was found out of those before says little. */
  forget(): void {
    this.#of.machine.forget()
    this.#of.link.forget()
  }
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
