import { material } from '../render/material.ts'
import { Mesh } from '../render/mesh.ts'
import type { Actor } from '../render/actor.ts'
import { smoothstep } from '../render/vector.ts'
import { forklift } from './parts/forklift.ts'
import { pallet, rack } from './parts/goods.ts'
import { ScenePerson } from './parts/person.ts'
import { during, progress, SceneRoute } from './parts/route.ts'
import type { Scene } from './parts/scene.ts'
import { line, mottle, surface, wear } from './parts/surfaces.ts'
import { walk } from './parts/walk.ts'

const pixelsPerMetre = 50
const x = (metres: number): number => (metres + 12) * pixelsPerMetre
const y = (metres: number): number => (35 - metres) * pixelsPerMetre

function concrete() {
  const width = 24 * pixelsPerMetre
  const height = 40 * pixelsPerMetre
  return surface(width, height, 0.5, (pen) => {
    mottle(pen, width, height, '#8c8d8b', 0.05, 14)
    for (let z = -5; z < 35; z += 5) line(pen, 0, y(z), width, y(z), 1.5, 'rgba(40,40,40,0.55)')
    for (let at = -10; at < 12; at += 5) line(pen, x(at), 0, x(at), height, 1.5, 'rgba(40,40,40,0.55)')
    const yellow = 'rgba(224,176,20,0.9)'
    for (const at of [-2.15, 2.15]) line(pen, x(at), y(4.6), x(at), y(27), 6, yellow)
    for (const [from, to] of [
      [-11, -2.15],
      [2.15, 11],
    ] as const)
      line(pen, x(from), y(4.6), x(to), y(4.6), 6, yellow)
    for (let stripe = 0; stripe < 6; stripe++)
      line(pen, x(-2 + stripe * 0.75), y(2.1), x(-1.6 + stripe * 0.75), y(4.1), 20, 'rgba(232,232,226,0.85)')
    wear(pen, width, height, 70, 6, 15)
    pen.strokeStyle = 'rgba(25,25,25,0.10)'
    pen.lineWidth = 9
    for (const at of [-0.75, -0.3, 0.3, 0.75]) line(pen, x(at), y(34), x(at * 1.1), y(-4), 9, 'rgba(25,25,25,0.10)')
  })
}

function still(): Mesh {
  const mesh = new Mesh()
  mesh.quad([-12, 0, 35], [12, 0, 35], [12, 0, -5], [-12, 0, -5], concrete())
  const sheet = surface(960, 240, 0.1, (pen) => {
    mottle(pen, 960, 240, '#b9bfc2', 0.05, 16)
    for (let i = 0; i < 960; i += 10) line(pen, i, 0, i, 240, 3, 'rgba(70,80,86,0.30)')
  })
  mesh.box([-12, 0, 33], [-1.9, 9, 33.4], sheet)
  mesh.box([1.9, 0, 33], [12, 9, 33.4], sheet)
  mesh.box([-1.9, 3.6, 33], [1.9, 9, 33.4], sheet)
  mesh.quad([-14, -0.01, 60], [14, -0.01, 60], [14, -0.01, 33], [-14, -0.01, 33], material('#8f8e8a'))
  mesh.quad([-14, 9, 50], [14, 9, 50], [14, 0, 50], [-14, 0, 50], material('#dbe6ee', 0, 1.1))
  for (const x of [-12.4, 12]) mesh.box([x, 0, -5], [x + 0.4, 9, 33], sheet)
  const door = surface(256, 256, 0.2, (pen) => {
    mottle(pen, 256, 256, '#d6d9da', 0.04, 17)
    for (let i = 0; i < 256; i += 16) line(pen, 0, i, 256, i, 2, 'rgba(60,66,70,0.5)')
  })
  mesh.box([-1.9, 3.3, 32.9], [1.9, 4, 33], door)
  for (const x of [-2.05, 1.9]) mesh.box([x, 0, 32.8], [x + 0.15, 4.2, 33], material('#d7a812', 0.2))
  rack(mesh, -3.1, 5.4, 7, 41)
  rack(mesh, -4.4, 5.4, 7, 42)
  rack(mesh, 3.1, 5.4, 7, 43)
  rack(mesh, 4.4, 5.4, 7, 44)
  for (const x of [-9, 9]) rack(mesh, x, 5.4, 7, 50 + x)
  for (const [x, z, kind, seed] of [
    [-5.2, 2.9, 'boxes', 3],
    [-6.6, 2.7, 'wrapped', 4],
    [-5.3, 1.3, 'drums', 6],
    [6.4, 3, 'boxes', 9],
  ] as const)
    pallet(mesh, x, 0, z, kind, seed)
  const guard = material('#e0b010', 0.3)
  for (const x of [-3.7, 3.7]) mesh.box([x - 1.35, 0.05, 5], [x + 1.35, 0.4, 5.12], guard)
  return mesh
}

