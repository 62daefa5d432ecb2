import { boxAt, coverOf, type Area, type Cover } from './area-at.ts'

/** A picture as YUV 4:2:0 in one piece, limited range: its three planes without padding, whose sides are even. It is changed in place. */
export interface Planes {
  data: Uint8Array
  width: number
  height: number
}

interface Plane {
  data: Uint8Array
  width: number
  /** Luma pixels for each of its own, along either side. */
  scale: number
  step: number
  black: number
}

/** So many spots along the longer side of an area, and none is smaller than this share of the picture's height: no face is left in them. */
const SPOTS = 6
const LEAST_SPOT = 1 / 40
/** A spot's colour is told in steps of so much: what a slow movement would tell of finer ones is lost. */
const LUMA_STEP = 12
const CHROMA_STEP = 8
const BLACK_LUMA = 16
const NO_COLOUR = 128

/** Makes unreadable what the areas cover at this time of the clip, ms. Nothing of it can be had back: each area keeps a few spots of colour, or none. */
export function redactPlanes(picture: Planes, areas: readonly Area[], atMs: number): void {
  for (const area of areas) {
    const box = boxAt(area, atMs)
    if (box === undefined) continue
    const cover = coverOf(area, box, picture)
    for (const plane of planesOf(picture)) {
      if (area.look === 'black') blacken(plane, cover)
      else blur(plane, cover, picture.height)
    }
  }
}

function planesOf({ data, width, height }: Planes): Plane[] {
  const luma = width * height
  const chroma = luma / 4
  const colour = { width: width / 2, scale: 2, step: CHROMA_STEP, black: NO_COLOUR }
  return [
    { data: data.subarray(0, luma), width, scale: 1, step: LUMA_STEP, black: BLACK_LUMA },
    { data: data.subarray(luma, luma + chroma), ...colour },
    { data: data.subarray(luma + chroma, luma + 2 * chroma), ...colour },
  ]
}

/** Calls with each sample that is covered: where it is in the plane, and in the box around the area. A chroma sample counts when any of its pixels does. */
function eachCovered({ width, scale }: Plane, cover: Cover, call: (index: number, x: number, y: number) => void): void {
  const { left, top, right, bottom, isIn } = cover
  for (let y = top / scale; y < bottom / scale; y += 1) {
    for (let x = left / scale; x < right / scale; x += 1) {
      const far = scale - 0.5
      const [px, py] = [x * scale, y * scale]
      const isCovered =
        isIn(px + 0.5, py + 0.5) || (scale > 1 && (isIn(px + far, py + 0.5) || isIn(px + 0.5, py + far) || isIn(px + far, py + far)))
      if (isCovered) call(y * width + x, x - left / scale, y - top / scale)
    }
  }
}

function blacken(plane: Plane, cover: Cover): void {
  eachCovered(plane, cover, (index) => (plane.data[index] = plane.black))
}

/** The mean of each spot, told coarsely, and soft between their middles. */
function blur(plane: Plane, cover: Cover, pictureHeight: number): void {
  const { data, width, scale, step } = plane
  const left = cover.left / scale
  const top = cover.top / scale
  const across = cover.right / scale - left
  const down = cover.bottom / scale - top
  if (across <= 0 || down <= 0) return
  const spot = Math.max(Math.max(across, down) / SPOTS, (pictureHeight * LEAST_SPOT) / scale)
  const columns = Math.max(1, Math.round(across / spot))
  const rows = Math.max(1, Math.round(down / spot))
  const sums = new Float64Array(columns * rows)
  const counts = new Float64Array(columns * rows)
  for (let y = 0; y < down; y += 1) {
    const row = Math.floor((y * rows) / down) * columns
    for (let x = 0; x < across; x += 1) {
      const at = row + Math.floor((x * columns) / across)
      sums[at] = (sums[at] ?? 0) + (data[(top + y) * width + left + x] ?? 0)
      counts[at] = (counts[at] ?? 0) + 1
    }
  }
  const means = sums.map((sum, index) => Math.round(sum / Math.max(1, counts[index] ?? 1) / step) * step)
  const mean = (column: number, row: number) =>
    means[Math.min(Math.max(row, 0), rows - 1) * columns + Math.min(Math.max(column, 0), columns - 1)] ?? 0
  eachCovered(plane, cover, (index, x, y) => {
    const u = ((x + 0.5) * columns) / across - 0.5
    const v = ((y + 0.5) * rows) / down - 0.5
    const [column, row] = [Math.floor(u), Math.floor(v)]
    const [partX, partY] = [u - column, v - row]
    const upper = mean(column, row) * (1 - partX) + mean(column + 1, row) * partX
    const lower = mean(column, row + 1) * (1 - partX) + mean(column + 1, row + 1) * partX
    data[index] = Math.min(255, Math.round(upper * (1 - partY) + lower * partY))
  })
}
