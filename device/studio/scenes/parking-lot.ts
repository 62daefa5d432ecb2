import { material } from '../render/material.ts'
import { Mesh } from '../render/mesh.ts'
import type { Actor } from '../render/actor.ts'
import { identity, type Vec3 } from '../render/vector.ts'
import { grass, hedge, houseFront, lampPost, tree } from './parts/outdoors.ts'
import { ScenePerson } from './parts/person.ts'
import { progress, SceneRoute } from './parts/route.ts'
import type { Scene } from './parts/scene.ts'
import { line, mottle, surface, wear } from './parts/surfaces.ts'
import { Vehicle } from './parts/vehicle.ts'
import { walk } from './parts/walk.ts'

/** Ground that carries the painted bays: metres from x -20 to 20, z 0 to 25. */
const pixelsPerMetre = 56
const x = (metres: number): number => (metres + 20) * pixelsPerMetre
const y = (metres: number): number => (25 - metres) * pixelsPerMetre
const bays = Array.from({ length: 11 }, (_, i) => -13.5 + i * 2.7)

function asphalt() {
  const width = 40 * pixelsPerMetre
  const height = 25 * pixelsPerMetre
  return surface(width, height, 0.12, (pen) => {
    mottle(pen, width, height, '#63656a', 0.065, 11)
    const paint = 'rgba(228,228,220,0.85)'
    for (const bay of [...bays, bays.at(-1)! + 2.7]) {
      line(pen, x(bay - 1.35), y(16.2), x(bay - 1.35), y(21.2), 6, paint)
      line(pen, x(bay - 1.35), y(4.6), x(bay - 1.35), y(9.6), 6, paint)
    }
    line(pen, x(-14.85), y(21.2), x(14.85), y(21.2), 6, paint)
    for (const [place, way] of [
      [-7, 1],
      [7, 1],
    ] as const) {
      pen.fillStyle = paint
      pen.beginPath()
      for (const [along, aside] of [
        [-1.3, 0.1],
        [0.2, 0.1],
        [0.2, 0.38],
        [1.3, 0],
        [0.2, -0.38],
        [0.2, -0.1],
        [-1.3, -0.1],
      ] as const)
        pen.lineTo(x(place + along * way), y(12.9 + aside))
      pen.fill()
    }
    for (let stripe = 0; stripe < 7; stripe++)
      line(pen, x(-0.2 + 13.4), y(10.3 + stripe * 0.75), x(2.2 + 13.4), y(10.3 + stripe * 0.75), 20, paint)
    wear(pen, width, height, 90, 22, 4)
  })
}

function still(): Mesh {
  const mesh = new Mesh()
  mesh.quad([-20, 0, 25], [20, 0, 25], [20, 0, 0], [-20, 0, 0], asphalt())
  const lawn = grass(1024, 512)
  mesh.quad([-60, -0.02, 60], [60, -0.02, 60], [60, -0.02, -10], [-60, -0.02, -10], lawn)
  const plain = surface(512, 512, 0.12, (pen) => mottle(pen, 512, 512, '#63656a', 0.065, 12))
  mesh.quad([20, 0, 21.6], [44, 0, 21.6], [44, 0, 0], [20, 0, 0], plain)
  const kerb = surface(1024, 64, 0, (pen) => mottle(pen, 1024, 64, '#a8a6a0', 0.12, 9))
  mesh.box([-20, 0, 21.6], [44, 0.13, 21.85], kerb)
  const pavement = surface(2048, 128, 0, (pen) => {
    mottle(pen, 2048, 128, '#a09c94', 0.12, 8)
    for (let i = 0; i < 2048; i += 32) line(pen, i, 0, i, 128, 1, 'rgba(60,58,55,0.55)')
    for (let i = 0; i <= 128; i += 32) line(pen, 0, i, 2048, i, 1, 'rgba(60,58,55,0.55)')
  })
  mesh.box([-20, 0, 21.85], [44, 0.12, 24.4], kerb, { top: pavement })
  hedge(mesh, -20, -4, 24.6, 25.6, 1.1, 31)
  hedge(mesh, 2, 44, 24.6, 25.6, 1.1, 32)
  houseFront(mesh, -24, 26, 29.5, 4.6, '#c9b9a0', -1)
  for (const [x, z, height, seed] of [
    [-14, 26.9, 6.2, 1],
    [11, 27, 5.6, 2],
    [17.5, 26.8, 6.6, 3],
    [-19.5, 15, 6, 4],
  ] as const)
    tree(mesh, x, z, height, seed)
  lampPost(mesh, 4.2, 22.2, 6.5)
  const stop = material('#c9c6bd')
  for (const bay of bays) mesh.box([bay - 0.8, 0, 20.85], [bay + 0.8, 0.11, 21], stop)
  const parked: [number, boolean, ConstructorParameters<typeof Vehicle>[0]][] = [
    [0, true, { shape: 'suv', color: '#23282e', plate: 'TR 408 H' }],
    [1, true, { shape: 'hatchback', color: '#d7d9da', plate: 'KB 271 E' }],
    [3, true, { shape: 'sedan', color: '#8d949b', plate: 'NF 905 C' }],
    [5, true, { shape: 'van', color: '#e6e6e2', plate: 'HL 664 P' }],
    [8, true, { shape: 'sedan', color: '#1d3f7a', plate: 'ZA 118 M' }],
    [9, true, { shape: 'suv', color: '#e9eaea', plate: 'RC 552 T' }],
    [2, false, { shape: 'sedan', color: '#303338', plate: 'BD 730 K' }],
    [4, false, { shape: 'hatchback', color: '#b58a1b', plate: 'PS 349 A' }],
    [8, false, { shape: 'suv', color: '#5b1f22', plate: 'GL 816 N' }],
  ]
  for (const [bay, far, look] of parked) {
    const vehicle = new Vehicle(look)
    const middle = far ? 18.6 : 7
    const heading = far ? Math.PI / 2 : -Math.PI / 2
    const rear = middle - (vehicle.shape.wheelbase / 2) * Math.sin(heading)
    mesh.append(vehicle.at(bays[bay]! + (bay % 3) * 0.12 - 0.1, rear, heading + ((bay % 4) - 1.5) * 0.015).mesh, identity)
  }
  return mesh
}

