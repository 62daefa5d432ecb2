/** A place in a picture, as shares of its width and height. */
export interface Point {
  x: number
  y: number
}
export interface Box extends Point {
  width: number
  height: number
}

/**
 * What is drawn over a picture. A polygon is closed, and its corners go round it. A line has two ends; `arrow`: which way it is crossed, for
 * somebody who stands at its first end and looks along it.
 */
export type Shape =
  | { form: 'rectangle' | 'ellipse'; box: Box }
  | { form: 'polygon'; points: readonly Point[] }
  | { form: 'line'; points: readonly Point[]; arrow?: 'both' | 'to-left' | 'to-right' }
export type ShapeForm = Shape['form']

/** Smaller ones cannot be taken hold of, and cover nothing. */
const LEAST = 0.02
/** How long an arrow is, a share of the picture's height. */
const ARROW = 0.08
/** Of a polygon. */
export const FEWEST_CORNERS = 3

/** The box around a shape. */
export function boxOf(shape: Shape): Box {
  if ('box' in shape) return shape.box
  const [left, top] = [Math.min(...shape.points.map(({ x }) => x)), Math.min(...shape.points.map(({ y }) => y))]
  const [right, bottom] = [Math.max(...shape.points.map(({ x }) => x)), Math.max(...shape.points.map(({ y }) => y))]
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The box between two points, inside the picture. */
export function boxBetween(one: Point, other: Point): Box {
  return insidePicture({
    x: Math.min(one.x, other.x),
    y: Math.min(one.y, other.y),
    width: Math.abs(one.x - other.x),
    height: Math.abs(one.y - other.y),
  })
}

/** As much of it as is asked for, moved and cut so that it is inside. */
export function insidePicture({ x, y, width, height }: Box): Box {
  const [wide, high] = [Math.min(Math.max(width, LEAST), 1), Math.min(Math.max(height, LEAST), 1)]
  return { x: Math.min(Math.max(x, 0), 1 - wide), y: Math.min(Math.max(y, 0), 1 - high), width: wide, height: high }
}

/** The same shape in another place: as far as it goes, the edge of the picture stops it. */
export function moved(shape: Shape, by: Point): Shape {
  const box = boxOf(shape)
  return fitted(shape, insidePicture({ ...box, x: box.x + by.x, y: box.y + by.y }))
}

/** The same shape, larger or smaller; its upper left corner stays. */
export function sized(shape: Shape, by: Point): Shape {
  const box = boxOf(shape)
  return fitted(shape, insidePicture({ ...box, width: box.width + by.x, height: box.height + by.y }))
}

/** The shape stretched into another box. */
function fitted(shape: Shape, to: Box): Shape {
  if ('box' in shape) return { ...shape, box: to }
  const from = boxOf(shape)
  const part = (value: number, start: number, length: number) => (length > 0 ? (value - start) / length : 0)
  return {
    ...shape,
    points: shape.points.map(({ x, y }) => ({
      x: to.x + part(x, from.x, from.width) * to.width,
      y: to.y + part(y, from.y, from.height) * to.height,
    })),
  }
}

/** Where a shape is taken hold of: the corners of it or of its box, clockwise from the upper left one. */
export function cornersOf(shape: Shape): readonly Point[] {
  if ('points' in shape) return shape.points
  const { x, y, width, height } = shape.box
  return [
    { x, y },
    { x: x + width, y },
    { x: x + width, y: y + height },
    { x, y: y + height },
  ]
}

/** The shape with one corner elsewhere; of a box the corner across stays where it is. */
export function withCorner(shape: Shape, index: number, to: Point): Shape {
  const within = { x: clamp(to.x), y: clamp(to.y) }
  if ('points' in shape) return { ...shape, points: shape.points.map((point, at) => (at === index ? within : point)) }
  const across = cornersOf(shape)[(index + 2) % 4]
  return across === undefined ? shape : { ...shape, box: boxBetween(across, within) }
}

/** A polygon with one corner more, halfway to the next. */
export function withCornerAfter(shape: Shape, index: number): Shape {
  if (shape.form !== 'polygon') return shape
  const middle = middleAfter(shape.points, index)
  return middle === undefined ? shape : { ...shape, points: shape.points.toSpliced(index + 1, 0, middle) }
}

/** Halfway from one corner to the next, round the polygon. */
export function middleAfter(points: readonly Point[], index: number): Point | undefined {
  const [from, to] = [points[index], points[(index + 1) % points.length]]
  return from && to && { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
}

/** Where the arrow of a line begins and ends: across its middle. `aspect`: of the picture, width by height. */
export function arrowsOf(shape: Extract<Shape, { form: 'line' }>, aspect: number): { from: Point; to: Point }[] {
  const [first, last] = shape.points
  if (first === undefined || last === undefined || shape.arrow === undefined) return []
  const middle = { x: (first.x + last.x) / 2, y: (first.y + last.y) / 2 }
  const along = { x: (last.x - first.x) * aspect, y: last.y - first.y }
  const length = Math.hypot(along.x, along.y) || 1
  const left = { x: (along.y / length / aspect) * ARROW, y: (-along.x / length) * ARROW }
  const tip = (sign: number) => ({ from: middle, to: { x: middle.x + left.x * sign, y: middle.y + left.y * sign } })
  return [...(shape.arrow === 'to-right' ? [] : [tip(1)]), ...(shape.arrow === 'to-left' ? [] : [tip(-1)])]
}

/** A polygon with one corner less; a triangle stays as it is. */
export function withoutCorner(shape: Shape, index: number): Shape {
  if (shape.form !== 'polygon' || shape.points.length <= FEWEST_CORNERS) return shape
  return { ...shape, points: shape.points.toSpliced(index, 1) }
}

/** A shape to begin with, for whoever draws without a pointer. */
export function inTheMiddle(form: ShapeForm): Shape {
  const box = { x: 0.4, y: 0.35, width: 0.2, height: 0.3 }
  if (form === 'line')
    return {
      form,
      points: [
        { x: 0.3, y: 0.5 },
        { x: 0.7, y: 0.5 },
      ],
      arrow: 'both',
    }
  if (form !== 'polygon') return { form, box }
  return { form, points: cornersOf({ form: 'rectangle', box }) }
}

function clamp(value: number): number {
  return Math.min(Math.max(value, 0), 1)
}
