import { material, type Material } from '../../render/material.ts'
import { Mesh } from '../../render/mesh.ts'
import type { Actor, Glow } from '../../render/actor.ts'
import { apply, chain, identity, shift, turnY, turnZ, type Vec3 } from '../../render/vector.ts'
import { shapes, type Shape, type ShapeName } from './vehicle-shapes.ts'
import { plateMaterial } from './plate.ts'

export interface VehicleLook {
  shape: ShapeName
  /** Paint as a CSS colour. */
  color: string
  plate: string
  lights?: 'off' | 'on'
}

const glass = material('#0d1216', 1.9)
const rubber = material('#17181a', 0.05)
const plastic = material('#1b1d20', 0.3)
const rim = material('#a9adb2', 0.8)
const redLens = material('#8e0f12', 1)
const clearLens = material('#cfd6dc', 1.4)
const litWhite = material('#fff6e0', 0, 4)
const litRed = material('#ff2018', 0, 1.6)
const seam = material('#0b0c0d')
const silver = material('#b8bcc0', 0.9)
const cargo = material('#d9dbd8', 0.2)

/** Outline of the cabin at one height, from the windscreen round; pillars stand between the pairs of points. */
function outline(front: number, rear: number, halfWidth: number, y: number): Vec3[] {
  const along = [0, 0.05, 0.3, 0.52, 0.56, 0.84, 0.9, 1]
  const side = along.map((share): Vec3 => [front + (rear - front) * share, y, halfWidth * (share === 0 || share === 1 ? 0.93 : 1)])
  const mirrored = side.map(([x, height, z]): Vec3 => [x, height, -z]).toReversed()
  return [...side, [rear - 0.03, y, 0], ...mirrored, [front + 0.05, y, 0]]
}

function body(shape: Shape, paint: Material): Mesh {
  const mesh = new Mesh()
  const half = shape.length / 2
  const wide = shape.width / 2
  const stations = [
    ...new Set([-half, -half + 0.03, -half + 0.1, -half + 0.3, ...shape.deck.map(([x]) => x), half - 0.3, half - 0.1, half - 0.03, half]),
  ].toSorted((a, b) => a - b)
  const deckAt = (x: number): number => {
    const next = shape.deck.findIndex(([place]) => place >= x)
    if (next <= 0) return shape.deck.at(next)![1]
    const [x0, y0] = shape.deck[next - 1]!
    const [x1, y1] = shape.deck[next]!
    return y0 + ((y1 - y0) * (x - x0)) / (x1 - x0)
  }
  const rings = stations.map((x) => {
    const end = Math.max(0, (Math.abs(x) - half + 0.5) / 0.5)
    const w = wide * (1 - 0.17 * end ** 2.5)
    const squeeze = Math.abs(x) >= half - 0.001 ? 0.86 : 1
    const top = 0.3 + (deckAt(x) - 0.3) * (1 - 0.1 * end ** 4) * squeeze
    const low = 0.24 + 0.06 * end
    const section: [number, number][] = [
      [0.9, low],
      [0.985, low + 0.12],
      [1, low + (top - low) * 0.45],
      [0.985, top - 0.12],
      [0.95, top - 0.04],
      [0.86, top],
      [0.45, top + 0.025],
    ]
    const right = section.map(([z, y]): Vec3 => [x, y, w * z * squeeze])
    const left = section.map(([z, y]): Vec3 => [x, y, -w * z * squeeze]).toReversed()
    return [...right, [x, top + 0.035, 0] as Vec3, ...left]
  })
  mesh.loft(rings, (_, point) => (point === 0 || point === 13 ? plastic : paint), false)
  for (const ring of [rings[0]!, rings.at(-1)!]) {
    const middle: Vec3 = [ring[0]![0], 0.55, 0]
    for (let i = 0; i < ring.length; i++) mesh.triangle(middle, ring[i]!, ring[(i + 1) % ring.length]!, paint)
  }
  const { cabin } = shape
  const roof = shape.height
  const levels = [
    outline(cabin.screenFoot, cabin.rearFoot, wide * 0.9, cabin.belt - 0.03),
    outline(cabin.screenTop, cabin.rearTop, wide * 0.76, roof - 0.1),
    outline(cabin.screenTop - 0.07, cabin.rearTop + 0.07, wide * 0.7, roof - 0.035),
    outline(cabin.screenTop - 0.4, cabin.rearTop + 0.4, wide * 0.4, roof),
  ]
  const pillars = new Set([0, 3, 5, 6, 9, 10, 12, 15])
  const windowless = (point: number): boolean => shape.closedRear && point >= 4 && point <= 11
  mesh.loft(levels, (level, point) => (level > 0 || pillars.has(point) || windowless(point) ? paint : glass))
  const crown = levels.at(-1)!
  for (let i = 0; i < crown.length; i++)
    mesh.triangle([(cabin.screenTop + cabin.rearTop) / 2, roof + 0.015, 0], crown[i]!, crown[(i + 1) % crown.length]!, paint)
  return mesh.smooth(38)
}

