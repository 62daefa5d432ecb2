import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { CoreEvent } from '#contract/core-api.ts'
import type { Announced, TabPresence } from '#contract/notices.ts'
import { usualNotices, type NoticeChoices } from '#contract/quiet-hours.ts'
import { NOTICE_EVERY_MS } from '#contract/web-push.ts'
import { isQuiet } from '#shared/time/quiet.ts'
import type { Clock } from './ports.ts'

/** What is older when it comes, after a time without the network, stands in the list and startles nobody. */
const LATE_MS = 2 * 60_000
/** One sound follows another no sooner. */
const SOUND_EVERY_MS = 3_000
const MOST_KNOWN = 500

interface AnnouncerOptions {
  /** How the person who is signed in wants to be told. */
  choices: () => NoticeChoices | undefined
  /** The service's clock, by which alarms are raised. */
  serviceNowMs: () => number
  tell: (tabId: string, event: CoreEvent) => void
  /** Somebody looks at a tab, or nobody does any more. */
  onWatched: (isWatched: boolean) => void
}

/**
 * Decides which tab makes an alarm known, and how: one sounds or speaks, one shows a notice of the system where nobody has the app in front of
 * them, and none does in quiet hours. Of many alarms in a few seconds the first is told at once and the others together.
 */
export class Announcer {
  readonly #options: AnnouncerOptions
  readonly #tabs = new Map<string, TabPresence>()
  readonly #known = new Set<string>()
  readonly #sound: Pace
  readonly #notice: Pace
  #isWatched = false

  constructor(clock: Clock, options: AnnouncerOptions) {
    this.#options = options
    this.#sound = new Pace(clock, SOUND_EVERY_MS, (announced) => this.#tell('hear', announced, bySound))
    this.#notice = new Pace(clock, NOTICE_EVERY_MS, (announced) => this.#tell('notice', announced, byNotice))
  }

  note(presence: TabPresence): void {
    this.#tabs.set(presence.tabId, presence)
    this.#lookWhoWatches()
  }

  forgetTab(tabId: string): void {
    this.#tabs.delete(tabId)
    this.#lookWhoWatches()
  }

  forgetPerson(): void {
    this.#known.clear()
    this.#sound.stop()
    this.#notice.stop()
  }

  /** An alarm was raised, which this core heard of by its own push connection. */
  hear(alarm: Alarm): void {
    if (this.#known.has(alarm.alarmId)) return
    this.#known.add(alarm.alarmId)
    const [oldest] = this.#known
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    const nowMs = this.#options.serviceNowMs()
    const choices = this.#options.choices() ?? usualNotices
    if (alarm.isRead || nowMs - alarm.startedAtMs > LATE_MS || isQuiet(choices.quiet, nowMs, alarm.isUrgent)) return
    if (alarm.announce !== 'none' && choices.volume > 0) this.#sound.add(alarm)
    if (choices.isOnDesktop && !this.#isInFront) this.#notice.add(alarm)
  }

  get #isInFront(): boolean {
    return [...this.#tabs.values()].some(({ isVisible, isFocused }) => isVisible && isFocused)
  }

  #tell(kind: 'hear' | 'notice', announced: Announced, worth: (tab: TabPresence) => readonly number[]): void {
    const [best] = [...this.#tabs.values()].toSorted((one, other) => compare(worth(other), worth(one)))
    if (best !== undefined && (kind === 'hear' || best.mayNotify)) this.#options.tell(best.tabId, { kind, announced })
  }

  #lookWhoWatches(): void {
    const isWatched = [...this.#tabs.values()].some(({ isVisible }) => isVisible)
    if (isWatched === this.#isWatched) return
    this.#isWatched = isWatched
    this.#options.onWatched(isWatched)
  }
}

function bySound({ maySound, isFocused, isVisible, usedAtMs }: TabPresence): readonly number[] {
  return [Number(maySound), Number(isVisible && isFocused), Number(isVisible), usedAtMs]
}

function byNotice({ mayNotify, isVisible, usedAtMs }: TabPresence): readonly number[] {
  return [Number(mayNotify), Number(isVisible), usedAtMs]
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((value, index) => value - (other[index] ?? 0)).find((difference) => difference !== 0) ?? 0
}

/** Tells the first at once, and what comes within the time after it together at its end. */
class Pace {
  readonly #clock: Clock
  readonly #everyMs: number
  readonly #tell: (announced: Announced) => void
  #cancel: (() => void) | undefined
  #waiting: Announced | undefined

  constructor(clock: Clock, everyMs: number, tell: (announced: Announced) => void) {
    this.#clock = clock
    this.#everyMs = everyMs
    this.#tell = tell
  }

  add(alarm: Alarm): void {
    if (this.#cancel === undefined) return this.#say({ alarm, others: 0 })
    // What is urgent, or spoken, is what is told of several.
    const { alarm: before } = this.#waiting ?? {}
    const isLess = before !== undefined && (before.isUrgent || before.announce === 'speech') && !alarm.isUrgent
    this.#waiting = { alarm: isLess ? before : alarm, others: this.#waiting === undefined ? 0 : this.#waiting.others + 1 }
  }

  stop(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#waiting = undefined
  }

  #say(announced: Announced): void {
    this.#cancel = this.#clock.after(this.#everyMs, () => {
      this.#cancel = undefined
      const waiting = this.#waiting
      this.#waiting = undefined
      if (waiting !== undefined) this.#say(waiting)
    })
    this.#tell(announced)
  }
}
