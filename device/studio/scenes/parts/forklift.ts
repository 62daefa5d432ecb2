import { material } from '../../render/material.ts'
import { Mesh } from '../../render/mesh.ts'
import type { Actor } from '../../render/actor.ts'
import { chain, identity, shift, turnY, turnZ, type Transform, type Vec3 } from '../../render/vector.ts'
import { pallet } from './goods.ts'
import { ScenePerson } from './person.ts'

const yellow = material('#e3a90c', 0.7)
const dark = material('#1e2022', 0.3)
const steel = material('#55595d', 0.5)
const beacon = material('#ff8a10', 0, 1.5)

const circle = (r: number, z: number): Vec3[] =>
  Array.from({ length: 16 }, (_, i) => [r * Math.cos((i * Math.PI) / 8), r * Math.sin((i * Math.PI) / 8), z])

function wheel(radius: number, width: number): Mesh {
  const mesh = new Mesh()
  mesh.loft([circle(0.01, -width / 2), circle(radius, -width / 2), circle(radius, width / 2)], dark)
  mesh.loft([circle(radius, width / 2), circle(radius * 0.55, width / 2 + 0.01)], dark)
  mesh.loft([circle(radius * 0.55, width / 2 + 0.01), circle(0.01, width / 2 + 0.03)], yellow)
  return mesh.smooth(40)
}

function shell(): Mesh {
  const mesh = new Mesh()
  const side: [number, number][] = [
    [-1.25, 0.35],
    [-1.28, 0.95],
    [-1.05, 1.12],
    [-0.35, 1.1],
    [-0.3, 0.72],
    [0.45, 0.62],
    [0.6, 0.9],
    [0.7, 0.9],
    [0.72, 0.3],
  ]
  const rings = [
    [-0.52, 0.96],
    [-0.48, 1],
    [0.48, 1],
    [0.52, 0.96],
  ].map(([z, size]) => side.map(([x, y]): Vec3 => [x * size!, 0.25 + (y - 0.25) * size!, z!]))
  mesh.loft(rings, yellow)
  for (const ring of [rings[0]!, rings.at(-1)!])
    for (let i = 0; i < ring.length; i++) mesh.triangle([-0.2, 0.6, ring[0]![2]], ring[i]!, ring[(i + 1) % ring.length]!, yellow)
  mesh.smooth(30)
  mesh.box([-1.27, 0.3, -0.5], [-0.8, 0.5, 0.5], dark)
  mesh.box([-0.62, 1.1, -0.28], [-0.1, 1.2, 0.28], dark)
  mesh.box([-0.66, 1.15, -0.28], [-0.55, 1.62, 0.28], dark)
  for (const z of [-0.48, 0.44]) {
    mesh.box([0.58, 0.9, z], [0.65, 2.1, z + 0.05], dark)
    mesh.box([-0.85, 1.1, z], [-0.78, 2.1, z + 0.05], dark)
    mesh.box([-0.87, 2.08, z], [0.67, 2.15, z + 0.05], dark)
  }
  for (let x = -0.8; x < 0.65; x += 0.24) mesh.box([x, 2.1, -0.45], [x + 0.05, 2.14, 0.46], dark)
  mesh.box([-0.84, 2.15, -0.06], [-0.72, 2.28, 0.06], beacon)
  for (const z of [-0.36, 0.28]) mesh.box([0.8, 0.08, z], [0.9, 2.35, z + 0.09], steel)
  for (const y of [0.5, 1.4, 2.28]) mesh.box([0.82, y, -0.3], [0.88, y + 0.07, 0.3], steel)
  return mesh
}

function forks(loaded: boolean): Mesh {
  const mesh = new Mesh()
  mesh.box([0.9, 0.05, -0.5], [0.96, 0.6, 0.5], steel)
  for (const z of [-0.32, 0.22]) mesh.box([0.96, 0.03, z], [2.05, 0.08, z + 0.1], steel)
  if (loaded) pallet(mesh, 1.5, 0.06, 0, 'boxes', 77)
  return mesh
}

const body = shell()
const front = wheel(0.34, 0.24)
const rear = wheel(0.27, 0.2)
const forksWith = forks(true)
const forksWithout = forks(false)
const driver = new ScenePerson({ heightMetres: 1.72, top: '#37414d', trousers: '#2d3644', hair: '#2a1d14', vest: true, helmet: '#e8e8e4' })

/** A forklift truck with its front axle at a place; the forks stand `lift` metres up. */
export function forklift(x: number, z: number, heading: number, rolled: number, lift: number, loaded: boolean): Actor {
  const place = chain(shift(x, 0, z), turnY(heading), shift(-0.45, 0, 0))
  const mesh = new Mesh()
  mesh.append(body, place)
  mesh.append(loaded ? forksWith : forksWithout, chain(place, shift(0, lift, 0)))
  for (const side of [-1, 1]) {
    const face: Transform = side > 0 ? identity : turnY(Math.PI)
    mesh.append(front, chain(place, shift(0.45, 0.34, side * 0.48), face, turnZ((-rolled / 0.34) * side)))
    mesh.append(rear, chain(place, shift(-0.85, 0.27, side * 0.46), face, turnZ((-rolled / 0.27) * side)))
  }
  // The driver sits: legs hidden by the body, so a standing figure set low will do.
  const seated = driver.at({ x: 0, z: 0, heading: 0, phase: 0, stride: 0, carry: 0.8 })
  mesh.append(seated.mesh, chain(place, shift(-0.3, 0.34, 0)))
  return {
    name: 'forklift',
    mesh,
    footprint: { x, z, heading, halfLength: 1.2, halfWidth: 0.45, strength: 0.75, fadeMetres: 0.3 },
    glows: [],
  }
}
