/** Points and directions in metres: x to the right, y up, z away from the default viewer. */
export type Vec3 = readonly [number, number, number]

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
export const scale = (a: Vec3, by: number): Vec3 => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
export const normalize = (a: Vec3): Vec3 => scale(a, 1 / (Math.hypot(a[0], a[1], a[2]) || 1))
export const smoothstep = (from: number, to: number, value: number): number => {
  const share = Math.min(1, Math.max(0, (value - from) / (to - from)))
  return share * share * (3 - 2 * share)
}

/** A rotation and a shift: three rows of four numbers. */
export type Transform = readonly number[]
export const identity: Transform = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]
export const shift = (x: number, y: number, z: number): Transform => [1, 0, 0, x, 0, 1, 0, y, 0, 0, 1, z]
/** Turns around the upright axis: at 0 the model's +x looks along +x, at 90° along +z. */
export const turnY = (angle: number): Transform => {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return [c, 0, -s, 0, 0, 1, 0, 0, s, 0, c, 0]
}
/** Turns within the x/y plane: the pitch of something that looks along +x. */
export const turnZ = (angle: number): Transform => {
  const c = Math.cos(angle)
  const s = Math.sin(angle)
  return [c, -s, 0, 0, s, c, 0, 0, 0, 0, 1, 0]
}
/** Applies the last transform first, as in mathematics. */
export function chain(...transforms: Transform[]): Transform {
  return transforms.reduce((m, n) => {
    const out: number[] = []
    for (let row = 0; row < 3; row++) {
      for (let column = 0; column < 4; column++) {
        out.push(
          m[row * 4]! * n[column]! +
            m[row * 4 + 1]! * n[4 + column]! +
            m[row * 4 + 2]! * n[8 + column]! +
            (column === 3 ? m[row * 4 + 3]! : 0),
        )
      }
    }
    return out
  })
}
export const apply = (m: Transform, p: Vec3): Vec3 => [
  m[0]! * p[0] + m[1]! * p[1] + m[2]! * p[2] + m[3]!,
  m[4]! * p[0] + m[5]! * p[1] + m[6]! * p[2] + m[7]!,
  m[8]! * p[0] + m[9]! * p[1] + m[10]! * p[2] + m[11]!,
]

/** Repeatable random numbers in 0..1, so that a clip comes out the same on every run. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
