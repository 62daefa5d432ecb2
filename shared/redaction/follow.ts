import type { Box } from './area-at.ts'

/** A picture's brightness, row by row. */
export interface GreyPicture {
  data: Uint8Array | Uint8ClampedArray
  width: number
  height: number
}

/** Where what is followed is, as shares of the picture, and how sure that is, from 0 to 1. */
export interface Sighting {
  box: Box
  sureness: number
}

/** What is followed is remembered in so many samples along either side. */
const SAMPLES = 24
/** How far it may go from one picture to the next, beyond where it was heading: shares of its size. */
const REACH = 0.6
const SCALES = [0.96, 1, 1.04]
/** Looked at coarsely first, then around the best place finely. */
const COARSE = 0.1
const FINE = 0.025
/** How much of what is seen now is taken over into what is remembered, as long as it is as like as this. */
const RENEWAL = 0.12
const RENEWED_FROM = 0.7
/** Less like than this it is not it any more. */
const LOST_BELOW = 0.65
/** The less sure it is, the more around it is taken: so much of its size on each side for each whole point that is lacking. */
const CAUTION = 0.6
/** What is as far as its own size from where it was heading looks so much less like it: it does not jump. */
const JUMP = 0.5
/** Something that moved by so much of its size a picture, and now looks just like what stood there before, was left for what stands behind it. */
const MOVING = 0.04
const STANDING = 0.985
/** How much of its way it keeps. */
const STEADINESS = 0.5

type Patch = Float32Array

/**
 * Follows what is in a box from picture to picture, by how like it looks; it may turn, come nearer and go away slowly. What cannot be seen any
 * more is lost for good.
 */
export class Follower {
  readonly #first: Patch
  #template: Patch
  #box: Box
  #way = { x: 0, y: 0 }
  #before: GreyPicture

  /** Of the picture in which the box was drawn. */
  constructor(picture: GreyPicture, box: Box) {
    this.#box = box
    this.#before = { ...picture, data: picture.data.slice() }
    this.#first = patchOf(picture, box)
    this.#template = this.#first.slice()
  }

  /** In the next picture; undefined when it is lost, or gone out of the picture. */
  next(picture: GreyPicture): Sighting | undefined {
    const guess = { ...this.#box, x: this.#box.x + this.#way.x, y: this.#box.y + this.#way.y }
    const coarse = this.#best(picture, guess, REACH, COARSE, [1])
    const fine = this.#best(picture, coarse.box, COARSE, FINE, SCALES)
    if (fine.sureness < LOST_BELOW || isMostlyOutside(fine.box)) return undefined
    const { box, sureness } = fine
    const isMoving = Math.hypot(this.#way.x / box.width, this.#way.y / box.height) > MOVING
    if (isMoving && likeness(patchOf(picture, box), patchOf(this.#before, box)) > STANDING) return undefined
    const way = { x: centreX(box) - centreX(this.#box), y: centreY(box) - centreY(this.#box) }
    const mixed = (kept: number, seen: number) => STEADINESS * kept + (1 - STEADINESS) * seen
    this.#way = { x: mixed(this.#way.x, way.x), y: mixed(this.#way.y, way.y) }
    this.#box = box
    this.#before = { ...picture, data: picture.data.slice() }
    if (sureness >= RENEWED_FROM) {
      const seen = patchOf(picture, box)
      this.#template = unit(this.#template.map((value, index) => value + RENEWAL * ((seen[index] ?? 0) - value)))
    }
    const more = { x: box.width * CAUTION * (1 - sureness), y: box.height * CAUTION * (1 - sureness) }
    const careful = { x: box.x - more.x, y: box.y - more.y, width: box.width + 2 * more.x, height: box.height + 2 * more.y }
    return { box: within(careful), sureness }
  }

  #best(picture: GreyPicture, around: Box, reach: number, step: number, scales: readonly number[]): Sighting {
    let best: Sighting = { box: around, sureness: -1 }
    for (const scale of scales) {
      const [width, height] = [around.width * scale, around.height * scale]
      for (let down = -reach; down <= reach + 1e-9; down += step) {
        for (let across = -reach; across <= reach + 1e-9; across += step) {
          const box = {
            x: around.x + (around.width - width) / 2 + across * around.width,
            y: around.y + (around.height - height) / 2 + down * around.height,
            width,
            height,
          }
          const patch = patchOf(picture, box)
          const like = Math.max(likeness(patch, this.#template), 0.9 * likeness(patch, this.#first)) - JUMP * (across ** 2 + down ** 2)
          if (like > best.sureness) best = { box, sureness: like }
        }
      }
    }
    return best
  }
}

/** How much a sample counts: the middle most, since what stands behind shows in the corners. */
const WEIGHTS = Float32Array.from({ length: SAMPLES * SAMPLES }, (_, index) => {
  const [x, y] = [((index % SAMPLES) + 0.5) / SAMPLES - 0.5, (Math.floor(index / SAMPLES) + 0.5) / SAMPLES - 0.5]
  return Math.exp(-(x ** 2 + y ** 2) / (2 * 0.28 ** 2))
})

const WEIGHT_OF_ALL = WEIGHTS.reduce((sum, weight) => sum + weight, 0)

/**
 * Samples of a box without their mean, weighted, of length one: two of them are as like as their product. Beyond the picture its edge goes on.
 * Some hundred are taken of each picture: plain loops do it several times as fast as what calls a function for each sample.
 */
function patchOf({ data, width, height }: GreyPicture, box: Box): Patch {
  const patch = new Float32Array(SAMPLES * SAMPLES)
  const columns = new Int32Array(SAMPLES)
  for (let column = 0; column < SAMPLES; column += 1)
    columns[column] = Math.min(Math.max(Math.round((box.x + (box.width * (column + 0.5)) / SAMPLES) * width - 0.5), 0), width - 1)
  let sum = 0
  for (let row = 0, index = 0; row < SAMPLES; row += 1) {
    const y = Math.min(Math.max(Math.round((box.y + (box.height * (row + 0.5)) / SAMPLES) * height - 0.5), 0), height - 1)
    for (let column = 0; column < SAMPLES; column += 1, index += 1) {
      const value = data[y * width + (columns[column] ?? 0)] ?? 0
      patch[index] = value
      sum += value * (WEIGHTS[index] ?? 0)
    }
  }
  const mean = sum / WEIGHT_OF_ALL
  for (let index = 0; index < patch.length; index += 1) patch[index] = ((patch[index] ?? 0) - mean) * (WEIGHTS[index] ?? 0)
  return unit(patch)
}

/** Made of length one, in place. */
function unit(patch: Patch): Patch {
  let squares = 0
  for (let index = 0; index < patch.length; index += 1) squares += (patch[index] ?? 0) ** 2
  const length = Math.sqrt(squares)
  for (let index = 0; index < patch.length; index += 1) patch[index] = length > 0 ? (patch[index] ?? 0) / length : 0
  return patch
}

function likeness(one: Patch, other: Patch): number {
  let sum = 0
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0)
  return sum
}

function centreX({ x, width }: Box): number {
  return x + width / 2
}

function centreY({ y, height }: Box): number {
  return y + height / 2
}

function isMostlyOutside(box: Box): boolean {
  return centreX(box) < 0 || centreX(box) > 1 || centreY(box) < 0 || centreY(box) > 1
}

function within({ x, y, width, height }: Box): Box {
  const [left, top] = [Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1)]
  return { x: left, y: top, width: Math.min(Math.max(x + width, 0), 1) - left, height: Math.min(Math.max(y + height, 0), 1) - top }
}
