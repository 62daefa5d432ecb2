import { NOTICE_EVERY_MS } from '#contract/web-push.ts'
import type { Now } from '../../runtime/clock.ts'

/** Messages on their way to push services at a time: all together, and of one organization. */
const AT_ONCE = 20
const AT_ONCE_OF_ONE = 5
/** Browsers of one organization that wait. */
const MOST_WAITING = 1_000
/** After this long nobody is to be woken by an alarm: it stands in the app. */
const GIVE_UP_MS = 10 * 60_000
const PAUSES_MS = [2_000, 8_000, 30_000, 120_000]

/** What waits for one browser: the newest of `count` alarms. */
export interface Waiting<T> {
  deviceId: string
  organizationId: string
  newest: T
  count: number
}
interface Queued<T> extends Waiting<T> {
  dueMs: number
  untilMs: number
  tries: number
}

/** What became of a try. `none`: nothing was to be sent after all; `again`: not now, maybe later. */
export type Sent = { kind: 'done' } | { kind: 'none' } | { kind: 'again'; afterMs?: number }

/**
 * What is to be told to browsers. One message waits for each at most, to which further alarms are added, and none follows another within some seconds: a
 * storm costs no more than a breeze. Organizations take turns. It is in memory: whoever restarts the service finds the alarms in the app.
 */
export class WebPushQueue<T> {
  readonly #now: Now
  readonly #send: (waiting: Waiting<T>, isAgain: boolean) => Promise<Sent>
  readonly #onFull: (organizationId: string) => void
  readonly #waiting = new Map<string, Queued<T>>()
  /** By browser, for which organization. */
  readonly #underWay = new Map<string, string>()
  /** When the last message for each browser was sent. */
  readonly #sentAtMs = new Map<string, number>()

  constructor(
    now: Now,
    { send, onFull }: { send: (waiting: Waiting<T>, isAgain: boolean) => Promise<Sent>; onFull: (organizationId: string) => void },
  ) {
    this.#now = now
    this.#send = send
    this.#onFull = onFull
  }

  /** `waitMs`: not before that. */
  add(deviceId: string, organizationId: string, alarm: T, waitMs: number): void {
    const nowMs = this.#now()
    const known = this.#waiting.get(deviceId)
    if (known !== undefined) {
      known.newest = alarm
      known.count += 1
      known.untilMs = nowMs + GIVE_UP_MS
    } else {
      const ofOrganization = [...this.#waiting.values()].filter((one) => one.organizationId === organizationId)
      if (ofOrganization.length >= MOST_WAITING) return this.#onFull(organizationId)
      const dueMs = Math.max(nowMs + waitMs, (this.#sentAtMs.get(deviceId) ?? 0) + NOTICE_EVERY_MS)
      this.#waiting.set(deviceId, { deviceId, organizationId, newest: alarm, count: 1, dueMs, untilMs: nowMs + GIVE_UP_MS, tries: 0 })
    }
    this.look()
  }

  /** How many browsers of an organization were tried before and wait to be tried again. */
  failedOf(organizationId: string): number {
    return [...this.#waiting.values()].filter((one) => one.organizationId === organizationId && one.tries > 0).length
  }

  /** Sends what is due. To be called often. */
  look(): void {
    const nowMs = this.#now()
    for (const [deviceId, atMs] of this.#sentAtMs) if (nowMs - atMs > NOTICE_EVERY_MS) this.#sentAtMs.delete(deviceId)
    while (this.#underWay.size < AT_ONCE) {
      const next = this.#next(nowMs)
      if (next === undefined) return
      this.#waiting.delete(next.deviceId)
      if (next.untilMs > nowMs) void this.#bring(next)
    }
  }

  /** The one that has waited longest, of the organization that has the fewest under way. */
  #next(nowMs: number): Queued<T> | undefined {
    const under = new Map<string, number>()
    for (const organizationId of this.#underWay.values()) under.set(organizationId, (under.get(organizationId) ?? 0) + 1)
    const load = ({ organizationId }: Queued<T>) => under.get(organizationId) ?? 0
    let best: Queued<T> | undefined
    for (const one of this.#waiting.values()) {
      if (one.dueMs > nowMs || this.#underWay.has(one.deviceId) || load(one) >= AT_ONCE_OF_ONE) continue
      if (best === undefined || load(one) < load(best) || (load(one) === load(best) && one.dueMs < best.dueMs)) best = one
    }
    return best
  }

  async #bring(one: Queued<T>): Promise<void> {
    this.#underWay.set(one.deviceId, one.organizationId)
    this.#sentAtMs.set(one.deviceId, this.#now())
    const sent = await this.#send(one, one.tries > 0)
    this.#underWay.delete(one.deviceId)
    if (sent.kind === 'none') this.#sentAtMs.delete(one.deviceId)
    if (sent.kind === 'again') this.#putBack(one, sent.afterMs)
    this.look()
  }

  #putBack(one: Queued<T>, afterMs = PAUSES_MS[Math.min(one.tries, PAUSES_MS.length - 1)] ?? 0): void {
    const newer = this.#waiting.get(one.deviceId)
    const dueMs = this.#now() + afterMs
    if (newer === undefined) this.#waiting.set(one.deviceId, { ...one, dueMs, tries: one.tries + 1 })
    else Object.assign(newer, { count: newer.count + one.count, dueMs, tries: one.tries + 1 })
  }
}
