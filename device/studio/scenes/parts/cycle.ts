import { material, type Material } from '../../render/material.ts'
import { Mesh } from '../../render/mesh.ts'
import type { Actor } from '../../render/actor.ts'
import { add, chain, cross, normalize, scale, shift, subtract, turnY, type Vec3 } from '../../render/vector.ts'
import { ScenePerson, type PersonLook } from './person.ts'

const rubber = material('#17181a', 0.05)
const steel = material('#9aa0a5', 0.8)
const dark = material('#1b1d20', 0.3)
const lens = material('#cfd6dc', 1.4)

export interface CycleLook {
  kind: 'bicycle' | 'motorcycle' | 'tricycle' | 'tractor'
  color: string
  rider: PersonLook
}

/** A tube from one place to another. */
function tube(mesh: Mesh, from: Vec3, to: Vec3, radius: number, of: Material): void {
  const along = normalize(subtract(to, from))
  const aside = normalize(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]))
  const up = cross(aside, along)
  const ring = (middle: Vec3) =>
    Array.from({ length: 8 }, (_, i) => {
      const angle = (i / 8) * Math.PI * 2
      return add(middle, add(scale(aside, Math.cos(angle) * radius), scale(up, Math.sin(angle) * radius)))
    })
  mesh.loft([ring(from), ring(to)], of)
}

/** A wheel that stands across z; a wide one is full, a narrow one has spokes. */
function wheel(mesh: Mesh, x: number, z: number, radius: number, width: number): void {
  const circle = (r: number, aside: number): Vec3[] =>
    Array.from({ length: 24 }, (_, i) => [x + r * Math.cos((i / 12) * Math.PI), radius + r * Math.sin((i / 12) * Math.PI), z + aside])
  const inner = radius - Math.max(0.035, width * 0.7)
  mesh.loft([circle(inner, -width / 2), circle(radius, -width / 2), circle(radius, width / 2), circle(inner, width / 2)], rubber)
  if (width > 0.2) {
    for (const side of [-1, 1]) mesh.loft([circle(inner, (side * width) / 2.2), circle(0.02, (side * width) / 2.2)], steel)
    return
  }
  for (let i = 0; i < 6; i++) {
    const [c, s] = [Math.cos((i / 6) * Math.PI * 2) * inner, Math.sin((i / 6) * Math.PI * 2) * inner]
    tube(mesh, [x, radius, z], [x + c, radius + s, z], width > 0.06 ? 0.03 : 0.008, steel)
  }
}

function frameOf({ kind, color }: CycleLook): { mesh: Mesh; seatMetres: number } {
  const mesh = new Mesh()
  const paint = material(color, 0.9)
  if (kind === 'motorcycle') {
    wheel(mesh, -0.68, 0, 0.31, 0.15)
    wheel(mesh, 0.72, 0, 0.31, 0.12)
    mesh.box([-0.3, 0.28, -0.14], [0.32, 0.62, 0.14], dark)
    mesh.box([-0.05, 0.62, -0.15], [0.45, 0.9, 0.15], paint)
    mesh.box([-0.85, 0.7, -0.12], [-0.05, 0.8, 0.12], dark)
    mesh.box([-0.95, 0.62, -0.11], [-0.45, 0.72, 0.11], paint)
    mesh.box([0.5, 0.72, -0.16], [0.74, 1.06, 0.16], paint)
    mesh.box([0.72, 0.78, -0.09], [0.78, 0.94, 0.09], lens)
    for (const z of [-0.09, 0.09]) tube(mesh, [0.72, 0.31, z], [0.5, 0.95, z], 0.03, steel)
    tube(mesh, [0.45, 1.05, -0.36], [0.45, 1.05, 0.36], 0.02, dark)
    return { mesh, seatMetres: 0.8 }
  }
  if (kind === 'tractor') {
    for (const z of [-0.75, 0.75]) {
      wheel(mesh, -0.6, z, 0.72, 0.38)
      wheel(mesh, 1.25, z * 0.85, 0.45, 0.26)
    }
    mesh.box([0.2, 0.6, -0.36], [1.75, 1.3, 0.36], paint)
    mesh.box([1.74, 0.75, -0.3], [1.79, 1.15, 0.3], dark)
    mesh.box([-1.0, 0.6, -0.42], [0.2, 0.85, 0.42], dark)
    for (const z of [-0.95, 0.55]) mesh.box([-1.15, 1.35, z], [-0.05, 1.45, z + 0.4], paint)
    for (const x of [-1.05, 0.15]) for (const z of [-0.5, 0.45]) mesh.box([x, 0.85, z], [x + 0.06, 2.3, z + 0.06], dark)
    mesh.box([-1.15, 2.3, -0.62], [0.35, 2.38, 0.62], paint)
    return { mesh, seatMetres: 1.05 }
  }
  wheel(mesh, -0.52, 0, 0.34, 0.045)
  const front = kind === 'tricycle' ? 1.1 : 0.55
  if (kind === 'bicycle') wheel(mesh, front, 0, 0.34, 0.045)
  else {
    for (const z of [-0.42, 0.42]) wheel(mesh, front, z, 0.28, 0.05)
    mesh.box([0.45, 0.42, -0.36], [1.5, 0.95, 0.36], paint)
    mesh.box([0.47, 0.93, -0.34], [1.48, 0.96, 0.34], dark)
  }
  for (const [from, to] of [
    [
      [-0.52, 0.34, 0],
      [-0.02, 0.3, 0],
    ],
    [
      [-0.02, 0.3, 0],
      [-0.16, 0.82, 0],
    ],
    [
      [-0.16, 0.78, 0],
      [0.38, 0.82, 0],
    ],
    [
      [-0.02, 0.3, 0],
      [0.4, 0.76, 0],
    ],
    [
      [-0.52, 0.34, 0],
      [-0.15, 0.76, 0],
    ],
    [
      [kind === 'bicycle' ? front : 0.5, 0.34, 0],
      [0.38, 0.92, 0],
    ],
  ] as const)
    tube(mesh, from, to, 0.028, paint)
  mesh.box([-0.3, 0.84, -0.09], [-0.04, 0.9, 0.09], dark)
  tube(mesh, [0.34, 1.02, -0.29], [0.34, 1.02, 0.29], 0.018, dark)
  return { mesh, seatMetres: 0.9 }
}

/** Somebody on two or three wheels, or on a small tractor; `name` is what the scene calls it. */
export function cycle(name: string, look: CycleLook, x: number, z: number, heading: number): Actor {
  const { mesh: frame, seatMetres } = frameOf(look)
  const place = chain(shift(x, 0, z), turnY(heading))
  const mesh = new Mesh()
  mesh.append(frame, place)
  const size = look.rider.heightMetres / 1.75
  // Seated, the hips are this far above the soles.
  const above = seatMetres - 0.52 * size
  const rider = new ScenePerson(look.rider).at({ x: -0.2, z: 0, heading: 0, phase: 0.6, stride: 0, carry: 0.75, isSeated: true }, above)
  mesh.append(rider.mesh, place)
  const halfLength = look.kind === 'tractor' ? 1.4 : 0.8
  const halfWidth = look.kind === 'tractor' ? 0.8 : 0.2
  return { name, mesh, footprint: { x, z, heading, halfLength, halfWidth, strength: 0.6, fadeMetres: 0.25 }, glows: [] }
}
