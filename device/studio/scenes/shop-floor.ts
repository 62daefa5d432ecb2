import { material } from '../render/material.ts'
import { Mesh } from '../render/mesh.ts'
import type { Actor } from '../render/actor.ts'
import { shopShelf } from './parts/goods.ts'
import { ScenePerson } from './parts/person.ts'
import { during, SceneRoute } from './parts/route.ts'
import type { Scene } from './parts/scene.ts'
import { line, mottle, surface } from './parts/surfaces.ts'
import { walk } from './parts/walk.ts'

function tiles() {
  return surface(1600, 1600, 0.75, (pen) => {
    mottle(pen, 1600, 1600, '#cfc9bd', 0.025, 18, 4)
    for (let i = 0; i <= 1600; i += 48) {
      line(pen, i, 0, i, 1600, 1.6, 'rgba(90,84,76,0.5)')
      line(pen, 0, i, 1600, i, 1.6, 'rgba(90,84,76,0.5)')
    }
  })
}

/** A cooled cabinet with lit boards along the back wall. */
function cooler(mesh: Mesh, x0: number, x1: number, z: number): void {
  const white = material('#e8ebec', 0.4)
  const lit = material('#f4f8ff', 0, 1.1)
  mesh.box([x0, 0, z], [x1, 0.35, z + 0.8], white)
  mesh.box([x0, 0.35, z + 0.7], [x1, 2.1, z + 0.8], material('#dfe4e6'))
  mesh.box([x0, 2.1, z - 0.1], [x1, 2.35, z + 0.8], material('#1d6b8f', 0.3))
  mesh.box([x0, 2.06, z], [x1, 2.1, z + 0.12], lit)
}

/** A till with a belt. */
function till(mesh: Mesh, x: number, z: number): void {
  mesh.box([x - 0.35, 0, z], [x + 0.35, 0.85, z + 2.3], material('#8d9296', 0.2))
  mesh.box([x - 0.3, 0.85, z + 0.9], [x + 0.3, 0.88, z + 2.25], material('#1c1d1f', 0.4))
  mesh.box([x - 0.35, 0.85, z], [x + 0.35, 0.9, z + 0.85], material('#d8dadb', 0.4))
  mesh.box([x - 0.22, 0.9, z + 0.2], [x + 0.1, 1.25, z + 0.26], material('#15181a', 1))
  mesh.box([x + 0.3, 0.85, z + 1], [x + 0.33, 2.2, z + 1.04], material('#a8abad', 0.5))
  mesh.box([x + 0.17, 2.0, z + 0.98], [x + 0.47, 2.3, z + 1.06], material('#2f9a4f', 0, 1.2))
}

