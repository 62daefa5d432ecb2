import type { Point } from './mercator.ts'

/** What a camera sees, as it is drawn: clockwise from up, so wide, so far. */
export interface Sight {
  directionDeg: number
  angleDeg: number
  rangePx: number
}

const WHOLE_DEG = 360
const NARROWEST_DEG = 5

const radians = (degrees: number) => (degrees * Math.PI) / 180

/** A direction from 0 up to 360. */
export function turned(degrees: number): number {
  return ((degrees % WHOLE_DEG) + WHOLE_DEG) % WHOLE_DEG
}

/** The point so far from another in a direction, clockwise from up. */
export function pointTowards({ x, y }: Point, directionDeg: number, px: number): Point {
  return { x: x + Math.sin(radians(directionDeg)) * px, y: y - Math.cos(radians(directionDeg)) * px }
}

/** The direction and the way from one point to another. */
export function wayTo(from: Point, to: Point): { directionDeg: number; px: number } {
  const [x, y] = [to.x - from.x, to.y - from.y]
  return { directionDeg: turned((Math.atan2(x, -y) * 180) / Math.PI), px: Math.hypot(x, y) }
}

/** Points by which what is seen is changed: the one ahead turns and lengthens it, those at its sides open and close it. */
export function handlesOf(at: Point, { directionDeg, angleDeg, rangePx }: Sight): { ahead: Point; left: Point; right: Point } {
  return {
    ahead: pointTowards(at, directionDeg, rangePx),
    left: pointTowards(at, directionDeg - angleDeg / 2, rangePx),
    right: pointTowards(at, directionDeg + angleDeg / 2, rangePx),
  }
}

/** The angle that reaches to the pointer, on whichever side it is. */
export function angleReaching(at: Point, directionDeg: number, pointer: Point): number {
  const off = turned(wayTo(at, pointer).directionDeg - directionDeg)
  return Math.min(Math.max(2 * Math.min(off, WHOLE_DEG - off), NARROWEST_DEG), WHOLE_DEG)
}

/** The outline of what is seen, as the path of an SVG: a piece of a circle, or all of it. */
export function sightPath(at: Point, sight: Sight): string {
  const { angleDeg, rangePx } = sight
  const number = (value: number) => Number(value.toFixed(2))
  const text = ({ x, y }: Point) => `${number(x)} ${number(y)}`
  const radius = number(rangePx)
  if (angleDeg >= WHOLE_DEG) {
    const [above, below] = [pointTowards(at, 0, rangePx), pointTowards(at, 180, rangePx)]
    return `M${text(above)}A${radius} ${radius} 0 1 1 ${text(below)}A${radius} ${radius} 0 1 1 ${text(above)}Z`
  }
  const { left, right } = handlesOf(at, sight)
  return `M${text(at)}L${text(left)}A${radius} ${radius} 0 ${angleDeg > 180 ? 1 : 0} 1 ${text(right)}Z`
}