const red = new Vehicle({ shape: 'hatchback', color: '#b3161b', plate: 'KV 482 T' })
const delivery = new Vehicle({ shape: 'van', color: '#f0f0ec', plate: 'SX 137 B' })
const driver = new ScenePerson({ name: 'driver', heightMetres: 1.8, top: '#27405f', trousers: '#2a2b2f', hair: '#2a1d14' })
const driverWithBag = new ScenePerson({
  name: 'driver',
  heightMetres: 1.8,
  top: '#27405f',
  trousers: '#2a2b2f',
  hair: '#2a1d14',
  bag: '#d8c9a6',
})
const woman = new ScenePerson({
  name: 'woman',
  heightMetres: 1.68,
  top: '#a3283c',
  trousers: '#23242a',
  hair: '#5b3a1e',
  longHair: true,
  skirt: '#26272d',
})
const student = new ScenePerson({
  name: 'student',
  heightMetres: 1.76,
  top: '#e0c648',
  trousers: '#3a4c66',
  hair: '#1b1512',
  longSleeves: false,
  backpack: '#1c6b54',
})

const bay = bays[6]!
/** In nose first from the left, out backwards with the nose turning to the left, away to the left. */
const arrive = new SceneRoute([
  [-27, 12.2],
  [-12, 12.2],
  [-4, 12.1],
  [bay - 4.6, 12.3],
  [bay - 1.7, 13.3],
  [bay - 0.25, 15.2],
  [bay, 17],
  [bay, 18],
])
const leaveBack = new SceneRoute([
  [bay, 17.4],
  [bay, 16.2],
  [bay + 0.5, 14.6],
  [bay + 2.2, 13.5],
  [bay + 4.6, 13.4],
])
const leave = new SceneRoute([
  [bay + 4.6, 13.4],
  [bay, 13.4],
  [-8, 13.7],
  [-27, 13.8],
])
const through = new SceneRoute([
  [27, 13.9],
  [8, 13.8],
  [-4, 13.7],
  [-27, 13.8],
])

