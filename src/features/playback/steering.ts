import type { PastOrder, PlaybackSpeed } from '#contract/playback-api.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { eventBeyond, type FindEvents } from '../../lib/event-beyond.ts'
import { eventBeside, type Events } from '../../ui/time-line/core/event-marks.ts'
import { beginBeside, isWithin, overGap, type Spans } from '../../ui/time-line/core/spans.ts'
import type { Span } from '../../ui/time-line/core/view.ts'

/** Pressed while a leap is being shown, the next leap goes on from where that one ends. */
export interface Steering {
  /** What is known of the recordings from now on. */
  know(known: Known): void
  readonly known: Known | undefined
  /** Plays from a moment that was not chosen here, wherever it lies. */
  playFrom(atMs: number): void
  /** Whoever steered has left: what was asked for before leads nowhere any more. */
  leave(): void
  toggle(): void
  step(pictures: 1 | -1): void
  leap(byMs: number): void
  /** To the next event, on whatever day, or to the next recording where there is none. */
  event(way: 1 | -1): void
  pace(speed: PlaybackSpeed): void
  /** Plays the other way. */
  turn(): void
  seek(atMs: number): void
  scrub(atMs: number): void
}

/** What is known of the recordings that are played: their times, of any camera, and the events of the day; and of what time nothing is known yet. */
interface Known {
  cameras: readonly ChannelRef[]
  bounds: Span
  recorded: Spans
  unknown: readonly Span[]
  events: Events | undefined
}

/** What is steered, and who knows more about it. */
export interface Steered {
  order: (what: PastOrder) => void
  /** The moment that is on the screen. */
  timeNow: () => number
  serviceNowMs: () => number
  /** Looks for events of these cameras on the service. */
  eventsOf: (cameras: readonly ChannelRef[]) => FindEvents
}

/** The commands of the playback, within the time that there is. */
export function makeSteering({ order, timeNow, serviceNowMs, eventsOf }: Steered): Steering {
  let known: Known | undefined
  /** Counts what was ordered: who went elsewhere is not led away by what was asked before. */
  let turn = 0
  const held = (atMs: number) => {
    const { fromMs, toMs } = known?.bounds ?? { fromMs: 0, toMs: serviceNowMs() }
    return Math.max(fromMs, Math.min(atMs, toMs))
  }
  const go = (what: PastOrder) => {
    turn += 1
    order(what)
  }
  const seek = (atMs: number) => go({ kind: 'seek', atMs: held(atMs) })
  async function seekBeyond({ cameras, bounds, recorded }: Known, atMs: number, way: 1 | -1): Promise<void> {
    const asked = (turn += 1)
    // Without the service there are the recordings.
    const found = await eventBeyond(eventsOf(cameras), atMs, way, bounds).catch(() => undefined)
    const next = found ?? beginBeside(recorded, atMs, way)
    if (asked === turn && next !== undefined) seek(next)
  }
  return {
    get known() {
      return known
    },
    know: (news) => {
      known = news
    },
    seek,
    playFrom: (atMs) => go({ kind: 'seek', atMs, isPlaying: true }),
    leave: () => {
      turn += 1
    },
    toggle: () => order({ kind: 'toggle', what: 'play' }),
    step: (pictures) => go({ kind: 'step', pictures }),
    leap: (byMs) => seek(timeNow() + byMs),
    event: (way) => {
      const atMs = timeNow()
      const next = known?.events && eventBeside(known.events, atMs, way)
      if (next !== undefined) seek(next)
      else if (known !== undefined) void seekBeyond(known, atMs, way)
    },
    pace: (speed) => order({ kind: 'pace', speed }),
    turn: () => order({ kind: 'toggle', what: 'way' }),
    scrub: (atMs) => go({ kind: 'scrub', atMs: held(atMs) }),
  }
}

/** The time of which there is anything to see: from the first recording, or as far back as the line goes while not all are known. */
export function pastOf({ bounds, recorded, unknown }: Pick<Known, 'bounds' | 'recorded' | 'unknown'>): Span {
  return { ...bounds, fromMs: (unknown.length === 0 ? recorded.starts[0] : undefined) ?? bounds.fromMs }
}

/**
 * Where to go on from a moment in which no camera has recorded anything: forwards the next begin, backwards the end before. Nowhere while it is
 * not known what lies between.
 */
export function beyondGap(
  { recorded, unknown }: Pick<Known, 'recorded' | 'unknown'>,
  atMs: number,
  isBackwards: boolean,
): number | undefined {
  if (isWithin(recorded, atMs)) return undefined
  const endMs = isBackwards ? recorded.ends.findLast((end) => end <= atMs) : undefined
  const nextMs = isBackwards ? endMs && endMs - 1 : overGap(recorded, atMs)
  if (nextMs === undefined) return undefined
  const [fromMs, toMs] = [Math.min(atMs, nextMs), Math.max(atMs, nextMs)]
  return unknown.some((part) => part.fromMs <= toMs && part.toMs > fromMs) ? undefined : nextMs
}
