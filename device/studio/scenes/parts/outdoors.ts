import { material, type Material } from '../../render/material.ts'
import { Mesh } from '../../render/mesh.ts'
import { normalize, randomFrom, scale, type Vec3 } from '../../render/vector.ts'
import { mottle, surface } from './surfaces.ts'

const greens = ['#3d5a24', '#4a6b2a', '#33501f', '#587a33', '#2c451c'].map((css) => material(css))
const bark = material('#4b3b2d')
const steel = material('#7d8388', 0.5)

/** Leaves strewn over the shell of a body; each is a small tilted square. */
function leaves(mesh: Mesh, count: number, size: number, place: () => Vec3, random: () => number): void {
  for (let i = 0; i < count; i++) {
    const [x, y, z] = place()
    const [a, b] = [0, 1].map(() => scale(normalize([random() - 0.5, random() - 0.5, random() - 0.5]), size * (0.6 + random() * 0.7)))
    const at = (p: number, q: number): Vec3 => [x + a![0] * p + b![0] * q, y + a![1] * p + b![1] * q, z + a![2] * p + b![2] * q]
    mesh.quad(at(-1, -1), at(1, -1), at(1, 1), at(-1, 1), greens[Math.floor(random() * greens.length)]!)
  }
}

export function tree(mesh: Mesh, x: number, z: number, height: number, seed: number): void {
  const random = randomFrom(seed)
  const ring = (y: number, radius: number): Vec3[] =>
    Array.from({ length: 8 }, (_, i) => [x + radius * Math.cos(i * 0.785), y, z + radius * Math.sin(i * 0.785)])
  mesh.loft([ring(0, 0.17), ring(height * 0.3, 0.12), ring(height * 0.7, 0.06)], bark)
  const lumps = Array.from({ length: 9 }, (): [number, number, number, number] => [
    x + (random() - 0.5) * height * 0.4,
    height * (0.5 + random() * 0.35),
    z + (random() - 0.5) * height * 0.4,
    height * (0.15 + random() * 0.08),
  ])
  for (const [cx, cy, cz, radius] of lumps) {
    leaves(
      mesh,
      420,
      0.1,
      () => {
        const [dx, dy, dz] = normalize([random() - 0.5, random() - 0.42, random() - 0.5])
        const away = radius * (0.75 + random() * 0.35)
        return [cx + dx * away, cy + dy * away, cz + dz * away]
      },
      random,
    )
  }
}

export function hedge(mesh: Mesh, x0: number, x1: number, z0: number, z1: number, height: number, seed: number): void {
  const random = randomFrom(seed)
  mesh.box([x0 + 0.08, 0, z0 + 0.08], [x1 - 0.08, height - 0.08, z1 - 0.08], greens[4]!)
  leaves(
    mesh,
    Math.round((x1 - x0) * (z1 - z0 + height) * 230),
    0.07,
    () => {
      const inside: [number, number, number] = [random(), random(), random()]
      inside[Math.floor(random() * 3)] = random() > 0.35 ? 1 : 0
      return [x0 + (x1 - x0) * inside[0], 0.05 + height * inside[1], z0 + (z1 - z0) * inside[2]]
    },
    random,
  )
}

export function lampPost(mesh: Mesh, x: number, z: number, height: number): void {
  const ring = (y: number, radius: number): Vec3[] =>
    Array.from({ length: 8 }, (_, i) => [x + radius * Math.cos(i * 0.785), y, z + radius * Math.sin(i * 0.785)])
  mesh.loft([ring(0, 0.09), ring(height, 0.05)], steel)
  mesh.box([x - 0.9, height - 0.06, z - 0.1], [x, height, z + 0.1], steel)
}

export function grass(width: number, height: number): Material {
  return surface(width, height, 0, (pen) => mottle(pen, width, height, '#5d7038', 0.16, 21))
}

/** A house front along x at depth z: windows between bands, a door where `doorX` says. */
export function houseFront(
  mesh: Mesh,
  x0: number,
  x1: number,
  z: number,
  height: number,
  wall: string,
  doorX?: number,
  litWindows = 0,
): void {
  const plaster = surface(512, 256, 0, (pen) => mottle(pen, 512, 256, wall, 0.07, 5))
  const pane = material('#1a2329', 1.6)
  const warm = material('#ffd9a0', 0, 0.7)
  const random = randomFrom(13)
  const frame = material('#e4e6e6', 0.2)
  mesh.box([x0, 0, z], [x1, height, z + 6], plaster)
  mesh.box([x0 - 0.1, height, z - 0.15], [x1 + 0.1, height + 0.25, z + 6.2], material('#6f6a66'))
  mesh.box([x0, 0, z - 0.03], [x1, 0.5, z + 0.1], material('#7a7774'))
  for (let x = x0 + 1; x + 2 < x1; x += 3) {
    const isDoor = doorX !== undefined && Math.abs(x + 0.9 - doorX) < 1.5
    const low = isDoor ? 0.02 : 1
    mesh.box([x - 0.08, low - 0.06, z - 0.08], [x + 1.88, 2.48, z + 0.05], frame)
    const behind = random() < litWindows ? warm : pane
    mesh.box([x, low, z - 0.1], [x + 0.86, 2.4, z], behind)
    mesh.box([x + 0.94, low, z - 0.1], [x + 1.8, 2.4, z], behind)
    if (isDoor) mesh.box([x - 0.6, 2.7, z - 1.6], [x + 2.4, 2.85, z], material('#8b3a2e', 0.3))
  }
}
