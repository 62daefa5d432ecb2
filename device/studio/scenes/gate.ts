import { material } from '../render/material.ts'
import { Mesh } from '../render/mesh.ts'
import type { Actor } from '../render/actor.ts'
import { chain, shift, turnY, type Vec3 } from '../render/vector.ts'
import { visitors } from './gate-visitors.ts'
import { grass, hedge, houseFront, lampPost, tree } from './parts/outdoors.ts'
import { ScenePerson } from './parts/person.ts'
import { during, progress, SceneRoute } from './parts/route.ts'
import type { Scene, SceneHappening } from './parts/scene.ts'
import { line, mottle, surface, wear } from './parts/surfaces.ts'
import { Vehicle, type VehicleLook } from './parts/vehicle.ts'
import { walk } from './parts/walk.ts'

const lamp: Vec3 = [3.1, 5.6, 2.6]
const farLamp: Vec3 = [-6.6, 5.5, 17]
const pixelsPerMetre = 60
const x = (metres: number): number => (metres + 8) * pixelsPerMetre
const y = (metres: number): number => (34 - metres) * pixelsPerMetre

function road() {
  const width = 12 * pixelsPerMetre
  const height = 36 * pixelsPerMetre
  return surface(width, height, 0.35, (pen) => {
    mottle(pen, width, height, '#56585c', 0.1, 24)
    const white = 'rgba(230,230,224,0.9)'
    for (const side of [-7.6, 2]) line(pen, x(side), 0, x(side), height, 7, white)
    for (let z = 9; z < 34; z += 3) line(pen, x(-2.7), y(z), x(-2.7), y(z + 1.6), 7, white)
    line(pen, x(-1.6), y(5.5), x(1.8), y(5.5), 18, white)
    wear(pen, width, height, 60, 12, 25)
  })
}

function still(): Mesh {
  const mesh = new Mesh()
  mesh.quad([-8, 0, 34], [4, 0, 34], [4, 0, -2], [-8, 0, -2], road())
  mesh.quad([-60, -0.03, 80], [60, -0.03, 80], [60, -0.03, -10], [-60, -0.03, -10], grass(1024, 1024))
  mesh.quad([-60, -0.01, 43], [60, -0.01, 43], [60, -0.01, 34], [-60, -0.01, 34], material('#3a3b3e', 0.2))
  const kerb = surface(256, 512, 0, (pen) => mottle(pen, 256, 512, '#9a9894', 0.12, 26))
  mesh.box([2.3, 0, -2], [5.4, 0.14, 30], kerb)
  mesh.box([-3.2, 0, 3.2], [-2.2, 0.16, 8.4], kerb)
  // The guard's booth: low wall, lit windows, roof.
  const wall = material('#d9d5c9')
  mesh.box([2.9, 0.14, 6.6], [5, 1.15, 9], wall)
  mesh.box([2.9, 2.2, 6.6], [5, 2.4, 9], wall)
  for (const [x, z] of [
    [2.9, 6.6],
    [4.9, 6.6],
    [2.9, 8.9],
    [4.9, 8.9],
  ] as const)
    mesh.box([x, 1.1, z], [x + 0.1, 2.3, z + 0.1], material('#3c4247', 0.4))
  mesh.box([3, 1.2, 8.8], [4.9, 2.2, 8.9], material('#ffe2b0', 0, 0.75))
  mesh.box([4.8, 1.2, 6.8], [4.9, 2.2, 8.9], material('#ffe2b0', 0, 0.6))
  mesh.box([2.6, 2.4, 6.3], [5.3, 2.58, 9.3], material('#464b50', 0.3))
  // Barrier posts, one for each lane.
  const yellow = material('#d8a511', 0.5)
  for (const x of [2.32, -2.95]) {
    mesh.box([x, 0.14, 4.85], [x + 0.4, 1.12, 5.25], yellow)
    mesh.box([x - 0.02, 1.12, 4.83], [x + 0.42, 1.18, 5.27], material('#2b2e31', 0.3))
  }
  const fence = material('#33393d', 0.4)
  for (let x = -30; x < -8.2; x += 0.22) mesh.box([x, 0, 9], [x + 0.04, 2, 9.04], fence)
  for (let x = 5.5; x < 20; x += 0.22) mesh.box([x, 0, 9], [x + 0.04, 2, 9.04], fence)
  for (const y of [0.2, 1.8])
    for (const [x0, x1] of [
      [-30, -8.2],
      [5.5, 20],
    ] as const)
      mesh.box([x0, y, 8.98], [x1, y + 0.06, 9.06], fence)
  mesh.box([-8.5, 0, 8.7], [-8, 2.3, 9.3], material('#8e5a44'))
  mesh.box([5.1, 0, 9.4], [5.6, 2.3, 10], material('#8e5a44'))
  hedge(mesh, 6, 14, 10.5, 11.6, 1.5, 71)
  hedge(mesh, -20, -9, 10.5, 11.6, 1.5, 72)
  tree(mesh, 7.5, 14, 6.5, 73)
  tree(mesh, -11, 13.5, 7, 74)
  tree(mesh, 6.4, 24, 7, 75)
  houseFront(mesh, -34, 40, 44, 5.5, '#8b8378', undefined, 0.35)
  lampPost(mesh, 4, 2.6, 5.7)
  lampPost(mesh, -7.9, 17, 5.6)
  lampPost(mesh, 5.3, 28, 5.6)
  return mesh
}

