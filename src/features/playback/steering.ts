import type { PlaybackSpeed } from '#contract/playback-api.ts'
import { serviceNowMs } from '../../data/core/core.ts'
import { eventBeside, type Events } from '../../ui/time-line/core/event-marks.ts'
import { beginBeside, isWithin, overGap, type Spans } from '../../ui/time-line/core/spans.ts'
import type { Span } from '../../ui/time-line/core/view.ts'
import { deck, order, timeNow } from './deck.ts'

/** Pressed while a leap is being shown, the next leap goes on from where that one ends. */
export interface Steering {
  /** What is known of the recordings from now on. */
  know(known: Known): void
  readonly known: Known | undefined
  toggle(): void
  step(pictures: 1 | -1): void
  leap(byMs: number): void
  /** To the next event, or the next recording where none is known. */
  event(way: 1 | -1): void
  pace(speed: PlaybackSpeed, isBackwards: boolean): void
  seek(atMs: number): void
  scrub(atMs: number): void
}

/** What is known of the recordings that are played: their times, of any camera, and the events in them; and of what time nothing is known yet. */
interface Known {
  bounds: Span
  recorded: Spans
  unknown: readonly Span[]
  events: Events | undefined
}

/** The commands of the playback, within the time that there is. */
export function makeSteering(): Steering {
  let known: Known | undefined
  const held = (atMs: number) => {
    const { fromMs, toMs } = known?.bounds ?? { fromMs: 0, toMs: serviceNowMs() }
    return Math.max(fromMs, Math.min(atMs, toMs))
  }
  const seek = (atMs: number) => order({ kind: 'seek', atMs: held(atMs) })
  return {
    get known() {
      return known
    },
    know: (news) => {
      known = news
    },
    seek,
    toggle: () => order({ kind: 'play', isPlaying: !deck().clock.isPlaying }),
    step: (pictures) => order({ kind: 'step', pictures }),
    leap: (byMs) => seek(timeNow() + byMs),
    event: (way) => {
      const { events, recorded } = known ?? {}
      const atMs = timeNow()
      const next = (events && eventBeside(events, atMs, way)) ?? (recorded && beginBeside(recorded, atMs, way))
      if (next !== undefined) seek(next)
    },
    pace: (speed, isBackwards) => order({ kind: 'pace', speed, isBackwards }),
    scrub: (atMs) => order({ kind: 'scrub', atMs: held(atMs) }),
  }
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