const inside = new SceneRoute([
  [0.3, 36],
  [0.3, 20],
  [0.4, 12],
  [0.3, 6],
  [0.9, 3.6],
  [3.2, 2.6],
  [12, 2.4],
])
const back = new SceneRoute([
  [12, 1.2],
  [4, 1.2],
  [0.9, 2],
  [-0.5, 4.6],
  [-0.4, 8],
  [-0.4, 20],
  [-0.4, 36],
])
const picker = new ScenePerson({
  name: 'picker',
  heightMetres: 1.8,
  top: '#2f3b4c',
  trousers: '#27303c',
  hair: '#241811',
  vest: true,
  helmet: '#2f6fc4',
})
const carrier = new ScenePerson({
  name: 'carrier',
  heightMetres: 1.7,
  top: '#7a2f2a',
  trousers: '#34383d',
  hair: '#3a2415',
  vest: false,
  parcel: true,
})
const checker = new ScenePerson({
  name: 'checker',
  heightMetres: 1.74,
  top: '#3d4148',
  trousers: '#2a3140',
  hair: '#15110e',
  vest: true,
  helmet: '#f0f0ea',
})
const pickerWay = new SceneRoute([
  [-8, 3.6],
  [-3, 3.7],
  [-1.7, 5.2],
  [-1.55, 9],
  [-1.6, 9.6],
])
const pickerOn = new SceneRoute([
  [-1.6, 9.6],
  [-1.5, 12],
  [-1.5, 24],
  [-1.5, 36],
])
const carrierWay = new SceneRoute([
  [9, 3.9],
  [3, 3.7],
  [-1, 3.2],
  [-6, 3.8],
  [-13, 3.9],
])
const checkerWay = new SceneRoute([
  [1.5, 36],
  [1.55, 20],
  [1.7, 8],
  [2.6, 4.2],
  [6, 3.8],
  [13, 3.7],
])

function trucks(seconds: number): Actor[] {
  if (seconds < 13) {
    const here = inside.at(
      progress(
        [
          [0, 0],
          [9.4, 29],
          [11, 33],
          [13, inside.lengthMetres],
        ],
        seconds,
      ),
    )
    return [forklift(here.x, here.z, here.heading, here.along, 0.12, true)]
  }
  if (seconds < 18 || seconds > 34) return []
  const here = back.at(
    progress(
      [
        [18, 0],
        [22.4, 11.5],
        [24.2, 16],
        [34, back.lengthMetres],
      ],
      seconds,
    ),
  )
  return [forklift(here.x, here.z, here.heading, here.along, 0.1 + 0.2 * smoothstep(19, 21, seconds), false)]
}

/** The picker turns to the rack and takes something from it. */
function picking(seconds: number): Actor[] {
  const length = pickerWay.lengthMetres
  if (seconds < 12.5)
    return walk(
      picker,
      pickerWay,
      [
        [3, 0],
        [3 + length / 1.35, length],
        [12.5, length],
      ],
      seconds,
    )
  if (seconds < 18) {
    const turn = during(seconds, 12.5, 18, 0.9)
    const heading = Math.PI / 2 + (Math.PI / 2) * turn
    return [picker.at({ x: -1.6, z: 9.6, heading, phase: 0, stride: 0, reach: during(seconds, 13.3, 17, 1.1) })]
  }
  return walk(
    picker,
    pickerOn,
    [
      [18, 0],
      [36, pickerOn.lengthMetres],
    ],
    seconds,
  )
}

function actors(seconds: number): Actor[] {
  return [
    ...trucks(seconds),
    ...picking(seconds),
    ...walk(
      carrier,
      carrierWay,
      [
        [22.5, 0],
        [36, carrierWay.lengthMetres],
      ],
      seconds,
      { carry: 1 },
    ),
    ...walk(
      checker,
      checkerWay,
      [
        [10, 0],
        [35.5, checkerWay.lengthMetres],
      ],
      seconds,
    ),
  ]
}

export const warehouse: Scene = {
  name: 'warehouse',
  camera: { position: [-1.9, 5.6, -3.2], target: [0.5, 0.6, 9.5], viewDegrees: 68, barrel: 0.07 },
  light: {
    key: { towards: [0.12, 1, -0.16] },
    keyColor: [0.85, 0.86, 0.86],
    softness: 0.16,
    zenith: [0.95, 1, 1.02],
    horizon: [0.34, 0.35, 0.36],
    ground: [0.25, 0.25, 0.24],
    bounce: [0.5, 0.5, 0.48],
    lamps: [],
    exposure: 1.2,
  },
  shadows: { middle: [0, 0, 12], radiusMetres: 20 },
  seconds: 36,
  coarser: 2,
  still,
  actors,
  happenings: [
    { atMs: 6000, kind: 'motion', of: 'forklift' },
    { atMs: 7000, kind: 'person', attributes: { gender: 'male', hat: 'yes', clothingColour: 'yellow' }, of: 'picker' },
    { atMs: 8000, kind: 'vehicle', attributes: { vehicleType: 'forklift', colour: 'yellow' }, of: 'forklift' },
    { atMs: 21000, kind: 'motion', of: 'forklift' },
    { atMs: 26000, kind: 'line-crossing', of: 'carrier' },
    { atMs: 14000, kind: 'intrusion', of: 'picker' },
    { atMs: 24000, kind: 'vehicle', attributes: { vehicleType: 'forklift', colour: 'yellow' }, of: 'forklift' },
    { atMs: 27000, kind: 'person', attributes: { gender: 'male', clothingColour: 'red' }, of: 'carrier' },
    {
      atMs: 28000,
      kind: 'face',
      attributes: { gender: 'male', age: 'midlife', hat: 'yes' },
      of: 'checker',
      view: { left: 0.52, top: 0.42, size: 0.26 },
    },
    { atMs: 28500, kind: 'person', attributes: { gender: 'male', hat: 'yes', clothingColour: 'yellow' }, of: 'checker' },
  ],
}