/** A barrier's arm that points along -x from its post; at `open` 1 it stands upright. */
function arm(x: number, length: number, open: number): Actor {
  const model = new Mesh()
  const [red, white] = [material('#c5161a', 0.4), material('#f0f0ec', 0.4)]
  for (let i = 0; i * 0.5 < length; i++)
    model.box([i * 0.5, -0.05, -0.03], [Math.min(length, i * 0.5 + 0.5), 0.05, 0.03], i % 2 === 0 ? red : white)
  const mesh = new Mesh()
  const angle = open * 1.48
  mesh.append(
    model,
    chain(shift(x, 1.0, 5.05), turnY(Math.PI), [
      Math.cos(angle),
      -Math.sin(angle),
      0,
      0,
      Math.sin(angle),
      Math.cos(angle),
      0,
      0,
      0,
      0,
      1,
      0,
    ]),
  )
  return { mesh, footprint: { x, z: 5.05, heading: 0, halfLength: 0.02, halfWidth: 0.02, strength: 0, fadeMetres: 0.05 }, glows: [] }
}

const inward = new SceneRoute([
  [18, 38.4],
  [7, 38],
  [1.6, 35.4],
  [0.1, 30],
  [0.1, 20],
  [0.1, 9],
  [0, 3],
  [-0.6, -2],
  [-2, -10],
])
const outward = new SceneRoute([
  [-3.6, -9],
  [-5, -2],
  [-5.3, 4],
  [-5.3, 14],
  [-5.2, 27],
  [-3.6, 34.5],
  [4, 39.6],
  [18, 40],
])

interface Passage {
  vehicle: Vehicle
  look: VehicleLook
  from: number
}
function passage(look: VehicleLook, from: number): Passage {
  return { vehicle: new Vehicle({ ...look, lights: 'on' }), look, from }
}
const entering = [
  passage({ shape: 'sedan', color: '#3566a8', plate: 'KV 482 T' }, 0),
  passage({ shape: 'suv', color: '#c9cccf', plate: 'HN 315 B' }, 12),
  passage({ shape: 'truck', color: '#c0521c', plate: 'PZ 790 G' }, 24),
]
const leaving = [
  passage({ shape: 'hatchback', color: '#a8171c', plate: 'EC 264 R' }, 7),
  passage({ shape: 'van', color: '#e6e6e2', plate: 'SX 137 B' }, 20.5),
]
/** Where a stopped car's nose stands before the barrier, along the way in. */
const stopLine = Array.from({ length: 1200 }, (_, i) => i * 0.05).find((along) => along > 20 && inward.at(along).z < 5.7)!

function enter({ vehicle, from }: Passage, seconds: number): Actor[] {
  const time = seconds - from
  if (time < 0 || time > 11.9) return []
  const noseAhead = vehicle.shape.wheelbase / 2 + vehicle.shape.length / 2
  const rest = stopLine - noseAhead
  const here = inward.at(
    progress(
      [
        [0, 0],
        [3.6, rest - 4.5],
        [5.4, rest],
        [7.6, rest],
        [9.4, rest + 4],
        [11.9, inward.lengthMetres],
      ],
      time,
    ),
  )
  return [vehicle.at(here.x, here.z, here.heading, here.along, Math.atan(here.curve * vehicle.shape.wheelbase))]
}

function leave({ vehicle, from }: Passage, seconds: number): Actor[] {
  const time = seconds - from
  if (time < 0 || time > 10.4) return []
  const here = outward.at(
    progress(
      [
        [0, 0],
        [3, 11],
        [10.4, outward.lengthMetres],
      ],
      time,
    ),
  )
  return [vehicle.at(here.x, here.z, here.heading, here.along, Math.atan(here.curve * vehicle.shape.wheelbase))]
}

const guard = new ScenePerson({ name: 'guard', heightMetres: 1.82, top: '#1f2a3d', trousers: '#1b212c', hair: '#1a1410', vest: true })
const passer = new ScenePerson({
  name: 'passer',
  heightMetres: 1.7,
  top: '#8a2f3f',
  trousers: '#2b303a',
  hair: '#4a2f1b',
  longHair: true,
  bag: '#d5c7a4',
})
const guardWay = new SceneRoute([
  [4.2, 9.9],
  [2.7, 9.4],
  [2.55, 7],
  [2.6, 5.9],
])
const guardBack = new SceneRoute([
  [2.6, 5.9],
  [2.55, 7],
  [2.7, 9.4],
  [4.2, 9.9],
])
const passerWay = new SceneRoute([
  [13, 30],
  [7, 29.6],
  [3.6, 26],
  [3.3, 20],
  [2.65, 9.5],
  [2.7, 6],
  [4.4, 2.5],
  [6, -1],
])

