import { KEY_MS, STILL_MS, type Pace } from '#contract/media.ts'

const STALL_MS = 3_000
const STALL_FRAMES = 4
/** Of a stream of which key frames alone are decoded. */
const LEAST_KEY_MS = 12_000
/** So much later than the ones before a key frame may come. */
const KEY_SLACK_MS = 2_000

/** So long, ms, the next key frame may take. `keyMs`: the time between two of the stream, as it usually is; undefined before the second. */
export function keyPatienceMs(keyMs: number | undefined): number {
  return keyMs === undefined ? KEY_MS : Math.min(Math.max(keyMs + KEY_SLACK_MS, LEAST_KEY_MS), KEY_MS)
}

/**
 * Whether a stream of `fps`, of which these pictures are decoded, and whose last one was shown at `lastPictureMs`, has to be called stalled. `keyMs`: as of
 * `keyPatienceMs`.
 */
export function isStalled(nowMs: number, lastPictureMs: number, fps: number, pace: Pace = 'all', keyMs?: number): boolean {
  if (pace !== 'all') return nowMs - lastPictureMs > keyPatienceMs(keyMs) + (pace === 'stills' ? STILL_MS : 0)
  const frameMs = fps > 0 ? 1000 / fps : 0
  return nowMs - lastPictureMs > Math.max(STALL_MS, STALL_FRAMES * frameMs)
}
