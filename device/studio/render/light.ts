import { normalize, subtract, type Vec3 } from './vector.ts'

interface Lamp {
  position: Vec3
  color: Vec3
}

/** All the light of a scene. Colours are linear and open-ended; `exposure` brings them to the picture. */
export interface Light {
  /** The one light that throws moving shadows: the sun by its direction, or a lamp by its place. */
  key: { towards: Vec3 } | { position: Vec3 }
  keyColor: Vec3
  /** Blur of the key light's shadows: radians for a sun, metres for a lamp. */
  softness: number
  /** What surrounds the scene, from above to below. */
  zenith: Vec3
  horizon: Vec3
  ground: Vec3
  /** What an average lit surface throws back on others. */
  bounce: Vec3
  lamps: readonly Lamp[]
  exposure: number
}

/** The surroundings' light from a direction (unit length) into `out`. */
export function surroundings(light: Light, dy: number, out: Float64Array): void {
  const share = dy > 0 ? Math.sqrt(dy) : Math.min(1, -dy * 4)
  const other = dy > 0 ? light.zenith : light.ground
  for (let c = 0; c < 3; c++) out[c] = light.horizon[c]! * (1 - share) + other[c]! * share
}

/** Even light on a surface that looks up by `ny` (1 up, -1 down), without anything in the way. */
export function evenLight(light: Light, ny: number, out: Float64Array): void {
  const share = ny * 0.5 + 0.5
  for (let c = 0; c < 3; c++) {
    const above = light.zenith[c]! * 0.6 + light.horizon[c]! * 0.4
    out[c] = above * share + (light.bounce[c]! * 0.6 + light.ground[c]! * 0.4) * (1 - share)
  }
}

/** Direction to the key light, its strength there and its distance: `[x, y, z, strength, distance]`. */
export function keyAt(light: Light, x: number, y: number, z: number, out: Float64Array): void {
  if ('towards' in light.key) {
    const unit = normalize(light.key.towards)
    out.set([unit[0], unit[1], unit[2], 1, 1e6])
    return
  }
  lampAt(light.key.position, x, y, z, out)
}

/** The same for a lamp; its strength falls from 1 at 4 m by the square of the distance. */
export function lampAt(position: Vec3, x: number, y: number, z: number, out: Float64Array): void {
  const from = subtract(position, [x, y, z])
  const distance = Math.hypot(from[0], from[1], from[2])
  const strength = 16 / (distance * distance + 1)
  out.set([from[0] / distance, from[1] / distance, from[2] / distance, strength, distance])
}
