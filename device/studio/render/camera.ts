import { cross, dot, normalize, subtract, type Vec3 } from './vector.ts'

export interface CameraPlace {
  position: Vec3
  target: Vec3
  /** Horizontal angle of view before the lens bends it. */
  viewDegrees: number
  /** Barrel distortion: 0 none, 0.06 a usual surveillance lens. */
  barrel: number
}

/** A surveillance camera: from pixels to rays and from places to pixels. */
export class SceneCamera {
  readonly position: Vec3
  readonly forward: Vec3
  readonly right: Vec3
  readonly up: Vec3
  readonly width: number
  readonly height: number
  readonly #spread: number
  readonly #barrel: number

  constructor(place: CameraPlace, width: number, height: number) {
    this.position = place.position
    this.forward = normalize(subtract(place.target, place.position))
    this.right = normalize(cross([0, 1, 0], this.forward))
    this.up = cross(this.forward, this.right)
    this.width = width
    this.height = height
    this.#spread = Math.tan((place.viewDegrees * Math.PI) / 360)
    this.#barrel = place.barrel
  }

  /** The ray through a pixel, of length 1 along the view axis, so that a distance along it is a depth. */
  ray(x: number, y: number): Vec3 {
    const half = this.width / 2
    const bentX = (x - half) / half
    const bentY = (this.height / 2 - y) / half
    const factor = (1 + this.#barrel * (bentX * bentX + bentY * bentY)) * this.#spread
    const u = bentX * factor
    const v = bentY * factor
    const { forward: f, right: r, up: p } = this
    return [f[0] + r[0] * u + p[0] * v, f[1] + r[1] * u + p[1] * v, f[2] + r[2] * u + p[2] * v]
  }

  /** Pixel and depth of a place; a depth under 0.1 is behind the lens. */
  project(place: Vec3): Vec3 {
    const from = subtract(place, this.position)
    const depth = dot(from, this.forward)
    const reach = Math.max(depth, 0.1) * this.#spread
    const u = dot(from, this.right) / reach
    const v = dot(from, this.up) / reach
    const radius = Math.hypot(u, v)
    let bent = radius
    for (let i = 0; i < 4; i++) {
      bent -= (bent * (1 + this.#barrel * bent * bent) - radius) / (1 + 3 * this.#barrel * bent * bent)
    }
    const shrink = radius > 0 ? bent / radius : 1
    const half = this.width / 2
    return [half + u * shrink * half, this.height / 2 - v * shrink * half, depth]
  }
}
