import type { RedactionArea, RedactionForm } from '#contract/redaction.ts'
import { boxAt, type Box } from '#shared/redaction/area-at.ts'

/** Two moments are not nearer than this; what is drawn nearer to one replaces it. */
const SAME_MOMENT_MS = 60
/** Smaller areas cannot be taken hold of, and hide nothing. */
const LEAST = 0.02

/** A new area for the whole clip, standing where it was drawn until it is drawn elsewhere at another moment. */
export function newArea(form: RedactionForm, box: Box, atMs: number, endMs: number): RedactionArea {
  return { form, look: 'blur', fromMs: 0, toMs: endMs, moments: [{ atMs, box: insidePicture(box) }] }
}

/** The area with its place at this moment, between those that it had. */
export function placedAt(area: RedactionArea, atMs: number, box: Box): RedactionArea {
  const others = area.moments.filter((moment) => Math.abs(moment.atMs - atMs) >= SAME_MOMENT_MS)
  const moments = [...others, { atMs, box: insidePicture(box) }].toSorted((one, other) => one.atMs - other.atMs)
  return { ...area, moments }
}

/** The area without the place that it was given at about this moment; its last one stays. */
export function unplacedAt(area: RedactionArea, atMs: number): RedactionArea {
  const moments = area.moments.filter((moment) => Math.abs(moment.atMs - atMs) >= SAME_MOMENT_MS)
  return moments.length === 0 ? area : { ...area, moments }
}

/** Whether the area was given its place at about this moment. */
export function isPlacedAt({ moments }: RedactionArea, atMs: number): boolean {
  return moments.some((moment) => Math.abs(moment.atMs - atMs) < SAME_MOMENT_MS)
}

/** Where an area is, whether it is there at this time or not: for who wants to take hold of it. */
export function placeOf(area: RedactionArea, atMs: number): Box | undefined {
  return boxAt(area, Math.min(Math.max(atMs, area.fromMs), area.toMs))
}

/** The box between two points, inside the picture. Shares of it. */
export function boxBetween(one: { x: number; y: number }, other: { x: number; y: number }): Box {
  return insidePicture({
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  })
}

/** As much of it as is asked for, moved and cut so that it is inside. */
function insidePicture({ x, y, width, height }: Box): Box {
  const [wide, high] = [Math.min(Math.max(width, LEAST), 1), Math.min(Math.max(height, LEAST), 1)]
  return { x: Math.min(Math.max(x, 0), 1 - wide), y: Math.min(Math.max(y, 0), 1 - high), width: wide, height: high }
}
