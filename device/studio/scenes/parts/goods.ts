import { material, type Material } from '../../render/material.ts'
import type { Mesh } from '../../render/mesh.ts'
import { randomFrom } from '../../render/vector.ts'
import { line, mottle, surface } from './surfaces.ts'

/** Fronts of packages: a colour, a band, a disc and lines where the print would be. */
const packages: Material[] = [
  '#c8281f',
  '#e4a613',
  '#1f63b4',
  '#2f8f46',
  '#e9e4d6',
  '#6a2c7c',
  '#e2701d',
  '#2aa3b5',
  '#f0d34a',
  '#8f1c3b',
  '#3a3f46',
  '#f2f2f0',
  '#7fb23c',
  '#d85a8a',
].map((color, index) =>
  surface(48, 64, 0.25, (pen) => {
    const random = randomFrom(100 + index)
    pen.fillStyle = color
    pen.fillRect(0, 0, 48, 64)
    pen.fillStyle = index % 3 === 0 ? '#fbfaf4' : index % 3 === 1 ? '#20242a' : '#f6dd5c'
    pen.fillRect(0, 10 + random() * 14, 48, 9 + random() * 12)
    pen.beginPath()
    pen.arc(24, 44, 6 + random() * 6, 0, 7)
    pen.fill()
    for (let y = 56; y < 63; y += 3) line(pen, 6, y, 20 + random() * 22, y, 1, 'rgba(20,20,20,0.6)')
  }),
)

const cardboards: Material[] = ['#b58a57', '#a97d4a', '#c49a68', '#9d7445'].map((color, index) =>
  surface(96, 96, 0, (pen) => {
    mottle(pen, 96, 96, color, 0.06, 60 + index, 4)
    pen.fillStyle = 'rgba(214,190,140,0.8)'
    pen.fillRect(43, 0, 10, 96)
    pen.fillStyle = '#eeece6'
    pen.fillRect(60, 58, 26, 18)
    for (let y = 62; y < 74; y += 4) line(pen, 63, y, 80, y, 1.5, '#33322f')
    pen.strokeStyle = 'rgba(60,40,20,0.5)'
    pen.strokeRect(0.5, 0.5, 95, 95)
  }),
)
const wrap = material('#c9ced0', 0.9)
const wood = material('#a98a5e')
const drum = material('#23528c', 0.5)

/** One row of goods along z on a board, in runs of like packages, their fronts towards `side` (1: +x, -1: -x). */
function row(mesh: Mesh, x: number, side: number, z0: number, z1: number, y: number, room: number, random: () => number): void {
  let z = z0
  while (z < z1 - 0.1) {
    const look = packages[Math.floor(random() * packages.length)]!
    const wide = 0.09 + random() * 0.16
    const tall = room * (0.5 + random() * 0.42)
    const count = 2 + Math.floor(random() * 5)
    for (let i = 0; i < count && z + wide < z1; i++) {
      const gap = random() < 0.06
      const back = random() * 0.04
      const [from, to] = side > 0 ? [x - 0.3, x - back] : [x + back, x + 0.3]
      if (!gap) mesh.box([from, y, z + 0.006], [to, y + tall, z + wide - 0.006], look)
      z += wide
    }
    z += 0.02
  }
}

/** A shop's shelf along z, stocked on both sides, with price rails. */
export function shopShelf(mesh: Mesh, x: number, z0: number, z1: number, levels: number, seed: number): void {
  const random = randomFrom(seed)
  const metal = material('#c9ccce', 0.3)
  const rail = material('#f4f4f2', 0.3)
  const height = 0.14 + levels * 0.4
  mesh.box([x - 0.03, 0, z0], [x + 0.03, height + 0.05, z1], metal)
  mesh.box([x - 0.48, 0, z0], [x + 0.48, 0.13, z1], material('#50555a', 0.2))
  for (const z of [z0, z1]) mesh.box([x - 0.48, 0, z - 0.03], [x + 0.48, height + 0.05, z + 0.03], metal)
  // The end faces the entrance: an offer's poster and a low pile before it.
  const poster = packages[seed % packages.length]!
  mesh.box([x - 0.34, 0.75, z0 - 0.045], [x + 0.34, height - 0.08, z0 - 0.03], poster)
  for (let i = 0; i < 3; i++)
    for (let j = 0; j < 2; j++)
      mesh.box(
        [x - 0.42 + i * 0.29, j * 0.3, z0 - 0.36],
        [x - 0.16 + i * 0.29, j * 0.3 + 0.29, z0 - 0.04],
        packages[(seed + 5) % packages.length]!,
      )
  for (let level = 0; level < levels; level++) {
    const y = 0.14 + level * 0.4
    const deep = level === 0 ? 0.48 : 0.4
    mesh.box([x - deep, y - 0.025, z0], [x + deep, y, z1], metal)
    for (const side of [-1, 1]) {
      mesh.box([x + side * deep - 0.008, y - 0.045, z0], [x + side * deep + 0.008, y + 0.012, z1], rail)
      row(mesh, x + side * (deep - 0.02), side, z0 + 0.04, z1 - 0.04, y, 0.34, random)
    }
  }
}

