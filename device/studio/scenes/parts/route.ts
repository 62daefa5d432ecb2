import { smoothstep } from '../../render/vector.ts'

type Place = readonly [number, number]

/** Where something on a route is and looks (radians as in `turnY`). */
export interface Step {
  x: number
  z: number
  heading: number
  /** Metres from the start of the route. */
  along: number
  /** Change of heading per metre. */
  curve: number
}

/** A smooth line over the ground through given places. */
export class SceneRoute {
  readonly lengthMetres: number
  readonly #points: { x: number; z: number; along: number }[] = []

  constructor(places: readonly Place[]) {
    const at = (i: number): Place => {
      if (i < 0) return [2 * places[0]![0] - places[1]![0], 2 * places[0]![1] - places[1]![1]]
      const last = places.length - 1
      if (i > last) return [2 * places[last]![0] - places[last - 1]![0], 2 * places[last]![1] - places[last - 1]![1]]
      return places[i]!
    }
    let along = 0
    for (let i = 0; i + 1 < places.length; i++) {
      for (let step = 0; step < 40; step++) {
        const t = step / 40
        const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
        const blend = (k: 0 | 1): number =>
          0.5 *
          (2 * b[k] + (c[k] - a[k]) * t + (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t + (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t ** 3)
        const point = { x: blend(0), z: blend(1) }
        const before = this.#points.at(-1)
        if (before) along += Math.hypot(point.x - before.x, point.z - before.z)
        this.#points.push({ ...point, along })
      }
    }
    const [x, z] = places.at(-1)!
    const before = this.#points.at(-1)!
    along += Math.hypot(x - before.x, z - before.z)
    this.#points.push({ x, z, along })
    this.lengthMetres = along
  }

  at(along: number): Step {
    const here = this.#place(along)
    const heading = this.#heading(along)
    const turn = this.#heading(along + 0.3) - this.#heading(along - 0.3)
    return { ...here, heading, along, curve: Math.atan2(Math.sin(turn), Math.cos(turn)) / 0.6 }
  }

  #heading(along: number): number {
    const before = this.#place(along - 0.15)
    const after = this.#place(along + 0.15)
    return Math.atan2(after.z - before.z, after.x - before.x)
  }

  /** Beyond its ends the route goes on straight. */
  #place(along: number): { x: number; z: number } {
    const points = this.#points
    let next = points.findIndex((point) => point.along >= along)
    if (next === -1) next = points.length - 1
    if (next === 0) next = 1
    const from = points[next - 1]!
    const to = points[next]!
    const share = (along - from.along) / (to.along - from.along || 1)
    return { x: from.x + (to.x - from.x) * share, z: from.z + (to.z - from.z) * share }
  }
}

/** How far along at a time: `[seconds, metres]` pairs with rest at each end of a pause and even speed between. */
export function progress(keys: readonly (readonly [number, number])[], seconds: number): number {
  const next = keys.findIndex(([time]) => time > seconds)
  if (next === 0) return keys[0]![1]
  if (next === -1) return keys.at(-1)![1]
  const [t0, s0] = keys[next - 1]!
  const [t1, s1] = keys[next]!
  const slope = (i: number): number => {
    const before = keys[i - 1]
    const after = keys[i + 1]
    if (!before || !after) return -1
    const [into, out] = [(keys[i]![1] - before[1]) / (keys[i]![0] - before[0]), (after[1] - keys[i]![1]) / (after[0] - keys[i]![0])]
    return into * out <= 0 ? 0 : (2 * into * out) / (into + out)
  }
  const mean = (s1 - s0) / (t1 - t0)
  const from = slope(next - 1) === -1 ? mean : slope(next - 1)
  const to = slope(next) === -1 ? mean : slope(next)
  const u = (seconds - t0) / (t1 - t0)
  const span = t1 - t0
  return s0 * (1 + 2 * u) * (1 - u) ** 2 + from * span * u * (1 - u) ** 2 + s1 * u * u * (3 - 2 * u) + to * span * u * u * (u - 1)
}

/** 0 outside a span of time, 1 inside it, with soft ends. */
export const during = (seconds: number, from: number, to: number, softSeconds = 0.6): number =>
  smoothstep(from, from + softSeconds, seconds) * (1 - smoothstep(to - softSeconds, to, seconds))
