import { fromPx, pxPerMetre, toPx, type MapFrame, type Point } from './mercator.ts'

/** What cameras stand on, and how it lies on the stage. Its units are its own. */
export interface Ground {
  toPx(at: Point): Point
  /** Always a place on the ground. */
  fromPx(px: Point): Point
  /** How long one unit of a camera's range is there. */
  pxPerRange(at: Point): number
}

/** Where a camera stands on its ground, and what it sees. */
export interface Spot extends Point {
  directionDeg: number
  angleDeg: number
  range: number
}

/** Of the world: x is the longitude, y the latitude, a range in metres. */
export function mapGround(frame: MapFrame): Ground {
  return {
    toPx: ({ x, y }) => toPx({ longitude: x, latitude: y }, frame),
    fromPx: (px) => {
      const { longitude, latitude } = fromPx(px, frame)
      return { x: longitude, y: latitude }
    },
    pxPerRange: ({ y }) => pxPerMetre(y, frame.zoom),
  }
}

interface Size {
  widthPx: number
  heightPx: number
}

export interface Rect extends Size {
  left: number
  top: number
}

/** The largest place for a picture within a box, with room around it; `scale` makes it larger, `shift` moves it. */
export function pictureRect(picture: Size, box: Size, { marginPx = 0, scale = 1, shift = { x: 0, y: 0 } } = {}): Rect {
  const room = { widthPx: Math.max(box.widthPx - 2 * marginPx, 1), heightPx: Math.max(box.heightPx - 2 * marginPx, 1) }
  const times = Math.min(room.widthPx / picture.widthPx, room.heightPx / picture.heightPx) * scale
  const [widthPx, heightPx] = [picture.widthPx * times, picture.heightPx * times]
  return { widthPx, heightPx, left: (box.widthPx - widthPx) / 2 + shift.x, top: (box.heightPx - heightPx) / 2 + shift.y }
}

/** Of a plan: shares of its width and height, a range in shares of its width. */
export function planGround({ left, top, widthPx, heightPx }: Rect): Ground {
  const share = (px: number, whole: number) => Math.min(Math.max(px / whole, 0), 1)
  return {
    toPx: ({ x, y }) => ({ x: left + x * widthPx, y: top + y * heightPx }),
    fromPx: ({ x, y }) => ({ x: share(x - left, widthPx), y: share(y - top, heightPx) }),
    pxPerRange: () => widthPx,
  }
}
