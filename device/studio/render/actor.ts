import type { Mesh } from './mesh.ts'
import type { Vec3 } from './vector.ts'

/** What an actor covers on the ground: there, light from around does not come through. */
export interface Footprint {
  x: number
  z: number
  heading: number
  halfLength: number
  halfWidth: number
  strength: number
  fadeMetres: number
}
/** A lamp that is seen itself: a bright core with a halo. */
export interface Glow {
  position: Vec3
  color: Vec3
  radiusMetres: number
}
/** Light that a vehicle throws on the ground ahead. */
export interface Beam {
  x: number
  z: number
  heading: number
  lengthMetres: number
  strength: number
}
/** One moving thing as it is at the time of a frame. */
export interface Actor {
  /** What the scene calls it. */
  name?: string
  mesh: Mesh
  footprint: Footprint
  glows: readonly Glow[]
  beam?: Beam
}

/** Share of the light from around that an actor keeps from a place, 0..1. */
export function covered(print: Footprint, x: number, y: number, z: number): number {
  const dx = x - print.x
  const dz = z - print.z
  const reach = print.halfLength + print.halfWidth + print.fadeMetres * 4
  if (dx * dx + dz * dz > reach * reach) return 0
  const c = Math.cos(print.heading)
  const s = Math.sin(print.heading)
  const along = Math.max(0, Math.abs(dx * c + dz * s) - print.halfLength)
  const aside = Math.max(0, Math.abs(dz * c - dx * s) - print.halfWidth)
  const away = Math.hypot(along, aside, y) / print.fadeMetres
  return away > 4 ? 0 : print.strength * Math.exp(-away * away * 0.5)
}

/** Light of a beam at a place, as a multiple of what is there already. */
export function beamAt(beam: Beam, x: number, y: number, z: number): number {
  if (y > 2) return 0
  const dx = x - beam.x
  const dz = z - beam.z
  if (dx * dx + dz * dz > beam.lengthMetres * beam.lengthMetres) return 0
  const along = dx * Math.cos(beam.heading) + dz * Math.sin(beam.heading)
  if (along < 0 || along > beam.lengthMetres) return 0
  const aside = Math.abs(dz * Math.cos(beam.heading) - dx * Math.sin(beam.heading))
  const lobe = Math.exp(-(((aside - 0.5) / (0.5 + along * 0.22)) ** 2))
  const share = along / beam.lengthMetres
  return beam.strength * lobe * Math.min(1, along / 1.2) * (1 - share) ** 1.5
}
