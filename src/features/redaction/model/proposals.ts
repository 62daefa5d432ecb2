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

/** The faces that were found in the pictures, as they come. */
export function foundProposals(tracks: readonly FaceTrack[]): Proposal[] {
  return tracks.flatMap(({ id, places }) => {
    const [first] = places
    return first === undefined ? [] : [{ id, kind: 'face' as const, ...first, places }]
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

/** Of each number of a box, how much it changes in a millisecond: the least and the most. */
type Ways = Readonly<Record<keyof ObjectBox, readonly [least: number, most: number]>>

const ANY = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const
const everyWay: Ways = { x: ANY, y: ANY, width: ANY, height: ANY }
const numbersOf = Object.keys(everyWay) as (keyof ObjectBox)[]

/**
 * Places between which one moves evenly, without those that say no more than their neighbours: a person who sits there is one place and not thousands.
 * Each place is looked at once: what all since the last one that was kept leave open is known by its two ends.
 */
function withoutStraight(places: readonly Place[]): Place[] {
  const kept = places.slice(0, 1)
  let [start] = places
  let before = start
  let ways = everyWay
  for (const place of places.slice(1)) {
    if (start === undefined || before === undefined) break
    if (!leadsTo(place, start, ways)) {
      kept.push(before)
      start = before
      ways = everyWay
    }
    ways = waysBy(place, start, ways)
    before = place
  }
  if (before !== undefined && places.length > 1) kept.push(before)
  return kept
}

/** Whether one of these ways from the start ends in this place. */
function leadsTo({ atMs, box }: Place, start: Place, ways: Ways): boolean {
  return numbersOf.every((name) => {
    const way = (box[name] - start.box[name]) / (atMs - start.atMs)
    return way >= ways[name][0] && way <= ways[name][1]
  })
}

/** Those of the ways from the start on which whoever moves evenly is at this place at its moment, or hardly beside it. */
function waysBy({ atMs, box }: Place, start: Place, ways: Ways): Ways {
  const narrowed = (name: keyof ObjectBox, size: number) => {
    const [least, most] = ways[name]
    const [moved, beside, span] = [box[name] - start.box[name], size * STRAIGHT, atMs - start.atMs]
    return [Math.max(least, (moved - beside) / span), Math.min(most, (moved + beside) / span)] as const
  }
  const [x, width] = [narrowed('x', box.width), narrowed('width', box.width)]
  return { x, width, y: narrowed('y', box.height), height: narrowed('height', box.height) }
}

function widerThan({ x, y, width, height }: ObjectBox): ObjectBox {
  const [wide, high] = [width * MARGIN, height * MARGIN]
  return insidePicture({ x: x - wide, y: y - high, width: width + 2 * wide, height: height + 2 * high })
}
