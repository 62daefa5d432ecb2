import type { RedactionArea } from '#contract/redaction.ts'
import { boxAt, type Box } from '#shared/redaction/area-at.ts'
import { boxOf, insidePicture, type Point, type Shape } from '../../../ui/drawing/shape.ts'

/** Two moments are not nearer than this; what is drawn nearer to one replaces it. */
const SAME_MOMENT_MS = 60
/** Corners that differ by less are the same. */
const SAME_PLACE = 1e-4

/** A new area for the whole clip, standing where it was drawn until it is drawn elsewhere at another moment. */
export function newArea(shape: Shape, atMs: number, endMs: number): RedactionArea {
  const box = insidePicture(boxOf(shape))
  const corners = shape.form === 'polygon' && { corners: cornersIn(box, shape.points) }
  // A line covers nothing, and none is drawn here.
  const form = shape.form === 'line' ? 'rectangle' : shape.form
  return { form, look: 'blur', fromMs: 0, toMs: endMs, moments: [{ atMs, box }], ...corners }
}

/** What an area looks like at this moment, whether it is there at this time or not: for who wants to take hold of it. */
export function shapeAt(area: RedactionArea, atMs: number): Shape | undefined {
  const box = placeOf(area, atMs)
  if (box === undefined) return undefined
  if (area.form !== 'polygon') return { form: area.form, box }
  return { form: area.form, points: (area.corners ?? []).map(({ x, y }) => ({ x: box.x + x * box.width, y: box.y + y * box.height })) }
}

/**
 * The area with this shape at this moment. Moved or sized it stands there at this moment alone; a polygon that is bent is bent at all moments, since it
 * is the same thing that it covers.
 */
export function shapedAt(area: RedactionArea, atMs: number, shape: Shape): RedactionArea {
  const box = insidePicture(boxOf(shape))
  const [before, old] = [placeOf(area, atMs), area.corners]
  if (shape.form !== 'polygon' || before === undefined || old === undefined) return placedAt(area, atMs, box)
  const corners = cornersIn(box, shape.points)
  if (corners.length === old.length && corners.every((corner, index) => isSame(corner, old[index]))) return placedAt(area, atMs, box)
  const bent = (moment: Box) =>
    insidePicture({
      x: moment.x + ((box.x - before.x) / before.width) * moment.width,
      y: moment.y + ((box.y - before.y) / before.height) * moment.height,
      width: (moment.width * box.width) / before.width,
      height: (moment.height * box.height) / before.height,
    })
  const moments = area.moments.map((moment) => ({ ...moment, box: bent(moment.box) }))
  return { ...area, corners, moments: placedAt({ ...area, moments }, atMs, box).moments }
}

function cornersIn(box: Box, points: readonly Point[]): Point[] {
  const share = (value: number, from: number, length: number) => Math.min(Math.max((value - from) / length, 0), 1)
  return points.map(({ x, y }) => ({ x: share(x, box.x, box.width), y: share(y, box.y, box.height) }))
}

function isSame(one: Point, other: Point | undefined): boolean {
  return other !== undefined && Math.abs(one.x - other.x) < SAME_PLACE && Math.abs(one.y - other.y) < SAME_PLACE
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
