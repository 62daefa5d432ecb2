/** A point of a stage in pixels from its upper left, or a place on its ground. */
export interface Point {
  x: number
  y: number
}

export interface Position {
  latitude: number
  longitude: number
}

/** What of the world a stage shows: its middle, and how large everything is. */
export interface MapFrame {
  center: Position
  zoom: number
  widthPx: number
  heightPx: number
}

/** The whole world at zoom 0, as MapLibre has it. */
const WORLD_PX = 512
/** Where the square world of the projection ends. */
const LAST_LATITUDE = 85.051129
const EARTH_AROUND_M = 40_075_016.686

const radians = (degrees: number) => (degrees * Math.PI) / 180
const sizePx = (zoom: number) => WORLD_PX * 2 ** zoom

function worldPoint({ latitude, longitude }: Position, zoom: number): Point {
  const bounded = Math.min(Math.max(latitude, -LAST_LATITUDE), LAST_LATITUDE)
  const size = sizePx(zoom)
  return { x: ((longitude + 180) / 360) * size, y: ((1 - Math.asinh(Math.tan(radians(bounded))) / Math.PI) / 2) * size }
}

/** Where a place is seen in the frame (Web Mercator). */
export function toPx(position: Position, { center, zoom, widthPx, heightPx }: MapFrame): Point {
  const [at, middle] = [worldPoint(position, zoom), worldPoint(center, zoom)]
  return { x: at.x - middle.x + widthPx / 2, y: at.y - middle.y + heightPx / 2 }
}

/** The place that is seen at a point of the frame. Beyond the edge of the world it is the nearest on it. */
export function fromPx({ x, y }: Point, { center, zoom, widthPx, heightPx }: MapFrame): Position {
  const size = sizePx(zoom)
  const middle = worldPoint(center, zoom)
  const [shareX, shareY] = [(middle.x + x - widthPx / 2) / size, (middle.y + y - heightPx / 2) / size]
  const longitude = Math.min(Math.max(shareX, 0), 1) * 360 - 180
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * Math.min(Math.max(shareY, 0), 1)))) * 180) / Math.PI
  return { latitude, longitude }
}

/** How long a metre is there. */
export function pxPerMetre(latitude: number, zoom: number): number {
  return sizePx(zoom) / (EARTH_AROUND_M * Math.cos(radians(Math.min(Math.abs(latitude), LAST_LATITUDE))))
}

/** The longest round length that is no longer than `mostPx`: of 1, 2 or 5 metres, or of tens of them, and how long it is drawn. */
export function roundLength(pxOfMetre: number, mostPx: number): { metres: number; px: number } {
  const mostM = mostPx / pxOfMetre
  const tens = 10 ** Math.floor(Math.log10(mostM))
  const metres = tens * ([5, 2].find((times) => times * tens <= mostM) ?? 1)
  return { metres, px: metres * pxOfMetre }
}
