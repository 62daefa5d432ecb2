/** A box in shares of the picture's width and height. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** As the contract's redaction area; this folder knows no contract. */
export interface Area {
  form: 'rectangle' | 'ellipse' | 'polygon'
  look: 'blur' | 'black'
  fromMs: number
  toMs: number
  moments: readonly { atMs: number; box: Box }[]
  corners?: readonly { x: number; y: number }[] | undefined
}

/** A picture that is shown so shortly before or after an area's time is covered too: nobody draws to the millisecond. */
const EDGE_MS = 100
/** How much more than what was drawn is covered, on each side: a share of the area, and of the picture at least. */
const MARGIN_OF_AREA = 0.06
const MARGIN_OF_PICTURE = 0.004

/** Where an area is at a time of the clip, ms; undefined when it is not there. Evenly between two moments, so inside the picture whenever they are. */
export function boxAt({ fromMs, toMs, moments }: Area, atMs: number): Box | undefined {
  if (atMs < fromMs - EDGE_MS || atMs > toMs + EDGE_MS) return undefined
  // The first moment that is not before.
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((moments[middle]?.atMs ?? 0) < atMs) low = middle + 1
    else high = middle
  }
  const after = moments[low] ?? moments.at(-1)
  const before = moments[low - 1] ?? after
  if (before === undefined || after === undefined) return undefined
  const span = after.atMs - before.atMs
  const part = span > 0 ? Math.min(Math.max((atMs - before.atMs) / span, 0), 1) : 0
  const between = (name: keyof Box) => before.box[name] + (after.box[name] - before.box[name]) * part
  return { x: between('x'), y: between('y'), width: between('width'), height: between('height') }
}

/** What of the picture an area makes unreadable, in pixels: whether a point is in it, and the box around all of it. */
export interface Cover {
  left: number
  top: number
  right: number
  bottom: number
  isIn(x: number, y: number): boolean
}

/** The shape in a picture of this size, with its margin. The box has whole, even numbers: each chroma sample is of one box or the other. */
export function coverOf({ form, corners }: Pick<Area, 'form' | 'corners'>, box: Box, picture: { width: number; height: number }): Cover {
  const least = MARGIN_OF_PICTURE * Math.max(picture.width, picture.height)
  const left = box.x * picture.width
  const top = box.y * picture.height
  const width = box.width * picture.width
  const height = box.height * picture.height
  const across = Math.max(width * MARGIN_OF_AREA, least)
  const down = Math.max(height * MARGIN_OF_AREA, least)
  const around = {
    left: Math.max(0, even(left - across)),
    top: Math.max(0, even(top - down)),
    right: Math.min(picture.width, even(left + width + across + 2)),
    bottom: Math.min(picture.height, even(top + height + down + 2)),
  }
  const centre = { x: left + width / 2, y: top + height / 2 }
  if (form === 'ellipse') {
    const radius = { x: width / 2 + across, y: height / 2 + down }
    return { ...around, isIn: (x, y) => ((x - centre.x) / radius.x) ** 2 + ((y - centre.y) / radius.y) ** 2 <= 1 }
  }
  if (form === 'polygon' && corners !== undefined) {
    const points = corners.map((corner) => ({ x: left + corner.x * width, y: top + corner.y * height }))
    const near = Math.min(across, down)
    return { ...around, isIn: (x, y) => isInside(points, x, y) || isNear(points, x, y, near) }
  }
  return {
    ...around,
    isIn: (x, y) => x >= left - across && x <= left + width + across && y >= top - down && y <= top + height + down,
  }
}

type Point = { x: number; y: number }

function even(value: number): number {
  return Math.floor(value / 2) * 2
}

function isInside(points: readonly Point[], x: number, y: number): boolean {
  let isIn = false
  edges(points, (from, to) => {
    if (from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x) isIn = !isIn
  })
  return isIn
}

function isNear(points: readonly Point[], x: number, y: number, distance: number): boolean {
  let found = false
  edges(points, (from, to) => {
    const along = { x: to.x - from.x, y: to.y - from.y }
    const length = along.x ** 2 + along.y ** 2
    const part = length === 0 ? 0 : Math.min(Math.max(((x - from.x) * along.x + (y - from.y) * along.y) / length, 0), 1)
    const away = { x: x - from.x - along.x * part, y: y - from.y - along.y * part }
    if (away.x ** 2 + away.y ** 2 <= distance ** 2) found = true
  })
  return found
}

function edges(points: readonly Point[], each: (from: Point, to: Point) => void): void {
  let from = points.at(-1)
  for (const to of points) {
    if (from !== undefined) each(from, to)
    from = to
  }
}