function still(): Mesh {
  const mesh = new Mesh()
  mesh.quad([-12, 0, 20], [12, 0, 20], [12, 0, -4], [-12, 0, -4], tiles())
  const wall = surface(512, 128, 0, (pen) => mottle(pen, 512, 128, '#e6e2d8', 0.03, 19, 4))
  mesh.box([-12, 0, 17.6], [12, 4.5, 18], wall)
  for (const x of [-12.2, 10]) mesh.box([x, 0, -4], [x + 0.2, 4.5, 18], wall)
  mesh.box([-12, 2.9, 17.5], [12, 3.4, 17.6], material('#1d6b8f', 0.2))
  shopShelf(mesh, -6.9, 5.2, 14.5, 4, 61)
  shopShelf(mesh, -4.1, 5.2, 14.5, 4, 62)
  shopShelf(mesh, -1.2, 5.2, 14.5, 4, 63)
  shopShelf(mesh, 1.7, 5.2, 14.5, 4, 64)
  shopShelf(mesh, 4.6, 5.2, 14.5, 4, 65)
  shopShelf(mesh, 9.6, 0, 17, 5, 66)
  cooler(mesh, -9, 2, 16.7)
  cooler(mesh, 4.4, 8.6, 16.7)
  // The way to the store room: people come out of it and vanish in it.
  mesh.box([2.4, 0, 17.55], [4, 2.25, 17.62], material('#c9c4b8', 0.2))
  mesh.box([2.52, 0, 17.54], [3.88, 2.15, 17.6], material('#191b1d'))
  for (let i = 0; i < 3; i++) {
    const y = 0.4 + i * 0.55
    for (const [x0, x1] of [
      [-9, 2],
      [4.4, 8.6],
    ] as const)
      mesh.box([x0, y - 0.03, 16.95], [x1, y, 17.4], material('#f0f3f4', 0.2))
    for (let x = -8.9; x < 8.4; x += 0.17) {
      if (x > 1.85 && x < 4.4) continue
      const colors = ['#e9eef2', '#2d7fc1', '#c7352e', '#f1d14b', '#3c9a55', '#f4f4f1'] as const
      const color = colors[Math.floor(Math.abs(Math.sin(Math.floor(x / 0.9) * 7.1 + i * 3.3)) * 6)] ?? colors[0]
      mesh.box([x, y, 17.05], [x + 0.13, y + 0.34, 17.3], material(color, 0.4))
    }
  }
  till(mesh, 6.6, 1.6)
  till(mesh, 8.1, 1.6)
  // A table of offers.
  mesh.box([-6.2, 0, 1.2], [-4.0, 0.75, 2.6], material('#7b5a3a', 0.2))
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 3; j++)
      mesh.box(
        [-6.1 + i * 0.35, 0.75, 1.3 + j * 0.42],
        [-5.83 + i * 0.35, 0.9 + ((i * 5 + j * 3) % 4) * 0.07, 1.62 + j * 0.42],
        material(['#c8281f', '#e4a613', '#2f8f46', '#e2701d'][(i + j) % 4]!, 0.2),
      )
  return mesh
}

const shopper = new ScenePerson({
  name: 'shopper',
  heightMetres: 1.67,
  top: '#2f7d6b',
  trousers: '#262a33',
  hair: '#6b4423',
  longHair: true,
  bag: '#b5402f',
})
const man = new ScenePerson({ name: 'man', heightMetres: 1.82, top: '#3d4f7a', trousers: '#6b6253', hair: '#1d1611', longSleeves: false })
const elder = new ScenePerson({ name: 'elder', heightMetres: 1.66, top: '#7b6a55', trousers: '#4a4a4c', hair: '#b9b6b0', bag: '#3d5a80' })
const clerk = new ScenePerson({ name: 'clerk', heightMetres: 1.75, top: '#b32025', trousers: '#1d1f24', hair: '#3a2415', parcel: true })
const girl = new ScenePerson({
  name: 'girl',
  heightMetres: 1.6,
  top: '#e8c2cd',
  trousers: '#34507c',
  hair: '#2a1b10',
  longHair: true,
  skirt: '#5a3f73',
  backpack: '#d98a2b',
})

const aisle = 0.25
const manIn = new SceneRoute([
  [6.6, 5],
  [4.5, 3.6],
  [1.2, 3.6],
  [aisle, 5.2],
  [aisle, 8],
  [aisle + 0.15, 8.6],
])
const manOut = new SceneRoute([
  [aisle + 0.15, 8.6],
  [aisle, 10],
  [aisle, 14.4],
  [1, 15.6],
  [5, 15.7],
  [6.9, 14.6],
  [6.8, 9],
  [6.6, 5],
])
const shopperWay = new SceneRoute([
  [-13, 3.4],
  [-6, 3.9],
  [-2.8, 3.7],
  [-2.65, 6],
  [-2.6, 14],
  [-0.5, 15.8],
  [2.6, 15.9],
  [3.2, 19],
])
const elderWay = new SceneRoute([
  [3.2, 19],
  [3.2, 15.6],
  [3.15, 13],
  [3.1, 6],
  [2.4, 3.8],
  [0, 2.6],
  [-4, 0.6],
  [-9, -4],
])
const clerkWay = new SceneRoute([
  [3.2, 19],
  [2.8, 16.2],
  [0, 15.8],
  [-4.5, 15.7],
  [-5.5, 14],
  [-5.5, 6],
  [-5, 3.9],
  [0, 3.3],
  [3.3, 3.2],
  [6.5, 1],
  [8, -4],
])
const girlWay = new SceneRoute([
  [9, -4],
  [5.4, -0.4],
  [4.2, 2],
  [1, 3],
  [-3, 2.6],
  [-8, 3],
  [-13, 3.4],
])

