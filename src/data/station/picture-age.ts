import type { NewestPicture, WindowStats } from '#contract/media-api.ts'
import { KEY_MS, STILL_MS } from '#contract/media.ts'
import type { StationWindow } from '#contract/station.ts'
import type { WindowState } from '../media/window-state.ts'

/** Pictures that come often are live no more when none has come for so long. */
const STOOD_MS = 2_000
/** A picture that was filmed so long ago is not live, however it moves: within three seconds it is told, and a screen looks four times in one. */
const OLD_MS = 2_700
/** The same where none has followed for longer than it takes to count them: sooner, since a screen that gets its next page ready looks late. */
const OLD_AND_LAST_MS = 2_300
/** What is counted of a window comes once a second, and of pictures that come late more often: where nothing newer is known for longer, nothing newer has come. */
const COUNTED_MS = 1_250
/** A camera of one picture a second, or fewer, shows single pictures; one of two shows moving ones. */
const SELDOM_MS = 600
/** Of single pictures so many may be missing until the last one stands still. */
const MISSED = 4

/** What is known of the pictures of a window. */
export interface Pictures {
  /** Counted once a second: nothing in the first second of a camera. */
  stats: WindowStats | undefined
  /** The first picture, or the first after a stall. */
  begun: NewestPicture | undefined
  /** What was told by itself since then: the first picture after a pause, or one that came late. */
  newest: NewestPicture | undefined
}

type Told = Pick<StationWindow, 'state' | 'fault' | 'ageMs'>

/**
 * What a screen may say of a window. The age is by the camera's clock: from when the newest picture that is known was filmed until now, so that it is never
 * told too young. A window that plays is live only while its pictures move and are new, whatever the camera, the line or this machine let it show; where they
 * come one by one it is slow, as long as that explains how old they are. `isCutOff`: nothing more comes, as is known already. Times as `steadyNowMs` has them.
 */
export function toldOf(state: WindowState, pictures: Pictures, { nowMs, isCutOff }: { nowMs: number; isCutOff: boolean }): Told {
  const last = lastOf(pictures)
  const ageMs = last === undefined ? null : Math.max(0, nowMs - last.filmedMs)
  // A camera that failed before its first picture has none of any age.
  if (state.kind === 'failed') return { state: 'failed', fault: state.fault, ageMs }
  if (state.kind === 'stalled') return { state: 'frozen', ageMs: ageMs ?? Math.max(0, nowMs - state.sinceMs) }
  if (state.kind !== 'playing' || last === undefined) return { state: 'connecting', ageMs }
  const singleMs = singleMsOf(state, pictures.stats)
  if (singleMs === undefined) return { state: isPast(last, nowMs) ? 'frozen' : 'live', ageMs }
  const isExplained = !isCutOff && nowMs - last.shownMs < singleMs && last.shownMs - last.filmedMs < OLD_MS
  return { state: isExplained ? 'slow' : 'frozen', ageMs }
}

interface Last {
  shownMs: number
  filmedMs: number
}

/** The newest picture that is known of. */
function lastOf({ stats, begun, newest }: Pictures): Last | undefined {
  const told = [begun, newest].flatMap((one) => (one === undefined ? [] : [{ shownMs: one.shownMs, filmedMs: one.shownMs - one.ageMs }]))
  return [stats?.last, ...told].reduce((last, one) =>
    one !== undefined && (last === undefined || one.shownMs > last.shownMs) ? one : last,
  )
}

/** How long a picture stands until the next one has to come, where they come one by one; nothing where they come often, or it is not known yet. */
function singleMsOf(state: WindowState & { kind: 'playing' }, stats: WindowStats | undefined): number | undefined {
  if (state.less?.shows === 'keys') return KEY_MS
  if (state.less?.shows === 'stills') return KEY_MS + STILL_MS
  const everyMs = stats?.last?.everyMs
  return everyMs === undefined || everyMs < SELDOM_MS ? undefined : Math.min(KEY_MS, MISSED * everyMs)
}

/** Whether a picture is none of now any more: nothing has followed it, or it is an old one. */
function isPast({ shownMs, filmedMs }: Last, nowMs: number): boolean {
  const stoodMs = nowMs - shownMs
  const ageMs = nowMs - filmedMs
  return stoodMs >= STOOD_MS || ageMs >= OLD_MS || (stoodMs >= COUNTED_MS && ageMs >= OLD_AND_LAST_MS)
}
