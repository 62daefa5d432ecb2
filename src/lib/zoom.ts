/** A window shows its picture up to this many times as large. */
const MOST_SCALE = 8
/** Less than this is the whole picture: hands are not that exact. */
const LEAST_SCALE = 1.02

/** Width and height, or a way right and down, in CSS pixels. */
interface Size {
  width: number
  height: number
}
export interface Way {
  x: number
  y: number
}

/** A window, and its picture as large as it is when nobody has zoomed. */
export interface Sizes {
  window: Size
  picture: Size
}

/** How many times as large the picture is, and which point of it, as shares of its width and height, is in the middle of the window. */
export interface ZoomView {
  readonly scale: number
  readonly x: number
  readonly y: number
}

/** The part of the picture that is seen, as shares of the picture. */
export interface Frame {
  left: number
  top: number
  width: number
  height: number
}

export const wholePicture: ZoomView = { scale: 1, x: 0.5, y: 0.5 }

/** Half of what the window shows of the picture along one side, as a share of the picture. */
function reach(window: number, picture: number, scale: number): number {
  return Math.min(window / (2 * picture * scale), 0.5)
}

/** The nearest view that shows no empty place where there could be picture. */
export function within({ scale, x, y }: ZoomView, { window, picture }: Sizes): ZoomView {
  const inside = (at: number, half: number) => Math.min(Math.max(at, half), 1 - half)
  const bounded = scale < LEAST_SCALE ? 1 : Math.min(scale, MOST_SCALE)
  return {
    scale: bounded,
    x: inside(x, reach(window.width, picture.width, bounded)),
    y: inside(y, reach(window.height, picture.height, bounded)),
  }
}

/** As large as `scale` says, with the point of the picture under `at` (from the middle of the window) where it is. */
export function zoomTo(view: ZoomView, scale: number, at: Way, sizes: Sizes): ZoomView {
  const to = Math.min(Math.max(scale, 1), MOST_SCALE)
  // How much nearer to the middle what is under `at` would come by the scale alone.
  const moved = 1 / view.scale - 1 / to
  return within({ scale: to, x: view.x + (at.x / sizes.picture.width) * moved, y: view.y + (at.y / sizes.picture.height) * moved }, sizes)
}

/** The picture taken along by a hand that moves this way. */
export function panBy({ scale, x, y }: ZoomView, way: Way, sizes: Sizes): ZoomView {
  const { width, height } = sizes.picture
  return within({ scale, x: x - way.x / (width * scale), y: y - way.y / (height * scale) }, sizes)
}

export function frameOf({ scale, x, y }: ZoomView, { window, picture }: Sizes): Frame {
  const [across, down] = [reach(window.width, picture.width, scale), reach(window.height, picture.height, scale)]
  return { left: x - across, top: y - down, width: 2 * across, height: 2 * down }
}

/** A press of + or −. */
const STEP = 1.5
/** One press of an arrow, as a share of what is seen. */
const LOOK = 0.2
const ways: Record<string, Way> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
/** Of a picture that fills its window. */
const filled: Sizes = { window: { width: 1, height: 1 }, picture: { width: 1, height: 1 } }

/** One step in (1), out (−1), or to the whole picture (0); the middle stays. Of a picture that fills its window. */
export function stepZoom(view: ZoomView, step: 1 | 0 | -1): ZoomView {
  return step === 0 ? wholePicture : zoomTo(view, view.scale * STEP ** step, { x: 0, y: 0 }, filled)
}

/** What an arrow key leads to in a picture that is zoomed, and fills its window; undefined for other keys, and where the whole picture shows. */
export function looksFurther(view: ZoomView, key: string): ZoomView | undefined {
  const way = ways[key]
  if (way === undefined || view.scale <= 1) return undefined
  return within({ ...view, x: view.x + (way.x * LOOK) / view.scale, y: view.y + (way.y * LOOK) / view.scale }, filled)
}