/** A loaded pallet, 1.2 m along z and 1 m along x, its middle at a place. */
export function pallet(mesh: Mesh, x: number, y: number, z: number, kind: 'boxes' | 'wrapped' | 'drums', seed: number): void {
  const random = randomFrom(seed)
  for (const part of [-0.45, 0, 0.45]) mesh.box([x - 0.5, y, z + part - 0.06], [x + 0.5, y + 0.1, z + part + 0.06], wood)
  for (let i = 0; i < 5; i++) mesh.box([x - 0.5 + i * 0.21, y + 0.1, z - 0.6], [x - 0.5 + i * 0.21 + 0.16, y + 0.14, z + 0.6], wood)
  const base = y + 0.14
  if (kind === 'drums') {
    for (const [dx, dz] of [
      [-0.24, -0.28],
      [0.24, -0.28],
      [-0.24, 0.28],
      [0.24, 0.28],
    ] as const) {
      const ring = (height: number, radius: number): [number, number, number][] =>
        Array.from({ length: 14 }, (_, i) => [
          x + dx + radius * Math.cos(i * 0.4488),
          base + height,
          z + dz + radius * Math.sin(i * 0.4488),
        ])
      mesh.loft([ring(0, 0.23), ring(0.28, 0.23), ring(0.3, 0.24), ring(0.32, 0.23), ring(0.85, 0.23), ring(0.85, 0.01)], drum)
    }
    return
  }
  const layers = 2 + Math.floor(random() * 2)
  const tall = 0.27 + random() * 0.12
  const board = cardboards[Math.floor(random() * cardboards.length)]!
  for (let layer = 0; layer < layers; layer++) {
    for (let i = 0; i < 2; i++) {
      for (let j = 0; j < 3; j++) {
        if (layer === layers - 1 && random() < 0.22) continue
        const turn = (random() - 0.5) * 0.02
        mesh.box(
          [x - 0.49 + i * 0.5 + turn, base + layer * tall, z - 0.58 + j * 0.39],
          [x - 0.03 + i * 0.5 + turn, base + (layer + 1) * tall - 0.008, z - 0.2 + j * 0.39],
          kind === 'wrapped' ? wrap : board,
        )
      }
    }
  }
}

/** A pallet rack along z: blue uprights, orange beams, three floors of pallets. */
export function rack(mesh: Mesh, x: number, z0: number, bayCount: number, seed: number): void {
  const random = randomFrom(seed)
  const upright = material('#1f4a8f', 0.4)
  const beam = material('#e0641a', 0.4)
  const bay = 2.8
  for (let i = 0; i <= bayCount; i++) {
    const z = z0 + i * bay
    for (const side of [-0.55, 0.55]) mesh.box([x + side - 0.05, 0, z - 0.05], [x + side + 0.05, 5.4, z + 0.05], upright)
    for (let y = 0.4; y < 5; y += 0.9) mesh.box([x - 0.5, y, z - 0.02], [x + 0.5, y + 0.05, z + 0.02], upright)
  }
  for (let level = 0; level < 3; level++) {
    const y = level * 1.75
    for (let i = 0; i < bayCount; i++) {
      const from = z0 + i * bay
      if (level > 0)
        for (const side of [-0.55, 0.55]) mesh.box([x + side - 0.04, y - 0.14, from + 0.05], [x + side + 0.04, y, from + bay - 0.05], beam)
      for (const part of [0.72, 2.08]) {
        if (random() < 0.1) continue
        const kind = random()
        pallet(
          mesh,
          x + (random() - 0.5) * 0.08,
          y,
          from + part,
          kind < 0.68 ? 'boxes' : kind < 0.9 ? 'wrapped' : 'drums',
          Math.floor(random() * 1e6),
        )
      }
    }
  }
}
