import type { Event } from '#contract/calls/event/event.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import { insidePicture, type Shape } from '../../../ui/drawing/shape.ts'
import { newArea } from './edit-areas.ts'

/** Whom a camera has seen where, at one moment of the clip, ms. */
export interface Proposal {
  id: string
  kind: 'face' | 'person'
  atMs: number
  box: ObjectBox
}

/** As much more than what the camera said: its boxes are tight. */
const MARGIN = 0.15
/** Whoever is not followed is covered for so long before and after the moment. */
const AROUND_MS = 1_000
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

/** What is proposed at about this moment, to be seen over the picture. */
export function shapesNear(proposals: readonly Proposal[], atMs: number): Shape[] {
  return proposals.filter((one) => Math.abs(one.atMs - atMs) < SEEN_MS).map(({ kind, box }) => ({ form: formOf(kind), box }))
}

function formOf(kind: Proposal['kind']): 'ellipse' | 'rectangle' {
  return kind === 'face' ? 'ellipse' : 'rectangle'
}

/** What becomes of a proposal: an oval over a face, a rectangle over a person, around the moment at which they were there. */
export function areaOf({ kind, atMs, box }: Proposal, endMs: number): RedactionArea {
  const [wide, high] = [box.width * MARGIN, box.height * MARGIN]
  const around = insidePicture({ x: box.x - wide, y: box.y - high, width: box.width + 2 * wide, height: box.height + 2 * high })
  const area = newArea({ form: formOf(kind), box: around }, atMs, endMs)
  return { ...area, fromMs: Math.max(0, atMs - AROUND_MS), toMs: Math.min(endMs, atMs + AROUND_MS) }
}
