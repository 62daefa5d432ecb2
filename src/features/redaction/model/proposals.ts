import type { Event } from '#contract/calls/event/event.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import { insidePicture, type Shape } from '../../../ui/drawing/shape.ts'
import { newArea } from './edit-areas.ts'
import type { FaceTrack } from './face-tracks.ts'

/** Who was seen where, at one moment of the clip, ms: by the camera, or, with the `places` of all moments, in the pictures themselves. */
export interface Proposal {
  id: string
  kind: 'face' | 'person'
  atMs: number
  box: ObjectBox
  places?: FaceTrack['places']
  /** It is still looked for in the pictures that come: where it is by then is not known yet. */
  isOpen?: boolean
}

type Place = FaceTrack['places'][number]

/** As much more than what was said: boxes are tight. */
const MARGIN = 0.15
/** Whoever is not followed is covered for so long before and after the moment. */
const AROUND_MS = 1_000
/** By so much of its size a place may lie beside the line: less than the margin. */
const STRAIGHT = 0.05
/** So near to its moment a proposal is shown. */
const SEEN_MS = 300

/** The faces and persons whose place in the picture the camera has told with an event of the clip, in their order. */
export function proposalsOf(events: readonly Event[], clipStartMs: number, endMs: number): Proposal[] {
  return events
    .flatMap(({ eventId, kind, atMs, box }) =>
      box !== null && (kind === 'face' || kind === 'person') ? [{ id: eventId, kind, atMs: Math.round(atMs - clipStartMs), box }] : [],
    )
    .filter(({ atMs }) => atMs >= 0 && atMs <= endMs)
    .toSorted((one, other) => one.atMs - other.atMs)
}

/** The faces that were found in the pictures, as they come. `isSearching`: more pictures are looked at. */
export function foundProposals(tracks: readonly FaceTrack[], isSearching = false): Proposal[] {
  return tracks.flatMap(({ id, places, isOpen }) => {
    const [first] = places
    return first === undefined ? [] : [{ id, kind: 'face' as const, ...first, places, isOpen: isSearching && isOpen }]
  })
}

/** What is proposed at about this moment, to be seen over the picture. */
export function shapesNear(proposals: readonly Proposal[], atMs: number): Shape[] {
  return proposals.flatMap(({ kind, places, ...first }) =>
    (places ?? [first])
      .filter((one) => Math.abs(one.atMs - atMs) < SEEN_MS)
      .map(({ box }) => ({ form: formOf(kind), box }))
      .slice(0, 1),
  )
}

function formOf(kind: Proposal['kind']): 'ellipse' | 'rectangle' {
  return kind === 'face' ? 'ellipse' : 'rectangle'
}

/** What becomes of a proposal: an oval over a face, a rectangle over a person, around the moments at which they were there. */
export function areaOf({ kind, atMs, box, places = [{ atMs, box }] }: Proposal, endMs: number): RedactionArea {
  const area = newArea({ form: formOf(kind), box: widerThan(box) }, atMs, endMs)
  const moments = withoutStraight(places).map((place) => ({ atMs: place.atMs, box: widerThan(place.box) }))
  const lastMs = places.at(-1)?.atMs ?? atMs
  return { ...area, moments, fromMs: Math.max(0, atMs - AROUND_MS), toMs: Math.min(endMs, lastMs + AROUND_MS) }
}

/** Places between which one moves evenly, without those that say no more than their neighbours: a person who sits there is one place and not thousands. */
function withoutStraight(places: FaceTrack['places']): FaceTrack['places'] {
  const [first, ...others] = places
  if (first === undefined) return []
  const kept = [first]
  let ways = new Ways(first)
  let before = first
  for (const place of others) {
    if (!ways.leadTo(place)) {
      kept.push(before)
      ways = new Ways(before)
    }
    ways.passBy(place)
    before = place
  }
  if (before !== first) kept.push(before)
  return kept
}

const sides = ['x', 'y', 'width', 'height'] as const

/** How one may go on evenly from a place, by all that was passed: each side between so much and so much in a millisecond. */
class Ways {
  readonly #from: Place
  readonly #least = sides.map(() => Number.NEGATIVE_INFINITY)
  readonly #most = sides.map(() => Number.POSITIVE_INFINITY)

  constructor(from: Place) {
    this.#from = from
  }

  /** Whether who goes straight to this place comes near enough to all that were passed. */
  leadTo({ atMs, box }: Place): boolean {
    return sides.every((side, index) => {
      const pace = (box[side] - this.#from.box[side]) / (atMs - this.#from.atMs)
      return pace >= (this.#least[index] ?? 0) && pace <= (this.#most[index] ?? 0)
    })
  }

  passBy({ atMs, box }: Place): void {
    for (const [index, side] of sides.entries()) {
      const near = (side === 'x' || side === 'width' ? box.width : box.height) * STRAIGHT
      const [away, forMs] = [box[side] - this.#from.box[side], atMs - this.#from.atMs]
      this.#least[index] = Math.max(this.#least[index] ?? 0, (away - near) / forMs)
      this.#most[index] = Math.min(this.#most[index] ?? 0, (away + near) / forMs)
    }
  }
}

function widerThan({ x, y, width, height }: ObjectBox): ObjectBox {
  const [wide, high] = [width * MARGIN, height * MARGIN]
  return insidePicture({ x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high })
}
