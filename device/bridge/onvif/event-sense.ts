import { readMessage, type PulledMessage, type Told } from './event-topics.ts'

/** What is on is told again after this, for cameras that never say that it went off. */
const STILL_ON_MS = 60_000
/** A sensor that flutters says no more than this. */
const REST_MS = 2_000
/** Messages are believed to be so old, when a camera was without a network; what is older or to come has a wrong time. */
const MOST_LATE_MS = 10 * 60_000
const MOST_TOPICS = 200

/** Something that a camera saw, at its time by our clock. */
export interface Sensed extends Told {
  atMs: number
}
/** What a camera says of itself: whether it has a picture, and whether what it records on works. */
export interface SensedHealth {
  health: 'signal' | 'storage'
  isWell: boolean
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
  readonly #lastMs = new Map<string, number>()

  /** `otherSources`: names of sensors that are not this camera's, in a device with several. */
  constructor(otherSources: ReadonlySet<string>) {
    this.#otherSources = otherSources
  }

  /** What a message says of the camera itself, how things are when we begin to listen included. */
  hearHealth(pulled: PulledMessage): SensedHealth | undefined {
    if (pulled === undefined) return undefined
    const { health, isActive, source } = readMessage(pulled)
    return health === undefined || this.#isOfOther(source) ? undefined : { health, isWell: isActive !== true }
  }

  /** `clockAheadMs`: of the camera. Nothing for a message that is no event. */
  hear(pulled: PulledMessage, { clockAheadMs, nowMs }: { clockAheadMs: number; nowMs: number }): Sensed[] {
    if (pulled === undefined) return this.#count('unreadable')
    const { topic, isKnown, told, source, isActive, operation, atMs } = readMessage(pulled)
    if (!isKnown) return this.#count(topic)
    if (told.length === 0 || this.#isOfOther(source)) return []
    // What is on may be another thing each time: a camera that tells of classes tells of each by itself.
    const what = told.map(({ kind }) => kind).join()
    if (!this.#isNews(`${topic} ${what} ${JSON.stringify([...source])}`, isActive, operation, nowMs)) return []
    const ours = Math.round(atMs - clockAheadMs)
    // The clock of the camera is known to the second.
    const isSane = ours >= nowMs - MOST_LATE_MS && ours <= nowMs + 2_000
    return told.filter((one) => this.#isRested(one, nowMs)).map((one) => ({ ...one, atMs: isSane ? Math.min(ours, nowMs) : nowMs }))
  }

  #isOfOther(source: ReadonlyMap<string, string>): boolean {
    return [...source.values()].some((one) => this.#otherSources.has(one))
  }

  /** Two plates that are read one after the other are two events. */
  #isRested({ kind, plate }: Told, nowMs: number): boolean {
    const key = plate === undefined ? kind : `${kind} ${plate}`
    if (nowMs - (this.#lastMs.get(key) ?? Number.NEGATIVE_INFINITY) < REST_MS) return false
    // So many plates are not read in the time that is asked about.
    if (this.#lastMs.size > MOST_TOPICS) this.#lastMs.clear()
    this.#lastMs.set(key, nowMs)
    return true
  }

  #isNews(key: string, isActive: boolean | undefined, operation: string, nowMs: number): boolean {
    if (operation === 'Deleted') return false
    if (isActive === undefined) return operation !== 'Initialized'
    const before = this.#states.get(key)
    const isOn = isActive && (before?.isActive !== true || nowMs - before.toldMs >= STILL_ON_MS)
    this.#states.set(key, { isActive, toldMs: isOn ? nowMs : (before?.toldMs ?? nowMs) })
    return isOn && operation !== 'Initialized'
  }

  #count(topic: string): [] {
    const count = this.unknown.get(topic)
    if (count !== undefined || this.unknown.size < MOST_TOPICS) this.unknown.set(topic, (count ?? 0) + 1)
    return []
  }
}
