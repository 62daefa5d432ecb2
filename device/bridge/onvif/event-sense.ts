import type { EventKind } from '#contract/event-attributes.ts'
import { readMessage, type PulledMessage } from './event-topics.ts'

/** What is on is told again after this, for cameras that never say that it went off. */
const STILL_ON_MS = 60_000
/** A sensor that flutters says no more than this. */
const REST_MS = 2_000
/** Messages are believed to be so old, when a camera was without a network; what is older or to come has a wrong time. */
const MOST_LATE_MS = 10 * 60_000
const MOST_TOPICS = 200

/** Something that a camera saw, at its time by our clock. */
export interface Sensed {
  kind: EventKind
  atMs: number
}

/**
 * Makes events of what a camera tells. Most topics are states (motion is on, motion is off), told again to each new subscriber: an event
 * is that one comes on. What only happens, such as somebody crossing a line, is an event each time.
 */
export class EventSense {
  /** Topics that are none of ours, and how often each was told. */
  readonly unknown = new Map<string, number>()
  readonly #otherSources: ReadonlySet<string>
  readonly #states = new Map<string, { isActive: boolean; toldMs: number }>()
  readonly #lastMs = new Map<EventKind, number>()

  /** `otherSources`: names of sensors that are not this camera's, in a device with several. */
  constructor(otherSources: ReadonlySet<string>) {
    this.#otherSources = otherSources
  }

  /** `clockAheadMs`: of the camera. Undefined for a message that is no event. */
  hear(pulled: PulledMessage, { clockAheadMs, nowMs }: { clockAheadMs: number; nowMs: number }): Sensed | undefined {
    if (pulled === undefined) return this.#count('unreadable')
    const { topic, kind, source, isActive, operation, atMs } = readMessage(pulled)
    if (kind === undefined) return this.#count(topic)
    if ([...source.values()].some((one) => this.#otherSources.has(one))) return undefined
    const isNews = this.#isNews(`${topic} ${JSON.stringify([...source])}`, isActive, operation, nowMs)
    if (!isNews || nowMs - (this.#lastMs.get(kind) ?? Number.NEGATIVE_INFINITY) < REST_MS) return undefined
    this.#lastMs.set(kind, nowMs)
    const ours = Math.round(atMs - clockAheadMs)
    // The clock of the camera is known to the second.
    const isSane = ours >= nowMs - MOST_LATE_MS && ours <= nowMs + 2_000
    return { kind, atMs: isSane ? Math.min(ours, nowMs) : nowMs }
  }

  #isNews(key: string, isActive: boolean | undefined, operation: string, nowMs: number): boolean {
    if (operation === 'Deleted') return false
    if (isActive === undefined) return operation !== 'Initialized'
    const before = this.#states.get(key)
    const isOn = isActive && (before?.isActive !== true || nowMs - before.toldMs >= STILL_ON_MS)
    this.#states.set(key, { isActive, toldMs: isOn ? nowMs : (before?.toldMs ?? nowMs) })
    return isOn && operation !== 'Initialized'
  }

  #count(topic: string): undefined {
    const count = this.unknown.get(topic)
    if (count !== undefined || this.unknown.size < MOST_TOPICS) this.unknown.set(topic, (count ?? 0) + 1)
    return undefined
  }
}
