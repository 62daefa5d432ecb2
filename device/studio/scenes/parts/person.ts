import { material, type Material } from '../../render/material.ts'
import { Mesh } from '../../render/mesh.ts'
import type { Actor } from '../../render/actor.ts'
import { add, chain, cross, normalize, scale, shift, subtract, turnY, type Vec3 } from '../../render/vector.ts'

export interface PersonLook {
  /** What a scene calls them when it says who is seen. */
  name?: string
  heightMetres: number
  top: string
  trousers: string
  hair: string
  skin?: string
  /** Bare forearms when false. */
  longSleeves?: boolean
  longHair?: boolean
  skirt?: string
  /** The top goes down to the knees: a coat, or over bare legs a dress. */
  long?: 'coat' | 'dress'
  /** Bare shins. */
  shorts?: boolean
  /** True: the yellow one of people at work. */
  vest?: boolean | string
  helmet?: string
  cap?: string
  glasses?: boolean
  mask?: boolean
  backpack?: string
  bag?: string
  /** Carries a cardboard box before the body; wants a pose with `carry`. */
  parcel?: boolean
}

/** What a body does at one moment. */
export interface Pose {
  x: number
  z: number
  heading: number
  /** Of the walk: two steps are 2π. */
  phase: number
  /** 0 standing, 1 walking. */
  stride: number
  /** 0..1: the right arm stretched forward and up to a shelf. */
  reach?: number
  /** 0..1: both forearms forward, pushing or carrying. */
  carry?: number
  /** Thighs forward, as on a saddle. */
  isSeated?: boolean
}

/** Metres walked in two steps, for a person of 1.75 m. */
export const strideMetres = 1.42
const vestYellow = material('#c8e01e', 0, 0.12)
const reflective = material('#e8ebee', 0.3, 0.15)
const maskBlue = material('#9fc4d8')
const frames = material('#101214', 0.8)
const shoes = material('#1d1a19', 0.2)

/** A round body part through middle points with half depths and half widths. */
function ringed(
  mesh: Mesh,
  rings: readonly (readonly [Vec3, number, number])[],
  of: Material | ((ring: number, point: number) => Material),
  points = 12,
): void {
  const first = rings[0]![0]
  const axis = normalize(subtract(rings.at(-1)![0], first))
  const ahead: Vec3 = Math.abs(axis[0]) > 0.9 ? [0, 1, 0] : [1, 0, 0]
  const aside = normalize(cross(axis, ahead))
  const front = cross(aside, axis)
  mesh.loft(
    rings.map(([middle, deep, wide]) =>
      Array.from({ length: points }, (_, i) => {
        const angle = (i / points) * Math.PI * 2
        return add(middle, add(scale(front, Math.cos(angle) * deep), scale(aside, Math.sin(angle) * wide)))
      }),
    ),
    of,
  )
}

function limb(mesh: Mesh, from: Vec3, to: Vec3, thick: number, thin: number, of: Material): void {
  const along = normalize(subtract(to, from))
  const ring = (base: Vec3, offset: number, radius: number): [Vec3, number, number] => [add(base, scale(along, offset)), radius, radius]
  ringed(
    mesh,
    [
      ring(from, -thick, thick * 0.15),
      ring(from, -thick * 0.7, thick * 0.75),
      ring(from, 0, thick),
      ring(to, 0, thin),
      ring(to, thin * 0.7, thin * 0.75),
      ring(to, thin, thin * 0.15),
    ],
    of,
    9,
  )
}

function ball(
  mesh: Mesh,
  middle: Vec3,
  deep: number,
  tall: number,
  wide: number,
  of: Material | ((ring: number, point: number) => Material),
): void {
  const rings = Array.from({ length: 9 }, (_, i): [Vec3, number, number] => {
    const angle = (i / 8) * Math.PI
    const size = Math.max(0.02, Math.sin(angle))
    return [[middle[0], middle[1] - tall * Math.cos(angle), middle[2]], deep * size, wide * size]
  })
  ringed(mesh, rings, of, 14)
}

const down = (from: Vec3, angle: number, length: number, aside = 0): Vec3 => [
  from[0] + Math.sin(angle) * length,
  from[1] - Math.cos(angle) * length,
  from[2] + aside * length,
]

/** One person, built anew for each pose. */
export class ScenePerson {
  readonly #look: PersonLook
  readonly #top: Material
  readonly #trousers: Material
  readonly #skin: Material
  readonly #hair: Material

  constructor(look: PersonLook) {
    this.#look = look
    this.#top = material(look.top)
    this.#trousers = material(look.trousers)
    this.#skin = material(look.skin ?? '#c99a7c', 0.15)
    this.#hair = material(look.hair, 0.2)
  }

