import { KEY_MS, STILL_MS, type Pace } from '#contract/media.ts'

const STALL_MS = 3_000
const STALL_FRAMES = 4

/** Whether a stream of `fps`, of which these pictures are decoded, and whose last one was shown at `lastPictureMs`, has to be called stalled. */
export function isStalled(nowMs: number, lastPictureMs: number, fps: number, pace: Pace = 'all'): boolean {
  if (pace !== 'all') return nowMs - lastPictureMs > KEY_MS + (pace === 'stills' ? STILL_MS : 0)
  const frameMs = fps > 0 ? 1000 / fps : 0
  return nowMs - lastPictureMs > Math.max(STALL_MS, STALL_FRAMES * frameMs)
}
