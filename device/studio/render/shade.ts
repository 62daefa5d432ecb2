import { keyAt, lampAt, surroundings, type Light } from './light.ts'
import type { Material } from './material.ts'

/** A point on a surface as it is being lit; one object is reused for all points. */
export interface Spot {
  x: number
  y: number
  z: number
  /** Normal, already turned to the viewer. */
  nx: number
  ny: number
  nz: number
  /** Unit direction from the viewer to the point. */
  vx: number
  vy: number
  vz: number
  color: Float64Array
  material: Material
}

const toKey = new Float64Array(5)
const toLamp = new Float64Array(5)
const mirrored = new Float64Array(3)

/** Light from the key light that leaves the spot towards the viewer, unshadowed, into `out`; returns false when it faces away. */
export function keyShare(light: Light, spot: Spot, out: Float64Array): boolean {
  keyAt(light, spot.x, spot.y, spot.z, toKey)
  return lampShare(light.keyColor, toKey, spot, out)
}

/** The same for the further lamps, added to `out`. */
export function addLamps(light: Light, spot: Spot, out: Float64Array): void {
  for (const lamp of light.lamps) {
    lampAt(lamp.position, spot.x, spot.y, spot.z, toLamp)
    const before = [out[0]!, out[1]!, out[2]!]
    lampShare(lamp.color, toLamp, spot, out)
    for (let c = 0; c < 3; c++) out[c] = out[c]! + before[c]!
  }
}

function lampShare(color: readonly number[], to: Float64Array, spot: Spot, out: Float64Array): boolean {
  const facing = spot.nx * to[0]! + spot.ny * to[1]! + spot.nz * to[2]!
  out.fill(0)
  if (facing <= 0) return false
  let glint = 0
  const { gloss } = spot.material
  if (gloss > 0) {
    const hx = to[0]! - spot.vx
    const hy = to[1]! - spot.vy
    const hz = to[2]! - spot.vz
    const half = Math.max(0, (spot.nx * hx + spot.ny * hy + spot.nz * hz) / Math.hypot(hx, hy, hz))
    // Flat panes glint only in a narrow angle, curved lacquer in a wider one.
    glint = gloss * 0.9 * half ** (gloss > 1.5 ? 900 : 110)
  }
  for (let c = 0; c < 3; c++) out[c] = color[c]! * to[3]! * (spot.color[c]! * facing + glint)
  return true
}

/** Share of the surroundings that a glossy spot mirrors, into `out`; returns its weight (0 when it is dull). */
export function mirror(light: Light, spot: Spot, out: Float64Array): number {
  const { gloss } = spot.material
  if (gloss === 0) return 0
  const facing = Math.min(1, Math.max(0, -(spot.nx * spot.vx + spot.ny * spot.vy + spot.nz * spot.vz)))
  const weight = Math.min(0.9, gloss * (0.05 + 0.95 * (1 - facing) ** 5))
  surroundings(light, spot.vy + 2 * facing * spot.ny, mirrored)
  for (let c = 0; c < 3; c++) out[c] = mirrored[c]! * weight
  return weight
}