  /** Its soles are on the ground, or so many metres `above` it. */
  at(pose: Pose, above = 0): Actor {
    const model = new Mesh()
    const lowest = this.#legs(model, pose)
    this.#trunk(model)
    this.#arms(model, pose)
    this.#head(model)
    this.#things(model)
    model.smooth(75)
    const size = this.#look.heightMetres / 1.75
    const mesh = new Mesh()
    mesh.append(
      model,
      chain(shift(pose.x, above - lowest * size, pose.z), turnY(pose.heading), [size, 0, 0, 0, 0, size, 0, 0, 0, 0, size, 0]),
    )
    const { name } = this.#look
    return {
      ...(name === undefined ? {} : { name }),
      mesh,
      footprint: { x: pose.x, z: pose.z, heading: pose.heading, halfLength: 0.1, halfWidth: 0.14, strength: 0.62, fadeMetres: 0.2 },
      glows: [],
    }
  }

  /** Returns the height of the lower sole, so that the body can be set on the ground. */
  #legs(mesh: Mesh, pose: Pose): number {
    let lowest = 1
    for (const side of [-1, 1]) {
      const phase = pose.phase + (side > 0 ? 0 : Math.PI)
      const swing = pose.isSeated ? 0.75 + 0.25 * Math.sin(phase) : 0.44 * Math.sin(phase) * pose.stride
      const bend = pose.isSeated ? 1.3 : (0.06 + 0.95 * Math.max(0, Math.cos(phase)) ** 1.5) * pose.stride + 0.02
      const hip: Vec3 = [0, 0.93, side * 0.095]
      const knee = down(hip, swing + bend * 0.25, 0.44)
      const ankle = down(knee, swing - bend * 0.75, 0.42)
      const toe = swing - bend * 0.75
      const { skirt, long, shorts } = this.#look
      const isBare = skirt !== undefined || long === 'dress'
      limb(mesh, hip, knee, shorts ? 0.1 : 0.088, shorts ? 0.085 : 0.062, isBare ? this.#skin : this.#trousers)
      limb(mesh, knee, ankle, 0.062, 0.045, isBare || shorts ? this.#skin : this.#trousers)
      const heel: Vec3 = [ankle[0] - 0.05 * Math.cos(toe), ankle[1] - 0.03 - 0.05 * Math.sin(toe), ankle[2]]
      const tip: Vec3 = [ankle[0] + 0.16 * Math.cos(toe), ankle[1] - 0.045 + 0.14 * Math.sin(toe), ankle[2]]
      limb(mesh, heel, tip, 0.042, 0.036, shoes)
      lowest = Math.min(lowest, heel[1] - 0.042, tip[1] - 0.036)
    }
    return lowest
  }

  #trunk(mesh: Mesh): void {
    const sections: [number, number, number][] = [
      [0.84, 0.06, 0.1],
      [0.88, 0.115, 0.16],
      [0.96, 0.128, 0.175],
      [1.02, 0.12, 0.165],
      [1.1, 0.11, 0.155],
      [1.2, 0.118, 0.168],
      [1.3, 0.125, 0.182],
      [1.385, 0.112, 0.192],
      [1.435, 0.085, 0.15],
      [1.475, 0.06, 0.075],
    ]
    const rings = sections.map(([y, deep, wide]): [Vec3, number, number] => [[0, y, 0], deep, wide])
    const { vest, long } = this.#look
    const vestOf = typeof vest === 'string' ? material(vest, 0, 0.12) : vestYellow
    ringed(
      mesh,
      rings,
      (ring) => {
        if (ring < 2) return long ? this.#top : this.#trousers
        if (!vest) return this.#top
        return ring === 3 || ring === 5 ? reflective : vestOf
      },
      16,
    )
    if (this.#look.skirt)
      ringed(
        mesh,
        [
          [[0, 1.04, 0], 0.122, 0.168],
          [[0, 0.9, 0], 0.15, 0.195],
          [[0, 0.58, 0], 0.2, 0.225],
        ],
        material(this.#look.skirt),
        16,
      )
    if (long)
      ringed(
        mesh,
        [
          [[0, 1.12, 0], 0.122, 0.168],
          [[0, 0.9, 0], 0.15, 0.2],
          [[0, 0.5, 0], long === 'dress' ? 0.24 : 0.19, long === 'dress' ? 0.27 : 0.225],
        ],
        this.#top,
        16,
      )
  }

  #arms(mesh: Mesh, pose: Pose): void {
    for (const side of [-1, 1]) {
      const swing = -0.42 * Math.sin(pose.phase + (side > 0 ? 0 : Math.PI)) * pose.stride
      const carry = pose.carry ?? 0
      const reach = side > 0 ? (pose.reach ?? 0) : 0
      const upper = swing * (1 - carry) * (1 - reach) + 0.35 * carry + 1.35 * reach
      const lower = upper + (0.22 + 0.25 * pose.stride) * (1 - carry) + 0.95 * carry + 0.35 * reach
      const shoulder: Vec3 = [0, 1.385, side * 0.2]
      const elbow = down(shoulder, upper, 0.28, side * 0.13)
      const wrist = down(elbow, lower, 0.25, side * -0.06)
      limb(mesh, shoulder, elbow, 0.058, 0.046, this.#top)
      limb(mesh, elbow, wrist, 0.044, 0.034, this.#look.longSleeves === false ? this.#skin : this.#top)
      ball(mesh, down(wrist, lower, 0.06), 0.04, 0.06, 0.03, this.#skin)
      if (this.#look.bag && side > 0) {
        const hand = down(wrist, lower, 0.08)
        mesh.box([hand[0] - 0.17, hand[1] - 0.5, hand[2] - 0.07], [hand[0] + 0.17, hand[1] - 0.1, hand[2] + 0.07], material(this.#look.bag))
      }
    }
  }

  #head(mesh: Mesh): void {
    limb(mesh, [0.005, 1.45, 0], [0.012, 1.54, 0], 0.052, 0.05, this.#skin)
    ball(mesh, [0.02, 1.625, 0], 0.1, 0.128, 0.08, (ring, point) => {
      const behind = point > 2.5 && point < 10.5
      return ring >= 6 || (behind && ring >= 3) ? this.#hair : this.#skin
    })
    ball(mesh, [0.005, 1.665, 0], 0.105, 0.1, 0.088, (ring, point) => (ring >= 5 || (point > 3 && point < 11) ? this.#hair : this.#skin))
    for (const side of [-1, 1]) ball(mesh, [0.108, 1.64, side * 0.036], 0.008, 0.01, 0.014, shoes)
    if (this.#look.longHair)
      ringed(
        mesh,
        [
          [[-0.035, 1.7, 0], 0.075, 0.088],
          [[-0.06, 1.55, 0], 0.06, 0.095],
          [[-0.085, 1.38, 0], 0.03, 0.08],
        ],
        this.#hair,
      )
    this.#onFace(mesh)
    if (this.#look.helmet) {
      const shell = material(this.#look.helmet, 0.6)
      ringed(
        mesh,
        [
          [[0.02, 1.665, 0], 0.165, 0.13],
          [[0.015, 1.675, 0], 0.128, 0.112],
          [[0.01, 1.73, 0], 0.118, 0.104],
          [[0.01, 1.785, 0], 0.075, 0.068],
          [[0.01, 1.805, 0], 0.01, 0.01],
        ],
        shell,
        16,
      )
    }
  }

  #onFace(mesh: Mesh): void {
    const { cap, glasses, mask } = this.#look
    if (mask) ball(mesh, [0.062, 1.575, 0], 0.075, 0.055, 0.074, maskBlue)
    if (glasses) {
      for (const side of [-1, 1]) {
        ball(mesh, [0.116, 1.64, side * 0.036], 0.01, 0.024, 0.03, frames)
        mesh.box([-0.02, 1.638, side * 0.086 - 0.004], [0.116, 1.646, side * 0.086 + 0.004], frames)
      }
      mesh.box([0.112, 1.64, -0.014], [0.122, 1.648, 0.014], frames)
    }
    if (!cap) return
    const cloth = material(cap)
    ringed(
      mesh,
      [
        [[0.005, 1.695, 0], 0.116, 0.099],
        [[0.005, 1.74, 0], 0.112, 0.096],
        [[0.005, 1.785, 0], 0.075, 0.066],
        [[0.005, 1.8, 0], 0.01, 0.01],
      ],
      cloth,
      16,
    )
    mesh.box([0.09, 1.692, -0.07], [0.21, 1.704, 0.07], cloth)
  }

  #things(mesh: Mesh): void {
    const { backpack } = this.#look
    if (backpack)
      ringed(
        mesh,
        [
          [[-0.17, 1.03, 0], 0.04, 0.08],
          [[-0.19, 1.06, 0], 0.1, 0.145],
          [[-0.19, 1.25, 0], 0.105, 0.15],
          [[-0.175, 1.38, 0], 0.08, 0.12],
          [[-0.16, 1.42, 0], 0.02, 0.05],
        ],
        material(backpack),
        12,
      )
    if (this.#look.parcel) mesh.box([0.26, 1.0, -0.2], [0.58, 1.26, 0.2], material('#a9814f'))
  }
}
