import type { Material } from './material.ts'
import { apply, cross, dot, normalize, subtract, type Transform, type Vec3 } from './vector.ts'

type Uv = readonly [number, number]

/** Triangles with a normal and a texture place at each corner. */
export class Mesh {
  readonly positions: number[] = []
  readonly normals: number[] = []
  readonly uvs: number[] = []
  readonly materials: Material[] = []

  triangle(
    a: Vec3,
    b: Vec3,
    c: Vec3,
    material: Material,
    uv: readonly [Uv, Uv, Uv] = [
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  ): void {
    const n = normalize(cross(subtract(b, a), subtract(c, a)))
    this.positions.push(...a, ...b, ...c)
    this.normals.push(...n, ...n, ...n)
    this.uvs.push(...uv[0], ...uv[1], ...uv[2])
    this.materials.push(material)
  }

  /** Corners in order: upper left, upper right, lower right, lower left of a texture. */
  quad(a: Vec3, b: Vec3, c: Vec3, d: Vec3, material: Material): void {
    this.triangle(a, b, c, material, [
      [0, 0],
      [1, 0],
      [1, 1],
    ])
    this.triangle(a, c, d, material, [
      [0, 0],
      [1, 1],
      [0, 1],
    ])
  }

  /** A box from its lowest to its highest corner; `faces` gives other materials for single sides. */
  box(
    low: Vec3,
    high: Vec3,
    material: Material,
    faces: { top?: Material; front?: Material; left?: Material; right?: Material; back?: Material } = {},
  ): void {
    const [x0, y0, z0] = low
    const [x1, y1, z1] = high
    this.quad([x0, y1, z0], [x1, y1, z0], [x1, y0, z0], [x0, y0, z0], faces.front ?? material)
    this.quad([x1, y1, z1], [x0, y1, z1], [x0, y0, z1], [x1, y0, z1], faces.back ?? material)
    this.quad([x0, y1, z1], [x0, y1, z0], [x0, y0, z0], [x0, y0, z1], faces.left ?? material)
    this.quad([x1, y1, z0], [x1, y1, z1], [x1, y0, z1], [x1, y0, z0], faces.right ?? material)
    this.quad([x0, y1, z1], [x1, y1, z1], [x1, y1, z0], [x0, y1, z0], faces.top ?? material)
    this.quad([x0, y0, z0], [x1, y0, z0], [x1, y0, z1], [x0, y0, z1], material)
  }

  /** Skin over rings of equally many points; a ring closes on itself when `closed`. */
  loft(rings: readonly (readonly Vec3[])[], material: Material | ((ring: number, point: number) => Material), closed = true): void {
    for (let i = 0; i + 1 < rings.length; i++) {
      const near = rings[i]!
      const far = rings[i + 1]!
      const count = closed ? near.length : near.length - 1
      for (let j = 0; j < count; j++) {
        const k = (j + 1) % near.length
        const of = typeof material === 'function' ? material(i, j) : material
        this.quad(near[j]!, far[j]!, far[k]!, near[k]!, of)
      }
    }
  }

  append(other: Mesh, m: Transform): void {
    const { positions, normals } = other
    for (let i = 0; i < positions.length; i += 3) {
      const p: Vec3 = [positions[i]!, positions[i + 1]!, positions[i + 2]!]
      const n: Vec3 = [normals[i]!, normals[i + 1]!, normals[i + 2]!]
      const moved = apply(m, p)
      this.positions.push(moved[0], moved[1], moved[2])
      this.normals.push(
        m[0]! * n[0] + m[1]! * n[1] + m[2]! * n[2],
        m[4]! * n[0] + m[5]! * n[1] + m[6]! * n[2],
        m[8]! * n[0] + m[9]! * n[1] + m[10]! * n[2],
      )
    }
    for (const uv of other.uvs) this.uvs.push(uv)
    for (const material of other.materials) this.materials.push(material)
  }

  /** Rounds the shading over edges flatter than `creaseDegrees`; sharper ones stay sharp. */
  smooth(creaseDegrees: number): this {
    const limit = Math.cos((creaseDegrees * Math.PI) / 180)
    const faces: { unit: Vec3; weighted: Vec3 }[] = []
    const around = new Map<string, number[]>()
    const corner = (i: number): Vec3 => [this.positions[i * 3]!, this.positions[i * 3 + 1]!, this.positions[i * 3 + 2]!]
    const key = (i: number): string =>
      corner(i)
        .map((value) => Math.round(value * 5000))
        .join()
    for (let face = 0; face < this.materials.length; face++) {
      const a = corner(face * 3)
      const weighted = cross(subtract(corner(face * 3 + 1), a), subtract(corner(face * 3 + 2), a))
      faces.push({ unit: normalize(weighted), weighted })
      for (let c = 0; c < 3; c++) {
        const at = key(face * 3 + c)
        const list = around.get(at)
        if (list) list.push(face)
        else around.set(at, [face])
      }
    }
    for (let i = 0; i < this.positions.length / 3; i++) {
      const own = faces[Math.floor(i / 3)]!.unit
      let sum: Vec3 = [0, 0, 0]
      for (const face of around.get(key(i)) ?? []) {
        const { unit, weighted } = faces[face]!
        if (dot(unit, own) >= limit) sum = [sum[0] + weighted[0], sum[1] + weighted[1], sum[2] + weighted[2]]
      }
      const n = normalize(sum)
      for (let c = 0; c < 3; c++) this.normals[i * 3 + c] = n[c]!
    }
    return this
  }
}
