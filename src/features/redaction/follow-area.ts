import type { RedactionArea } from '#contract/redaction.ts'
import { Follower } from '#shared/redaction/follow.ts'
import { placeOf, placedAt } from './model/edit-areas.ts'

/** Pictures are looked at so often, and so wide: what moves between two of them is within reach. */
const STEP_MS = 80
const WIDTH = 640
/** So long after the last moment that was kept another is, though nothing much has changed. */
const KEPT_EVERY_MS = 240
/** Below it somebody should look themselves. */
const UNSURE_BELOW = 0.8

interface Watching {
  signal: AbortSignal
  /** The area as it has become by this moment. */
  onMoment(area: RedactionArea, atMs: number): void
}

/** Where it ended, ms, and the moments at which it was not sure. */
export interface Followed {
  endMs: number
  isLost: boolean
  unsureMs: number[]
}

/**
 * Follows what is under an area through the clip from this moment on, until it is lost, the clip ends or it is called off: places the area at each
 * moment, and ends it where it is lost.
 */
export async function followArea(
  video: HTMLVideoElement,
  area: RedactionArea,
  atMs: number,
  { signal, onMoment }: Watching,
): Promise<Followed> {
  const box = placeOf(area, atMs)
  if (box === undefined) return { endMs: atMs, isLost: true, unsureMs: [] }
  const height = Math.round((WIDTH * video.videoHeight) / video.videoWidth)
  const context = new OffscreenCanvas(WIDTH, height).getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('There is no context to draw in')
  const look = () => {
    context.drawImage(video, 0, 0, WIDTH, height)
    return { data: greyOf(context.getImageData(0, 0, WIDTH, height).data), width: WIDTH, height }
  }
  video.pause()
  await seek(video, atMs)
  const follower = new Follower(look(), box)
  const unsureMs: number[] = []
  // What was placed later before is found anew.
  let followed = { ...placedAt({ ...area, moments: area.moments.filter((moment) => moment.atMs < atMs) }, Math.round(atMs), box) }
  let keptMs = atMs
  let lastMs = atMs
  const lastOfClipMs = video.duration * 1000
  for (let nextMs = atMs + STEP_MS; nextMs < lastOfClipMs && !signal.aborted; nextMs += STEP_MS) {
    await seek(video, nextMs)
    const seen = follower.next(look())
    if (seen === undefined) {
      followed = { ...followed, toMs: Math.round(lastMs) }
      onMoment(followed, lastMs)
      return { endMs: lastMs, isLost: true, unsureMs }
    }
    lastMs = nextMs
    if (seen.sureness < UNSURE_BELOW) unsureMs.push(nextMs)
    if (nextMs - keptMs < KEPT_EVERY_MS) continue
    keptMs = nextMs
    followed = placedAt(followed, Math.round(nextMs), seen.box)
    onMoment(followed, nextMs)
  }
  return { endMs: lastMs, isLost: false, unsureMs }
}

function greyOf(rgba: Uint8ClampedArray): Uint8Array {
  return Uint8Array.from(
    { length: rgba.length / 4 },
    (_, index) => (rgba[index * 4] ?? 0) * 0.3 + (rgba[index * 4 + 1] ?? 0) * 0.59 + (rgba[index * 4 + 2] ?? 0) * 0.11,
  )
}

function seek(video: HTMLVideoElement, atMs: number): Promise<void> {
  return new Promise((resolve) => {
    video.addEventListener('seeked', () => resolve(), { once: true })
    video.currentTime = atMs / 1000
  })
}