/** Takes something from the shelf on the right, then walks the round back to where the loop begins. */
function choosing(seconds: number): Actor[] {
  const into = manIn.lengthMetres
  const out = manOut.lengthMetres
  if (seconds < 9)
    return walk(
      man,
      manIn,
      [
        [-1, 0],
        [7.6, into],
        [9, into],
      ],
      seconds,
    )
  if (seconds < 16) {
    const turn = during(seconds, 9, 16, 0.9)
    return [
      man.at({
        x: aisle + 0.15,
        z: 8.6,
        heading: Math.PI / 2 - 1.4 * turn,
        phase: 0,
        stride: 0,
        reach: during(seconds, 9.9, 12.6, 0.9) * 0.9 + during(seconds, 13, 15.2, 0.8) * 0.6,
      }),
    ]
  }
  if (seconds < 35)
    return walk(
      man,
      manOut,
      [
        [16, 0],
        [35, out],
      ],
      seconds,
    )
  return walk(
    man,
    manIn,
    [
      [-1, 0],
      [7.6, into],
      [9, into],
    ],
    seconds - 36,
  )
}

function actors(seconds: number): Actor[] {
  return [
    ...choosing(seconds),
    ...walk(
      shopper,
      shopperWay,
      [
        [1, 0],
        [8.4, 9.6],
        [13, 14.5],
        [16.5, 14.5],
        [30, shopperWay.lengthMetres],
      ],
      seconds,
    ),
    ...walk(
      elder,
      elderWay,
      [
        [2, 0],
        [13, 10.4],
        [17.5, 10.4],
        [35.5, elderWay.lengthMetres],
      ],
      seconds,
    ),
    ...walk(
      clerk,
      clerkWay,
      [
        [8, 0],
        [36, clerkWay.lengthMetres],
      ],
      seconds,
      { carry: 1 },
    ),
    ...walk(
      girl,
      girlWay,
      [
        [16.5, 0],
        [33.5, girlWay.lengthMetres],
      ],
      seconds,
    ),
  ]
}

export const shopFloor: Scene = {
  name: 'shop-floor',
  camera: { position: [1.9, 3.9, -1.2], target: [0.3, 0.6, 6.6], viewDegrees: 70, barrel: 0.07 },
  light: {
    key: { towards: [-0.14, 1, -0.1] },
    keyColor: [0.75, 0.73, 0.68],
    softness: 0.16,
    zenith: [1.15, 1.12, 1.06],
    horizon: [0.55, 0.53, 0.5],
    ground: [0.42, 0.4, 0.37],
    bounce: [0.65, 0.62, 0.58],
    lamps: [],
    exposure: 0.95,
  },
  shadows: { middle: [0, 0, 8], radiusMetres: 15 },
  seconds: 36,
  coarser: 2,
  still,
  actors,
  happenings: [
    { atMs: 1500, kind: 'person', attributes: { gender: 'male', clothingColour: 'blue' }, of: 'man' },
    { atMs: 5000, kind: 'motion', of: 'man' },
    { atMs: 10500, kind: 'person', attributes: { gender: 'female', clothingColour: 'green' }, of: 'shopper' },
    { atMs: 23500, kind: 'person', attributes: { gender: 'female', clothingColour: 'pink', backpack: 'yes' }, of: 'girl' },
    {
      atMs: 24500,
      kind: 'face',
      attributes: { gender: 'male', age: 'old', glasses: 'no' },
      of: 'elder',
      view: { left: 0.59, top: 0.47, size: 0.26 },
    },
    { atMs: 26000, kind: 'person', attributes: { age: 'old', clothingColour: 'brown' }, of: 'elder' },
    { atMs: 26500, kind: 'person', attributes: { clothingColour: 'red' }, of: 'clerk' },
    { atMs: 28000, kind: 'face', attributes: { gender: 'male', age: 'midlife' }, of: 'clerk', view: { left: 0.37, top: 0.53, size: 0.26 } },
    { atMs: 31000, kind: 'motion', of: 'man' },
    { atMs: 29500, kind: 'intrusion', of: 'clerk' },
  ],
}
