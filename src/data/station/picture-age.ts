import type { WindowStats } from '#contract/media-api.ts'
import type { StationWindow } from '#contract/station.ts'
import type { WindowState } from '../media/window-state.ts'

/** A picture that has not changed for so long, counted from when that is noticed, stands still. What is counted comes once a second. */
const STILL_MS = 2_000
const STILL_FRAMES = 4
/** A picture that was filmed so long ago is not live, however it moves. */
const OLD_MS = 3_000
/** Pictures are counted once a second: until then the first one after a stall tells. */
const COUNTED_MS = 1_200

/** What is seen of a window's pictures over time. */
export interface Seen {
  framesShown: number
  /** When that many were there for the first time. */
  changedMs: number
  /** The first picture, or the first after a stall: when it was shown, and how long before it was filmed. */
  begun?: { atMs: number; ageMs: number } | undefined
}

/** Takes note of what the window has shown by now. */
export function seenNow(before: Seen | undefined, stats: WindowStats | undefined, nowMs: number): Seen | undefined {
  if (stats === undefined) return before
  if (before !== undefined && before.framesShown === stats.framesShown) return before
  return { framesShown: stats.framesShown, changedMs: nowMs }
}

type Told = Pick<StationWindow, 'state' | 'fault' | 'ageMs'>

/**
 * What a screen may say of a window. The age is by the camera's clock: from when the picture was filmed until now, not from when it came. A window that
 * plays is live only while its pictures move and are new. Times in epoch ms of this machine.
 */
export function toldOf(state: WindowState, stats: WindowStats | undefined, seen: Seen | undefined, nowMs: number): Told {
  const filmedAgoMs =
    stats === undefined || seen === undefined ? undefined : Math.max(0, stats.pictureAgeMs) + Math.max(0, nowMs - seen.changedMs)
  const ageMs = filmedAgoMs === undefined ? null : filmedAgoMs
  if (state.kind === 'failed') return { state: 'failed', fault: state.fault, ageMs: ageMs ?? Math.max(0, nowMs - state.sinceMs) }
  if (state.kind === 'stalled') return { state: 'frozen', ageMs: ageMs ?? Math.max(0, nowMs - state.sinceMs) }
  if (state.kind !== 'playing') return { state: 'connecting', ageMs }
  const begun = seen?.begun
  const sinceBegunMs = begun === undefined ? Number.POSITIVE_INFINITY : nowMs - begun.atMs
  if (begun !== undefined && sinceBegunMs < COUNTED_MS && begun.ageMs + sinceBegunMs < OLD_MS)
    return { state: 'live', ageMs: begun.ageMs + sinceBegunMs }
  // What is shown as key frames alone, or as stills, on purpose, moves seldom: the video path itself says when it stands still.
  const isSlow = state.less !== undefined && state.less.shows !== 'sub'
  const stillMs = Math.max(STILL_MS, (STILL_FRAMES * 1_000) / Math.max(stats?.fps ?? 1, 1))
  const isStill = !isSlow && seen !== undefined && nowMs - seen.changedMs >= stillMs
  const isOld = !isSlow && (stats?.pictureAgeMs ?? 0) >= OLD_MS
  return {
    state: isStill || isOld ? 'frozen' : 'live',
    ageMs: isStill || isOld || stats === undefined ? ageMs : Math.max(0, stats.pictureAgeMs),
  }
}