function trim(shape: Shape, look: VehicleLook): Mesh {
  const mesh = new Mesh()
  const half = shape.length / 2
  const wide = shape.width / 2
  const lit = look.lights === 'on'
  const plate = plateMaterial(look.plate)
  const lampTop = shape.lampTop
  for (const side of [-1, 1]) {
    const z = (from: number, to: number): [number, number] => (side > 0 ? [from * wide, to * wide] : [-to * wide, -from * wide])
    const [z0, z1] = z(0.52, 0.84)
    mesh.box([half - 0.16, lampTop - 0.14, z0], [half - 0.012, lampTop, z1], lit ? litWhite : clearLens)
    mesh.box([-half + 0.012, lampTop - 0.06, z0], [-half + 0.16, lampTop + 0.12, z1], lit ? litRed : redLens)
    const [m0, m1] = z(0.98, 1.14)
    const foot = shape.cabin.screenFoot - 0.42
    mesh.box([foot, shape.cabin.belt - 0.02, m0], [foot + 0.09, shape.cabin.belt + 0.12, m1], plastic)
    const [s0, s1] = z(0.99, 1.006)
    for (const x of shape.seams) mesh.box([x, 0.34, s0], [x + 0.018, shape.cabin.belt - 0.09, s1], seam)
    const [h0, h1] = z(0.99, 1.025)
    for (const x of shape.seams.slice(1)) mesh.box([x + 0.06, shape.cabin.belt - 0.22, h0], [x + 0.22, shape.cabin.belt - 0.18, h1], silver)
    for (const axle of [-shape.wheelbase / 2, shape.wheelbase / 2]) {
      const face: Vec3[] = Array.from({ length: 25 }, (_, i) => [
        axle + 0.395 * Math.cos((i / 24) * Math.PI),
        0.3 + 0.4 * Math.sin((i / 24) * Math.PI),
        side * (wide + 0.006),
      ])
      for (let i = 0; i + 1 < face.length; i++) mesh.triangle([axle, 0.24, side * (wide + 0.006)], face[i]!, face[i + 1]!, seam)
    }
  }
  mesh.box([half - 0.1, 0.44, -0.46 * wide], [half + 0.006, lampTop - 0.02, 0.46 * wide], plastic)
  mesh.box([half - 0.1, 0.26, -0.7 * wide], [half + 0.008, 0.36, 0.7 * wide], plastic)
  mesh.box([-half - 0.006, 0.28, -0.7 * wide], [-half + 0.1, 0.4, 0.7 * wide], plastic)
  const [front, rear] = [half + 0.02, -half - 0.015]
  mesh.quad([front, 0.55, -0.3], [front, 0.55, 0.3], [front, 0.423, 0.3], [front, 0.423, -0.3], plate)
  const high = shape.rearPlate
  mesh.quad([rear, high + 0.127, 0.3], [rear, high + 0.127, -0.3], [rear, high, -0.3], [rear, high, 0.3], plate)
  if (shape.box) mesh.box([-half - 0.02, 0.62, -wide - 0.08], [shape.box.front, shape.box.height, wide + 0.08], cargo)
  if (shape.bed) mesh.box([-half + 0.12, shape.bed.height, -wide + 0.1], [shape.bed.front, shape.bed.height + 0.04, wide - 0.1], seam)
  return mesh
}

