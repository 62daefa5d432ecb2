import { FaceFinder } from '../../data/records/face-finder.ts'
import { FaceTracks, type FaceTrack } from './model/face-tracks.ts'

/** So often the clip is looked at, and so wide at most: few faces come and go in between, and one of ten points is found. */
const STEP_MS = 400
const MOST_WIDE = 960

interface Watching {
  signal: AbortSignal
  /** What is found so far, and how much of the clip was looked at, from 0 to 1. */
  onLook: (tracks: FaceTrack[], share: number) => void
}

/**
 * Looks for faces in the pictures of a clip, from its begin to its end, beside the player. Throws when the clip or what it needs cannot be loaded, and the
 * signal's reason.
 */
export async function searchFaces(url: string, { signal, onLook }: Watching): Promise<void> {
  const finder = new FaceFinder()
  const video = document.createElement('video')
  try {
    video.muted = true
    video.preload = 'auto'
    video.src = url
    await told(video, 'loadeddata', signal)
    const width = Math.min(video.videoWidth, MOST_WIDE)
    const height = Math.round((width * video.videoHeight) / video.videoWidth)
    const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
    if (context === null) throw new Error('There is no context to draw in')
    const tracks = new FaceTracks()
    const lengthMs = video.duration * 1000
    if (!Number.isFinite(lengthMs)) throw new Error('The clip has no end')
    for (let atMs = 0; atMs < lengthMs; atMs += STEP_MS) {
      if (atMs > 0) {
        const seeked = told(video, 'seeked', signal)
        video.currentTime = atMs / 1000
        await seeked
      }
      context.drawImage(video, 0, 0, width, height)
      tracks.see(atMs, await finder.find(context.getImageData(0, 0, width, height), signal))
      onLook(tracks.all, Math.min((atMs + STEP_MS) / lengthMs, 1))
    }
  } finally {
    finder.close()
    video.removeAttribute('src')
    video.load()
  }
}

function told(video: HTMLVideoElement, what: 'loadeddata' | 'seeked', signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  // What broke while nobody listened is told no more.
  if (video.error !== null) throw new Error('The clip could not be read.')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const heard = new AbortController()
  video.addEventListener(what, () => resolve(), { signal: heard.signal })
  video.addEventListener('error', () => reject(new Error('The clip could not be read.')), { signal: heard.signal })
  signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: heard.signal })
  return promise.finally(() => heard.abort())
}
