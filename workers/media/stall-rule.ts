const STALL_MS = 3_000
const STALL_FRAMES = 4

/** Whether a stream of `fps` whose last picture was shown at `lastPictureMs` has to be called stalled. */
export function isStalled(nowMs: number, lastPictureMs: number, fps: number): boolean {
  const frameMs = fps > 0 ? 1000 / fps : 0
  return nowMs - lastPictureMs > Math.max(STALL_MS, STALL_FRAMES * frameMs)
}
