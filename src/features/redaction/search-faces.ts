import type { FoundFace } from '#contract/faces-api.ts'
import { FaceFinder } from '../../data/records/face-finder.ts'
import { ClipPictures } from './clip-pictures.ts'
import { FaceTracks, type FaceTrack } from './model/face-tracks.ts'

/** So often the clip is looked at, and so wide at most: few faces come and go in between, and one of ten points is found. */
const STEP_MS = 400
const MOST_WIDE = 960
/** Two pictures are looked at side by side where so many processors are: one each, and one for the page and the player. */
const PROCESSORS_FOR_TWO = 3

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
  const finders = Array.from({ length: navigator.hardwareConcurrency < PROCESSORS_FOR_TWO ? 1 : 2 }, () => new FaceFinder())
  const clip = new ClipPictures(url, MOST_WIDE, signal)
  const tracks = new FaceTracks()
  /** The oldest first: what is found is put together in the order of the pictures. */
  const underWay: { atMs: number; faces: Promise<FoundFace[]> }[] = []
  try {
    const lengthMs = await clip.open()
    const settle = async ({ atMs, faces }: { atMs: number; faces: Promise<FoundFace[]> }) => {
      tracks.see(atMs, await faces)
      onLook(tracks.all, Math.min((atMs + STEP_MS) / lengthMs, 1))
    }
    for (let index = 0; index * STEP_MS < lengthMs; index += 1) {
      const atMs = index * STEP_MS
      // While the finders look, the player goes to the next picture already.
      const picture = await clip.at(atMs)
      for (const look of underWay.splice(0, underWay.length - finders.length + 1)) await settle(look)
      const faces = (finders[index % finders.length] as FaceFinder).find(picture, signal)
      // Heard of in its turn, if it comes to that.
      faces.catch(() => {})
      underWay.push({ atMs, faces })
    }
    for (const look of underWay) await settle(look)
  } finally {
    for (const finder of finders) finder.close()
    clip.close()
  }
}
