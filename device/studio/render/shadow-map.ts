import type { Light } from './light.ts'
import type { Mesh } from './mesh.ts'
import type { RayTree } from './rays.ts'
import { add, cross, normalize, scale, subtract, type Vec3 } from './vector.ts'

const far = 1e6
/** Places of the soft-shadow samples: a spiral that covers the disc evenly. */
const disc = Array.from({ length: 16 }, (_, i) => {
  const radius = Math.sqrt((i + 0.5) / 16)
  return [radius * Math.cos(i * 2.39996), radius * Math.sin(i * 2.39996)] as const
})

/** What the key light sees: the depth of the first surface in each direction. */
export class ShadowMap {
  readonly depth: Float32Array
  readonly size: number
  readonly #eye: Vec3
  readonly #forward: Vec3
  readonly #right: Vec3
  readonly #up: Vec3
  readonly #isLamp: boolean
  readonly #pixelsPerUnit: number
  readonly #texelsOfSoftness: number

  /** Covers `radius` metres around `middle` with `size` × `size` samples. */
  constructor(light: Light, middle: Vec3, radius: number, size: number) {
    this.size = size
    this.depth = new Float32Array(size * size).fill(far)
    this.#isLamp = 'position' in light.key
    this.#eye = 'position' in light.key ? light.key.position : add(middle, scale(normalize(light.key.towards), 60))
    this.#forward = normalize(subtract(middle, this.#eye))
    this.#right = normalize(cross(Math.abs(this.#forward[1]) > 0.95 ? [0, 0, 1] : [0, 1, 0], this.#forward))
    this.#up = cross(this.#forward, this.#right)
    const distance = Math.hypot(...subtract(middle, this.#eye))
    this.#pixelsPerUnit = (size / 2 / radius) * (this.#isLamp ? distance : 1)
    // A shadow is judged one metre behind what throws it; a lamp's spread is taken at the middle's distance.
    const blurMetres = this.#isLamp ? (light.softness / distance) * 1.5 : light.softness
    this.#texelsOfSoftness = Math.max(1, (blurMetres * size) / 2 / radius)
  }

  clear(): void {
    this.depth.fill(far)
    this.#drawn.set([1e9, 1e9, -1e9, -1e9])
  }

  /** Fills the map with what stands still. */
  bake(tree: RayTree): void {
    const { size } = this
    this.#drawn.set([0, 0, size, size])
    for (let row = 0; row < size; row++) {
      for (let column = 0; column < size; column++) {
        const u = (column + 0.5 - size / 2) / this.#pixelsPerUnit
        const v = (row + 0.5 - size / 2) / this.#pixelsPerUnit
        const aside = add(scale(this.#right, u), scale(this.#up, v))
        const from = this.#isLamp ? this.#eye : add(this.#eye, aside)
        const way = this.#isLamp ? add(this.#forward, aside) : this.#forward
        if (tree.hit(from[0], from[1], from[2], way[0], way[1], way[2], far)) this.depth[row * size + column] = tree.distance
      }
    }
  }

  /** Adds something that moves. */
  draw(mesh: Mesh): void {
    const { positions } = mesh
    const { size, depth } = this
    const corners = new Float64Array(9)
    for (let i = 0; i < positions.length; i += 9) {
      for (let c = 0; c < 3; c++) {
        this.#place(positions[i + c * 3]!, positions[i + c * 3 + 1]!, positions[i + c * 3 + 2]!, corners, c * 3)
      }
      const [ax, ay, az, bx, by, bz, cx, cy, cz] = corners as unknown as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ]
      const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
      if (Math.abs(area) < 1e-9) continue
      const drawn = this.#drawn
      drawn[0] = Math.min(drawn[0]!, ax, bx, cx)
      drawn[1] = Math.min(drawn[1]!, ay, by, cy)
      drawn[2] = Math.max(drawn[2]!, ax, bx, cx)
      drawn[3] = Math.max(drawn[3]!, ay, by, cy)
      const x1 = Math.min(size - 1, Math.floor(Math.max(ax, bx, cx)))
      const y1 = Math.min(size - 1, Math.floor(Math.max(ay, by, cy)))
      for (let y = Math.max(0, Math.floor(Math.min(ay, by, cy))); y <= y1; y++) {
        for (let x = Math.max(0, Math.floor(Math.min(ax, bx, cx))); x <= x1; x++) {
          const px = x + 0.5
          const py = y + 0.5
          const second = ((px - ax) * (cy - ay) - (py - ay) * (cx - ax)) / area
          const third = ((bx - ax) * (py - ay) - (by - ay) * (px - ax)) / area
          if (second < -0.02 || third < -0.02 || second + third > 1.02) continue
          const value = az + second * (bz - az) + third * (cz - az)
          const at = y * size + x
          if (value < depth[at]!) depth[at] = value
        }
      }
    }
  }

  /** Share of the key light that arrives at a place, 0..1. `bias` in metres keeps a surface from shading itself. */
  lit(x: number, y: number, z: number, bias: number, samples: 4 | 16): number {
    const at = this.#scratch
    this.#place(x, y, z, at, 0)
    const blur = this.#texelsOfSoftness + 1
    const drawn = this.#drawn
    if (at[0]! < drawn[0]! - blur || at[1]! < drawn[1]! - blur || at[0]! > drawn[2]! + blur || at[1]! > drawn[3]! + blur) return 1
    const limit = at[2]! - bias
    let open = 0
    const step = 16 / samples
    for (let i = 0; i < 16; i += step) {
      const column = Math.floor(at[0]! + disc[i]![0] * this.#texelsOfSoftness)
      const row = Math.floor(at[1]! + disc[i]![1] * this.#texelsOfSoftness)
      const inside = column >= 0 && row >= 0 && column < this.size && row < this.size
      if (!inside || this.depth[row * this.size + column]! >= limit) open++
    }
    return open / samples
  }

  readonly #scratch = new Float64Array(3)
  /** The part of the map that holds anything: left, top, right, bottom. */
  readonly #drawn = new Float64Array([1e9, 1e9, -1e9, -1e9])

  #place(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const [ex, ey, ez] = this.#eye
    const [fx, fy, fz] = this.#forward
    const [rx, ry, rz] = this.#right
    const [ux, uy, uz] = this.#up
    const dx = x - ex
    const dy = y - ey
    const dz = z - ez
    const depth = dx * fx + dy * fy + dz * fz
    const reach = this.#pixelsPerUnit / (this.#isLamp ? Math.max(depth, 0.1) : 1)
    out[at] = this.size / 2 + (dx * rx + dy * ry + dz * rz) * reach
    out[at + 1] = this.size / 2 + (dx * ux + dy * uy + dz * uz) * reach
    out[at + 2] = depth
  }
}
