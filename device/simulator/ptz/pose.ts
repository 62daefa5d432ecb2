/** Where the camera looks: the middle of its picture in the scene (shares of it, from the upper left), and how far it has zoomed in. */
export interface Pose {
  x: number
  y: number
  zoom: number
}

/** The part of the scene that is in the picture, in shares of it. */
export interface View {
  left: number
  top: number
  width: number
  height: number
}

export const home: Pose = { x: 0.5, y: 0.5, zoom: 1 }
const MOST_ZOOM = 5
/** What the picture shows of the scene without zoom. */
const WIDEST = 0.5
/** What the whole scene spans. */
const SCENE_DEGREES = { pan: 100, tilt: 56 }

export function viewFrom({ x, y, zoom }: Pose): View {
  const size = WIDEST / zoom
  return { left: x - size / 2, top: y - size / 2, width: size, height: size }
}

/** The nearest pose that the camera can take: it zooms so far and no further, and sees nothing but the scene. */
export function withinReach({ x, y, zoom }: Pose): Pose {
  const near = Math.min(Math.max(zoom, 1), MOST_ZOOM)
  const half = WIDEST / near / 2
  return { x: Math.min(Math.max(x, half), 1 - half), y: Math.min(Math.max(y, half), 1 - half), zoom: near }
}

/** The pose that has this place of the picture (shares of it) in its middle. */
export function centred(pose: Pose, at: { x: number; y: number }, zoom = pose.zoom): Pose {
  const view = viewFrom(pose)
  return withinReach({ x: view.left + view.width * at.x, y: view.top + view.height * at.y, zoom })
}

/** How far apart two poses are, in widths of the wider picture and doublings of zoom. */
export function apart(one: Pose, other: Pose): number {
  const width = WIDEST / Math.min(one.zoom, other.zoom)
  return Math.max(Math.hypot(one.x - other.x, one.y - other.y) / width, Math.abs(Math.log2(one.zoom / other.zoom)))
}

/** On the way from one pose to another: `share` 0 is the first. Begins and ends slowly. */
export function poseBetween(from: Pose, to: Pose, share: number): Pose {
  const eased = share * share * (3 - 2 * share)
  return {
    x: from.x + (to.x - from.x) * eased,
    y: from.y + (to.y - from.y) * eased,
    zoom: from.zoom * (to.zoom / from.zoom) ** eased,
  }
}

/** Pan and tilt in degrees from the middle of the scene. */
export function degreesOf({ x, y }: Pose): { pan: number; tilt: number } {
  return { pan: round((x - 0.5) * SCENE_DEGREES.pan), tilt: round((0.5 - y) * SCENE_DEGREES.tilt) }
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
