import type { FoundFace } from '#contract/faces-api.ts'
import type { ObjectBox } from '#contract/object-box.ts'

/** A face that was found in several pictures of a clip: where it was at each of these moments, ms, in their order. */
export interface FaceTrack {
  id: string
  places: { atMs: number; box: ObjectBox }[]
  /** It was seen so lately that it may be seen again. */
  isOpen: boolean
}

/** So long somebody may turn away, or be hidden, and is still the same. */
const GONE_MS = 1_600
/** By so many of its own sizes a face may have moved on from one look to the next. */
const FURTHEST = 1.2
/** A face that becomes so much larger or smaller at once is another. */
const MOST_GROWTH = 1.8

/** Puts together what is found in one picture after the other: which faces are the same. */
export class FaceTracks {
  /** Of another search the same face is another: who was accepted then may have been found only in part. */
  readonly #search = crypto.randomUUID()
  readonly #tracks: Pick<FaceTrack, 'id' | 'places'>[] = []
  #atMs = 0

  /** What was found at this moment, later than all before. */
  see(atMs: number, faces: readonly FoundFace[]): void {
    this.#atMs = atMs
    const open = new Set(this.#tracks.filter(({ places }) => this.#isOpen(places)))
    const pairs = faces
      .flatMap(({ box }) => [...open].map((track) => ({ box, track, away: awayOf(track.places.at(-1)?.box, box) })))
      .filter(({ away }) => away <= FURTHEST)
      .toSorted((one, other) => one.away - other.away)
    const met = new Set<ObjectBox>()
    for (const { box, track } of pairs) {
      if (met.has(box) || !open.delete(track)) continue
      met.add(box)
      track.places.push({ atMs, box })
    }
    for (const { box } of faces)
      if (!met.has(box)) this.#tracks.push({ id: `${this.#search}-${this.#tracks.length + 1}`, places: [{ atMs, box }] })
  }

  /** As far as is known by now; each a copy. */
  get all(): FaceTrack[] {
    return this.#tracks.map(({ id, places }) => ({ id, places: [...places], isOpen: this.#isOpen(places) }))
  }

  #isOpen(places: FaceTrack['places']): boolean {
    return this.#atMs - (places.at(-1)?.atMs ?? 0) <= GONE_MS
  }
}

/** How far two places are from each other, in sizes of a face; infinite for those of two sizes. */
function awayOf(one: ObjectBox | undefined, other: ObjectBox): number {
  if (one === undefined) return Number.POSITIVE_INFINITY
  const growth = Math.max(one.height / other.height, other.height / one.height)
  if (growth > MOST_GROWTH) return Number.POSITIVE_INFINITY
  const [x, y] = [
    middleOf(one.x, one.width) - middleOf(other.x, other.width),
    middleOf(one.y, one.height) - middleOf(other.y, other.height),
  ]
  return Math.max(Math.abs(x) / Math.max(one.width, other.width), Math.abs(y) / Math.max(one.height, other.height))
}

const middleOf = (start: number, length: number) => start + length / 2
