import type { Mesh } from './mesh.ts'

const leafSize = 4

/** Finds what a ray hits first in a mesh that stays as it is (a tree of boxes around its triangles). */
export class RayTree {
  /** Of the last hit: triangle, distance in ray lengths, weights of the second and third corner. */
  face = -1
  distance = 0
  second = 0
  third = 0
  readonly #positions: Float64Array
  readonly #order: Int32Array
  readonly #bounds: Float64Array
  /** Per node: first child (inner) or first triangle (leaf), and the leaf's count (0 for inner nodes). */
  readonly #links: Int32Array
  readonly #stack = new Int32Array(96)

  constructor(mesh: Mesh) {
    const count = mesh.materials.length
    this.#positions = Float64Array.from(mesh.positions)
    this.#order = Int32Array.from({ length: count }, (_, i) => i)
    this.#bounds = new Float64Array(count * 2 * 6 + 6)
    this.#links = new Int32Array(count * 4 + 2)
    const middles = new Float64Array(count * 3)
    for (let i = 0; i < count; i++) {
      for (let axis = 0; axis < 3; axis++) {
        const at = i * 9 + axis
        middles[i * 3 + axis] = (this.#positions[at]! + this.#positions[at + 3]! + this.#positions[at + 6]!) / 3
      }
    }
    let used = 1
    const build = (node: number, from: number, to: number): void => {
      const box = this.#bounds.subarray(node * 6, node * 6 + 6)
      box.set([1e9, 1e9, 1e9, -1e9, -1e9, -1e9])
      const span = [1e9, 1e9, 1e9, -1e9, -1e9, -1e9]
      for (let i = from; i < to; i++) {
        const face = this.#order[i]!
        for (let k = 0; k < 9; k++) {
          const value = this.#positions[face * 9 + k]!
          if (value < box[k % 3]!) box[k % 3] = value
          if (value > box[3 + (k % 3)]!) box[3 + (k % 3)] = value
        }
        for (let axis = 0; axis < 3; axis++) {
          const middle = middles[face * 3 + axis]!
          if (middle < span[axis]!) span[axis] = middle
          if (middle > span[3 + axis]!) span[3 + axis] = middle
        }
      }
      const widths = [0, 1, 2].map((axis) => span[3 + axis]! - span[axis]!)
      const axis = widths.indexOf(Math.max(...widths))
      if (to - from <= leafSize) {
        this.#links[node * 2] = from
        this.#links[node * 2 + 1] = to - from
        return
      }
      this.#order.subarray(from, to).sort((a, b) => middles[a * 3 + axis]! - middles[b * 3 + axis]!)
      const half = (from + to) >> 1
      const child = used
      used += 2
      this.#links[node * 2] = child
      build(child, from, half)
      build(child + 1, half, to)
    }
    build(0, 0, count)
  }

  /** True when the ray hits something nearer than `limit`; with `any` the first found will do (shadows). */
  hit(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, limit: number, any = false): boolean {
    const bounds = this.#bounds
    const links = this.#links
    const stack = this.#stack
    const ix = 1 / (dx || 1e-12)
    const iy = 1 / (dy || 1e-12)
    const iz = 1 / (dz || 1e-12)
    let best = limit
    let top = 0
    this.face = -1
    stack[top++] = 0
    while (top > 0) {
      const node = stack[--top]!
      const b = node * 6
      const x0 = (bounds[b]! - ox) * ix
      const x1 = (bounds[b + 3]! - ox) * ix
      const y0 = (bounds[b + 1]! - oy) * iy
      const y1 = (bounds[b + 4]! - oy) * iy
      const z0 = (bounds[b + 2]! - oz) * iz
      const z1 = (bounds[b + 5]! - oz) * iz
      const near = Math.max(x0 < x1 ? x0 : x1, y0 < y1 ? y0 : y1, z0 < z1 ? z0 : z1)
      const far = Math.min(x0 < x1 ? x1 : x0, y0 < y1 ? y1 : y0, z0 < z1 ? z1 : z0)
      if (far < 0 || near > far || near > best) continue
      const first = links[node * 2]!
      const count = links[node * 2 + 1]!
      if (count === 0) {
        stack[top++] = first
        stack[top++] = first + 1
        continue
      }
      for (let i = first; i < first + count; i++) {
        const face = this.#order[i]!
        const t = this.#cross(face, ox, oy, oz, dx, dy, dz, best)
        if (t > 0) {
          best = t
          if (any) return true
        }
      }
    }
    this.distance = best
    return this.face >= 0
  }

  #cross(face: number, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, best: number): number {
    const p = this.#positions
    const a = face * 9
    const ax = p[a]!
    const ay = p[a + 1]!
    const az = p[a + 2]!
    const ux = p[a + 3]! - ax
    const uy = p[a + 4]! - ay
    const uz = p[a + 5]! - az
    const vx = p[a + 6]! - ax
    const vy = p[a + 7]! - ay
    const vz = p[a + 8]! - az
    const hx = dy * vz - dz * vy
    const hy = dz * vx - dx * vz
    const hz = dx * vy - dy * vx
    const area = ux * hx + uy * hy + uz * hz
    if (area > -1e-12 && area < 1e-12) return 0
    const inverse = 1 / area
    const sx = ox - ax
    const sy = oy - ay
    const sz = oz - az
    const second = (sx * hx + sy * hy + sz * hz) * inverse
    if (second < 0 || second > 1) return 0
    const qx = sy * uz - sz * uy
    const qy = sz * ux - sx * uz
    const qz = sx * uy - sy * ux
    const third = (dx * qx + dy * qy + dz * qz) * inverse
    if (third < 0 || second + third > 1) return 0
    const t = (vx * qx + vy * qy + vz * qz) * inverse
    if (t <= 1e-4 || t >= best) return 0
    this.face = face
    this.second = second
    this.third = third
    return t
  }
}