const circle = (radius: number, z: number): Vec3[] =>
  Array.from({ length: 20 }, (_, i) => [radius * Math.cos((i / 20) * Math.PI * 2), radius * Math.sin((i / 20) * Math.PI * 2), z])

function wheel(): Mesh {
  const mesh = new Mesh()
  mesh.loft(
    [circle(0.24, -0.1), circle(0.3, -0.11), circle(0.325, -0.08), circle(0.325, 0.08), circle(0.3, 0.11), circle(0.215, 0.1)],
    rubber,
  )
  mesh.smooth(50)
  const edge = circle(0.22, 0.105)
  const inner = circle(0.06, 0.115)
  for (let i = 0; i < 20; i++) mesh.quad(edge[i]!, edge[(i + 1) % 20]!, inner[(i + 1) % 20]!, inner[i]!, i % 4 < 2 ? rim : plastic)
  for (let i = 0; i < 20; i++) mesh.triangle([0, 0, 0.12], inner[i]!, inner[(i + 1) % 20]!, rim)
  return mesh
}

const wheels = wheel()

/** A vehicle that can be put anywhere; its mesh is made once. */
export class Vehicle {
  readonly shape: Shape
  readonly #lit: boolean
  readonly #name: string
  readonly #shell = new Mesh()

  constructor(look: VehicleLook) {
    this.shape = shapes[look.shape]
    this.#lit = look.lights === 'on'
    this.#name = look.plate
    this.#shell.append(body(this.shape, material(look.color, 1)), identity)
    this.#shell.append(trim(this.shape, look), identity)
  }

  /** The vehicle, named after its plate, with its rear axle at a place. `rolled` metres turn its wheels, `steer` is the front wheels' angle. */
  at(x: number, z: number, heading: number, rolled = 0, steer = 0): Actor {
    const { wheelbase, length, width } = this.shape
    const place = chain(shift(x, 0, z), turnY(heading), shift(wheelbase / 2, 0, 0))
    const mesh = new Mesh()
    mesh.append(this.#shell, place)
    for (const side of [-1, 1]) {
      for (const axle of [-1, 1]) {
        const facing = side > 0 ? 0 : Math.PI
        mesh.append(
          wheels,
          chain(
            place,
            shift((axle * wheelbase) / 2, 0.325, side * (width / 2 - 0.09)),
            turnY(facing + (axle > 0 ? steer : 0)),
            turnZ((-rolled / 0.325) * side),
          ),
        )
      }
    }
    const middle = apply(place, [0, 0, 0])
    const footprint = {
      x: middle[0],
      z: middle[2],
      heading,
      halfLength: length / 2 - 0.15,
      halfWidth: width / 2 - 0.1,
      strength: 0.85,
      fadeMetres: 0.3,
    }
    if (!this.#lit) return { name: this.#name, mesh, footprint, glows: [] }
    const glows: Glow[] = []
    for (const side of [-1, 1]) {
      const z1 = side * 0.68 * (width / 2)
      glows.push({ position: apply(place, [length / 2 + 0.05, this.shape.lampTop - 0.06, z1]), color: [3.2, 2.9, 2.3], radiusMetres: 0.1 })
      glows.push({ position: apply(place, [-length / 2 - 0.05, this.shape.lampTop, z1]), color: [0.7, 0.05, 0.03], radiusMetres: 0.1 })
    }
    const nose = apply(place, [length / 2, 0, 0])
    return { name: this.#name, mesh, footprint, glows, beam: { x: nose[0], z: nose[2], heading, lengthMetres: 11, strength: 2.6 } }
  }
}
