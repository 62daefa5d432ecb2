import { readFile } from 'node:fs/promises'
import { runCodec } from '#device/codec/codec-process.ts'
import type { View } from './pose.ts'

/** One of the three planes of a picture: brightness, or one of two colours at half the size. */
export interface Plane {
  width: number
  height: number
  samples: Uint8Array
}

/** Sizes of the picture that `make-clips.ts` drew. */
const WIDTH = 3200
const HEIGHT = 1800
/** The scene at full size, half, a quarter, an eighth. */
const LEVELS = 4
const BLACK = 16

/** The wide picture that a simulated pan-tilt-zoom camera looks at parts of: its planes, the largest first. */
export class Panorama {
  readonly #levels: readonly (readonly Plane[])[]

  /** `planes`: brightness, and both colours at half its size. */
  constructor(planes: readonly Plane[]) {
    const levels = [planes]
    while (levels.length < LEVELS) levels.push((levels.at(-1) ?? planes).map(halved))
    this.#levels = levels
  }

  /** Reads a picture of the simulator's; takes half a second and 12 MB. */
  static async read(file: URL): Promise<Panorama> {
    const [samples = new Uint8Array()] = await runCodec({ job: 'planes' }, [await readFile(file)])
    if (samples.length !== (WIDTH * HEIGHT * 3) / 2) throw new Error(`${file.pathname} is no picture of ${WIDTH}×${HEIGHT}`)
    const colour = (WIDTH / 2) * (HEIGHT / 2)
    const plane = (width: number, height: number, at: number) => ({ width, height, samples: samples.subarray(at, at + width * height) })
    return new Panorama([
      plane(WIDTH, HEIGHT, 0),
      plane(WIDTH / 2, HEIGHT / 2, WIDTH * HEIGHT),
      plane(WIDTH / 2, HEIGHT / 2, WIDTH * HEIGHT + colour),
    ])
  }

  /** Draws a part of the scene into a picture of this size, as YUV 4:2:0. `focus` and `iris` from -1 to 1; 0 is sharp, and as bright as the scene. */
  cut(look: View & { focus: number; iris: number }, into: Uint8Array, width: number, height: number): void {
    const [full] = this.#levels[0] ?? []
    const shrunk = Math.log2(Math.max((look.width * (full?.width ?? width)) / width, 1))
    const level = Math.min(Math.floor(shrunk) + Math.round(Math.abs(look.focus) * 3), LEVELS - 1)
    const [brightness, ...colours] = this.#levels[level] ?? []
    if (brightness === undefined) return
    cutPlane(brightness, look, into.subarray(0, width * height), width, height, gainOf(look.iris))
    let at = width * height
    for (const colour of colours) {
      const size = (width / 2) * (height / 2)
      cutPlane(colour, look, into.subarray(at, at + size), width / 2, height / 2, undefined)
      at += size
    }
  }
}

/** What each brightness becomes when the iris opens or closes; nothing when it does not. */
function gainOf(iris: number): Uint8Array | undefined {
  if (iris === 0) return undefined
  const gain = 2 ** iris
  return Uint8Array.from({ length: 256 }, (_, value) => Math.min(Math.max(Math.round(BLACK + (value - BLACK) * gain), BLACK), 235))
}

/** Draws a part of a plane, each sample mixed of its four neighbours. */
function cutPlane(plane: Plane, view: View, into: Uint8Array, width: number, height: number, gain: Uint8Array | undefined): void {
  const { samples, width: across } = plane
  const columns = new Int32Array(width)
  const shares = new Int32Array(width)
  for (let x = 0; x < width; x += 1) {
    const at = placeOf(view.left, view.width, x, width, across)
    columns[x] = at
    shares[x] = Math.round((at - columns[x]!) * 256)
  }
  for (let y = 0; y < height; y += 1) {
    const at = placeOf(view.top, view.height, y, height, plane.height)
    const above = Math.floor(at) * across
    const below = above + across
    const share = Math.round((at - Math.floor(at)) * 256)
    for (let x = 0, to = y * width; x < width; x += 1, to += 1) {
      const column = columns[x]!
      const mix = shares[x]!
      const upper = samples[above + column]! * (256 - mix) + samples[above + column + 1]! * mix
      const lower = samples[below + column]! * (256 - mix) + samples[below + column + 1]! * mix
      const value = (upper * (256 - share) + lower * share) >> 16
      into[to] = gain === undefined ? value : gain[value]!
    }
  }
}

/** Where in the plane a sample of the picture lies, with room for its neighbour. */
function placeOf(begin: number, length: number, index: number, of: number, size: number): number {
  const place = (begin + ((index + 0.5) / of) * length) * size - 0.5
  return Math.min(Math.max(place, 0), size - 1.001)
}

function halved({ width, height, samples }: Plane): Plane {
  const half = { width: width >> 1, height: height >> 1 }
  const into = new Uint8Array(half.width * half.height)
  for (let y = 0; y < half.height; y += 1) {
    for (let x = 0; x < half.width; x += 1) {
      const at = 2 * y * width + 2 * x
      into[y * half.width + x] = (samples[at]! + samples[at + 1]! + samples[at + width]! + samples[at + width + 1]! + 2) >> 2
    }
  }
  return { ...half, samples: into }
}
