import type { WindowStats } from '#contract/media-api.ts'
import type { StationWindow } from '#contract/station.ts'
import type { WindowState } from '../media/window-state.ts'

/** A picture that has not changed for so long stands still. */
const STILL_MS = 2_000
const STILL_FRAMES = 4
/** Of a camera that sends fewer than one picture a second no more is expected, nor of one of which that is not known yet. */
const SELDOM_MS = 1_000
/** A picture that was filmed so long ago is not live, however it moves: within three seconds it is told, and a screen looks four times in one. */
const OLD_MS = 2_700
/** The same where pictures come often and none has followed: sooner, since a screen that gets its next page ready looks late. */
const OLD_AND_LAST_MS = 2_300
/** What is counted in the first seconds of a picture says little of how many come. */
const NEW_MS = 5_000
/** What is counted of a window comes once a second: where nothing newer is known for longer, nothing newer has come. */
const COUNTED_MS = 1_250

/** What is known of the pictures of a window. */
export interface Pictures {
  /** Counted once a second: nothing in the first second of a camera. */
  stats: WindowStats | undefined
  /** The first picture, or the first after a stall: when it was shown, and how long before it was filmed. */
  begun: { atMs: number; ageMs: number } | undefined
  /** The same of the first picture after a pause that was too short for a stall. */
  resumed: { atMs: number; ageMs: number } | undefined
}

type Told = Pick<StationWindow, 'state' | 'fault' | 'ageMs'>

/**
 * What a screen may say of a window. The age is by the camera's clock: from when the picture was filmed until now, not from when it came. A window that
 * plays is live only while its pictures move and are new. Times as `steadyNowMs` has them.
 */
export function toldOf(state: WindowState, { stats, begun, resumed }: Pictures, nowMs: number): Told {
  const last = lastOf(stats?.last, begun, resumed)
  const ageMs = last === undefined ? null : Math.max(0, nowMs - last.filmedMs)
  // A camera that failed before its first picture has none of any age.
  if (state.kind === 'failed') return { state: 'failed', fault: state.fault, ageMs }
  if (state.kind === 'stalled') return { state: 'frozen', ageMs: ageMs ?? Math.max(0, nowMs - state.sinceMs) }
  if (state.kind !== 'playing') return { state: 'connecting', ageMs }
  // What is shown as key frames alone, or as stills, on purpose, moves seldom: the video path itself says when it stands still.
  const isSlow = state.less !== undefined && state.less.shows !== 'sub'
  const everyMs = Math.min(stats?.last?.everyMs ?? SELDOM_MS, SELDOM_MS)
  const comesOften = everyMs < SELDOM_MS || (begun !== undefined && nowMs - begun.atMs < NEW_MS)
  if (last !== undefined && !isSlow && isPast(last, { everyMs, comesOften }, nowMs)) return { state: 'frozen', ageMs }
  return { state: 'live', ageMs: stats === undefined || stats.fps === 0 ? ageMs : Math.max(0, stats.pictureAgeMs) }
}

interface Last {
  shownMs: number
  filmedMs: number
}

/** The newest picture that is known of. */
function lastOf(counted: Last | undefined, ...told: Pictures['begun'][]): Last | undefined {
  let last = counted
  for (const one of told) {
    if (one !== undefined && (last === undefined || one.atMs > last.shownMs)) last = { shownMs: one.atMs, filmedMs: one.atMs - one.ageMs }
  }
  return last
}

/** Whether a picture is none of now any more: nothing has followed it, or it was an old one when it was shown. */
function isPast({ shownMs, filmedMs }: Last, { everyMs, comesOften }: { everyMs: number; comesOften: boolean }, nowMs: number): boolean {
  const stillMs = Math.max(STILL_MS, STILL_FRAMES * everyMs)
  const stoodMs = nowMs - shownMs
  return stoodMs >= stillMs || shownMs - filmedMs >= OLD_MS || (stoodMs >= COUNTED_MS && comesOften && nowMs - filmedMs >= OLD_AND_LAST_MS)
}