function actors(seconds: number): Actor[] {
  const inOpen = entering.reduce((open, { from }) => Math.max(open, during(seconds - from, 6.2, 11.6, 1.3)), 0)
  const outOpen = leaving.reduce((open, { from }) => Math.max(open, during(seconds - from, 0.2, 5.6, 1.2)), 0)
  const guardLength = guardWay.lengthMetres
  return [
    { ...arm(2.4, 4.3, inOpen), name: 'barrier' },
    arm(-2.95, 4.3, outOpen),
    ...entering.flatMap((one) => enter(one, seconds)),
    ...leaving.flatMap((one) => leave(one, seconds)),
    ...(seconds < 31
      ? walk(
          guard,
          guardWay,
          [
            [25, 0],
            [28.4, guardLength],
            [31, guardLength],
          ],
          seconds,
        )
      : walk(
          guard,
          guardBack,
          [
            [31, 0],
            [34.6, guardLength],
          ],
          seconds,
        )),
    ...walk(
      passer,
      passerWay,
      [
        [0.5, 0],
        [26, passerWay.lengthMetres],
      ],
      seconds,
    ),
  ]
}

const happenings: SceneHappening[] = [
  ...entering.map(
    ({ look, from }): SceneHappening => ({
      atMs: (from + 5.5) * 1000,
      kind: 'plate',
      plate: look.plate,
      attributes: { vehicleType: look.shape, direction: 'in' },
    }),
  ),
  ...leaving.map(
    ({ look, from }): SceneHappening => ({
      atMs: (from + 4) * 1000,
      kind: 'plate',
      plate: look.plate,
      attributes: { vehicleType: look.shape, direction: 'out' },
    }),
  ),
  { atMs: 3000, kind: 'motion', of: 'KV 482 T' },
  { atMs: 6500, kind: 'vehicle', plate: 'KV 482 T', attributes: { vehicleType: 'sedan', colour: 'blue', direction: 'in' } },
  { atMs: 25500, kind: 'vehicle', attributes: { vehicleType: 'van', colour: 'white', direction: 'out' }, of: 'SX 137 B' },
  { atMs: 9500, kind: 'motion', of: 'KV 482 T' },
  { atMs: 8500, kind: 'line-crossing', of: 'KV 482 T' },
  { atMs: 32000, kind: 'input', of: 'barrier' },
  {
    atMs: 19500,
    kind: 'face',
    attributes: { gender: 'female', age: 'young', hat: 'no' },
    of: 'passer',
    view: { left: 0.66, top: 0.19, size: 0.3 },
  },
  {
    atMs: 30000,
    kind: 'face',
    attributes: { gender: 'male', age: 'midlife', glasses: 'no' },
    of: 'guard',
    view: { left: 0.7, top: 0.26, size: 0.3 },
  },
  { atMs: 18500, kind: 'person', attributes: { gender: 'female', clothingColour: 'red' }, of: 'passer' },
  { atMs: 27500, kind: 'person', attributes: { gender: 'male', clothingColour: 'yellow' }, of: 'guard' },
]

/** What the gate shows while this visitor waits before the barrier. */
export function visitorActors(number: number): Actor[] {
  const { look } = visitors[number]!
  return [arm(2.4, 4.3, 0), arm(-2.95, 4.3, 0), ...enter(passage(look, 0), 5.5)]
}

/** The gate while one of the visitors waits before the barrier; `actors` takes its number in place of a time. */
export function gateOfVisitors(): Scene {
  return { ...gate, actors: visitorActors }
}

export const gate: Scene = {
  name: 'gate',
  camera: { position: [1.2, 2.8, -0.4], target: [-0.75, 0.75, 7], viewDegrees: 55, barrel: 0.06 },
  light: {
    key: { position: lamp },
    keyColor: [2.3, 1.85, 1.3],
    softness: 0.14,
    zenith: [0.1, 0.15, 0.3],
    horizon: [0.3, 0.27, 0.33],
    ground: [0.06, 0.06, 0.07],
    bounce: [0.14, 0.13, 0.14],
    lamps: [
      { position: farLamp, color: [1.9, 1.45, 0.95] },
      { position: [4.4, 5.4, 28], color: [1.9, 1.45, 0.95] },
      { position: [4, 2.1, 7.8], color: [0.25, 0.2, 0.13] },
    ],
    exposure: 1.25,
  },
  shadows: { middle: [-1, 0, 6], radiusMetres: 9 },
  seconds: 36,
  still,
  actors,
  happenings: happenings.toSorted((a, b) => a.atMs - b.atMs),
  visits: visitors.map(({ look, colour, brand }) => ({
    kind: 'plate',
    plate: look.plate,
    attributes: { vehicleType: look.shape, colour, brand, direction: 'in' },
    picture: `gate-visit-${look.plate.replaceAll(' ', '').toLowerCase()}`,
  })),
}
