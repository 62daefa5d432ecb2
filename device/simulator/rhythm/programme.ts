import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import type { SceneName } from '../clip.ts'
import type { ClipLoop } from '../clip-loop.ts'
import { seenInFilm, type Happening, type SeenInFilm } from '../happening.ts'
import { toDeviceEvent } from '../happening-event.ts'
import { listOthers, type OtherVisit } from '../other-visits.ts'
import { brandOf } from './brands.ts'
import { inSeededOrder } from './seeded-order.ts'

/** A camera of the rhythm: the clip of its scene, in which its time is. */
export interface RhythmCamera {
  loop: ClipLoop
}

/** What a camera tells at a time (epoch ms). `picture` names the snapshot; `camera` is its place in the list. */
export interface Planned {
  camera: number
  atMs: number
  event: Omit<DeviceEvent, 'chlIndex' | 'atMs' | 'snapshot'>
  picture: string
  /** Where its film shows it; what was drawn beside the film is not in it. */
  seen?: SeenInFilm
}

/** Something to be told in a round. Without `shownAtMs` it is not in the loop, and may be told at any time. */
interface Part {
  camera: number
  event: Planned['event']
  picture: string
  shownAtMs?: number
  seen?: SeenInFilm
}

/** Cars are told so often a round, each time as another make. */
const CARS_PER_ROUND = 2
/** Of the vehicles that stood at the gate one in so many comes in a round. */
const VISITS_IN_ROUNDS = 2

/**
 * What all cameras tell, round after round. A round holds one happening of each camera's clip, one of each kind that clips show, and all that was
 * drawn beside the clips: so every kind and every value of every attribute comes in each of them, but for the makes of vehicles,
 * which take some rounds. Everything follows from the seed, the length of a round, the list of cameras and the number of the round since 1970.
 */
export class Programme {
  readonly roundMs: number
  readonly #cameras: readonly RhythmCamera[]
  readonly #seed: number
  readonly #drawings: readonly Drawing[] = drawingsOf(listOthers())

  /** `roundMs`: at least as long as two loops. */
  constructor(cameras: readonly RhythmCamera[], { seed, roundMs }: { seed: number; roundMs: number }) {
    this.#cameras = cameras
    this.#seed = seed
    this.roundMs = roundMs
  }

  /** Number of the round in which this moment (epoch ms) is. */
  roundAt(nowMs: number): number {
    return Math.floor(nowMs / this.roundMs)
  }

  /** What is told in this round, in the order of time. */
  round(number: number): Planned[] {
    const parts = [...this.#film(number), ...this.#kindsOfFilm(number), ...this.#visits(number), ...this.#drawn(number)]
    const startMs = number * this.roundMs
    const restMs = this.roundMs / parts.length
    return inSeededOrder(parts, this.#seed + number)
      .map(({ shownAtMs, ...told }, place) => {
        const turnMs = startMs + place * restMs
        return { ...told, atMs: Math.round(shownAtMs === undefined ? turnMs : this.#showing(told.camera, shownAtMs, turnMs)) }
      })
      .toSorted((one, other) => one.atMs - other.atMs)
  }

  /** One happening of each camera's clip; it has shown all of them after as many rounds. */
  #film(round: number): Part[] {
    return this.#cameras.flatMap(({ loop }, camera) => {
      const { happenings } = loop.clip
      const happening = happenings[(round + camera) % happenings.length]
      return happening === undefined ? [] : [this.#shown(camera, happening)]
    })
  }

  /** One of each kind, by another camera each round. */
  #kindsOfFilm(round: number): Part[] {
    const byKind = new Map<string, Part[]>()
    for (const [camera, { loop }] of this.#cameras.entries()) {
      for (const happening of loop.clip.happenings) {
        const parts = byKind.get(happening.kind) ?? []
        byKind.set(happening.kind, parts)
        parts.push(this.#shown(camera, happening))
      }
    }
    return [...byKind.values()].flatMap((parts) => inSeededOrder(parts, this.#seed + round)[0] ?? [])
  }

  #visits(round: number): Part[] {
    return this.#camerasByScene().flatMap(([, cameras]) => {
      const visits = this.#cameras[cameras[0] ?? -1]?.loop.clip.visits ?? []
      const ofRound = visits.filter((_, place) => (place + round) % VISITS_IN_ROUNDS === 0)
      return ofRound.map((visit, place) => this.#told(cameras, round + place, toDeviceEvent(visit), visit.picture))
    })
  }

  #drawn(round: number): Part[] {
    return this.#camerasByScene().flatMap(([scene, cameras]) => {
      const here = this.#drawings.filter(({ visit }) => visit.scene === scene)
      return here.map(({ visit, firstMake, makesPerRound }, place) => {
        const event = toDeviceEvent(visit)
        const brand = brandOf(event.attributes.vehicleType, round * makesPerRound + firstMake)
        return this.#told(cameras, round + place, { ...event, attributes: { ...event.attributes, ...(brand && { brand }) } }, visit.picture)
      })
    })
  }

  #shown(camera: number, happening: Happening): Part {
    const scene = this.#cameras[camera]?.loop.clip.scene
    return {
      camera,
      event: toDeviceEvent(happening),
      picture: `${scene}-${happening.atMs}`,
      shownAtMs: happening.atMs,
      seen: seenInFilm(happening),
    }
  }

  #told(cameras: readonly number[], turn: number, event: Part['event'], picture: string): Part {
    return { camera: cameras[turn % cameras.length] ?? 0, event, picture }
  }

  #camerasByScene(): [SceneName, number[]][] {
    const byScene = new Map<SceneName, number[]>()
    for (const [camera, { loop }] of this.#cameras.entries())
      byScene.set(loop.clip.scene, [...(byScene.get(loop.clip.scene) ?? []), camera])
    return [...byScene]
  }

  /** When the loop shows this from its turn on; the time before, when that is in the next round. */
  #showing(camera: number, atMs: number, turnMs: number): number {
    const { loop } = this.#cameras[camera] as RhythmCamera
    const { fps, frames } = loop.clip
    const first = loop.firstFrom(turnMs)
    const away = (Math.round((atMs * fps) / 1000) - first) % frames
    const number = first + (away < 0 ? away + frames : away)
    const isNext = this.roundAt(loop.captureMs(number)) > this.roundAt(turnMs)
    return loop.captureMs(isNext ? number - frames : number)
  }
}

/** What was drawn, and which makes its vehicle has: so many a round, from this one on. */
interface Drawing {
  visit: OtherVisit
  firstMake: number
  makesPerRound: number
}

function drawingsOf(visits: readonly OtherVisit[]): Drawing[] {
  const all = visits.flatMap((visit) => (isCar(visit) ? Array.from({ length: CARS_PER_ROUND }, () => visit) : [visit]))
  const cars = all.filter(isCar)
  return all.map((visit, place) =>
    isCar(visit)
      ? { visit, firstMake: all.slice(0, place).filter(isCar).length, makesPerRound: cars.length }
      : { visit, firstMake: 0, makesPerRound: 1 },
  )
}

const carTypes: readonly string[] = ['sedan', 'hatchback', 'suv']
function isCar({ kind, attributes }: OtherVisit): boolean {
  return kind === 'vehicle' && carTypes.includes(attributes?.['vehicleType'] ?? '')
}