function parking(seconds: number): Actor[] {
  if (seconds < 12) {
    const here = arrive.at(
      progress(
        [
          [0.3, 0],
          [5.5, 21],
          [7.6, 26.6],
          [9.6, arrive.lengthMetres - 0.9],
          [10.2, arrive.lengthMetres - 0.6],
          [12, arrive.lengthMetres - 0.6],
        ],
        seconds,
      ),
    )
    return [red.at(here.x, here.z, here.heading, here.along, Math.atan(here.curve * red.shape.wheelbase))]
  }
  if (seconds < 33.6) {
    const along = progress(
      [
        [29.4, 0],
        [30.4, 0.9],
        [32.8, leaveBack.lengthMetres],
        [33.6, leaveBack.lengthMetres],
      ],
      seconds,
    )
    const here = leaveBack.at(along)
    return [red.at(here.x, here.z, here.heading + Math.PI, -along, -Math.atan(here.curve * red.shape.wheelbase))]
  }
  const here = leave.at(
    progress(
      [
        [33.6, 0],
        [35.2, 3.5],
        [39.6, leave.lengthMetres],
      ],
      seconds,
    ),
  )
  return [red.at(here.x, here.z, here.heading, here.along)]
}

const doorSide: [number, number] = [bay - 1.25, 18.7]
const walks = {
  out: new SceneRoute([doorSide, [bay - 1.35, 21.8], [bay - 2.4, 22.9], [-1, 24.5], [-1.1, 29.4]]),
  back: new SceneRoute([[-1.1, 29.4], [-1, 24.5], [bay - 2.4, 22.9], [bay - 1.35, 21.8], doorSide]),
  across: new SceneRoute([
    [-21, 23.1],
    [-5, 23.2],
    [6, 22.9],
    [28, 23.2],
  ]),
  near: new SceneRoute([
    [17, 13.2],
    [14.6, 10],
    [9.5, 10.6],
    [-2, 10.4],
    [-9, 10.3],
    [-19, 10.5],
  ]),
}

const steadily = (person: ScenePerson, route: SceneRoute, from: number, to: number, seconds: number): Actor[] =>
  walk(
    person,
    route,
    [
      [from, 0],
      [to, route.lengthMetres],
    ],
    seconds,
  )

function actors(seconds: number): Actor[] {
  const passing = progress(
    [
      [14.5, 0],
      [22, through.lengthMetres],
    ],
    seconds,
  )
  const van = through.at(passing)
  return [
    ...parking(seconds),
    ...(seconds > 14.5 && seconds < 22 ? [delivery.at(van.x, van.z, van.heading, van.along)] : []),
    ...steadily(driver, walks.out, 10.6, 19.8, seconds),
    ...steadily(driverWithBag, walks.back, 20.2, 29.2, seconds),
    ...steadily(woman, walks.across, 3, 36, seconds),
    ...steadily(student, walks.near, 7, 33, seconds),
  ]
}

const target: Vec3 = [0.2, 0, 15.2]
export const parkingLot: Scene = {
  name: 'parking-lot',
  camera: { position: [-5.5, 7.4, -1.5], target, viewDegrees: 60, barrel: 0.07 },
  light: {
    key: { towards: [0.8, 0.95, -0.4] },
    keyColor: [2.5, 2.3, 1.95],
    softness: 0.014,
    zenith: [0.42, 0.6, 0.95],
    horizon: [0.95, 1.05, 1.15],
    ground: [0.2, 0.2, 0.2],
    bounce: [0.5, 0.5, 0.5],
    lamps: [],
    exposure: 1,
  },
  shadows: { middle: [0, 0, 14], radiusMetres: 26 },
  seconds: 40,
  still,
  actors,
  happenings: [
    { atMs: 5000, kind: 'vehicle', plate: 'KV 482 T', attributes: { vehicleType: 'hatchback', colour: 'red' } },
    { atMs: 7500, kind: 'motion', of: 'KV 482 T' },
    { atMs: 19500, kind: 'line-crossing', of: 'student' },
    { atMs: 14000, kind: 'intrusion', of: 'driver' },
    { atMs: 11000, kind: 'person', attributes: { gender: 'female', clothing: 'skirt', clothingColour: 'red' }, of: 'woman' },
    { atMs: 16000, kind: 'person', attributes: { gender: 'male', clothingColour: 'yellow', backpack: 'yes' }, of: 'student' },
    { atMs: 17000, kind: 'person', attributes: { gender: 'male', clothingColour: 'blue' }, of: 'driver' },
    { atMs: 17500, kind: 'vehicle', plate: 'SX 137 B', attributes: { vehicleType: 'van', colour: 'white' } },
    { atMs: 23000, kind: 'person', attributes: { gender: 'male', clothingColour: 'blue' }, of: 'driver' },
    { atMs: 24500, kind: 'motion', of: 'woman' },
    { atMs: 34500, kind: 'vehicle', plate: 'KV 482 T', attributes: { vehicleType: 'hatchback', colour: 'red' } },
  ],
}
