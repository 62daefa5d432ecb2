import { readFileSync } from 'node:fs'
import type { PictureLine, PicturePoint, PictureShape } from '#contract/camera-settings.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import type { SceneName } from '../clip.ts'

export const STEPS_A_SECOND = 5
/** Step of the loop, and the box in shares of the picture: x, y, width, height. */
export type TrackedPlace = [step: number, x: number, y: number, width: number, height: number]
/** The ways of something through a scene. It is out of sight in the steps that are missing. */
export interface Track {
  of: string
  places: TrackedPlace[]
}

/** Something has crossed a line, at this time of the loop. `box`: where it was. */
export interface Crossing {
  atMs: number
  box: ObjectBox
}

let known: Record<string, Track[]> | undefined

/** What moves through a scene. */
export function readTracks(scene: SceneName): Track[] {
  known ??= JSON.parse(readFileSync(new URL('../clips/tracks.json', import.meta.url), 'utf8')) as Record<string, Track[]>
  return known[scene] ?? []
}

/** Each crossing of a line in its direction, in the order of the loop: somebody crosses it with their feet. */
export function crossingsOf(tracks: readonly Track[], { from, to, direction }: PictureLine): Crossing[] {
  const found: Crossing[] = []
  for (const { places } of tracks) {
    for (const [index, place] of places.entries()) {
      const before = places[index - 1]
      if (before === undefined || place[0] !== before[0] + 1) continue
      const share = crossedAt([footOf(before), footOf(place)], [from, to])
      if (share === undefined) continue
      const isToLeft = sideOf(footOf(place), from, to) > 0
      if (direction !== 'both' && isToLeft !== (direction === 'to-left')) continue
      found.push({ atMs: Math.round(((before[0] + share) * 1000) / STEPS_A_SECOND), box: boxOf(place) })
    }
  }
  return found.toSorted((one, other) => one.atMs - other.atMs)
}

/** Whether something stands in one of the areas: with its feet, or its middle where it hangs or only a part of it is seen. No areas are all of the picture. */
export function isIn(areas: readonly PictureShape[], { x, y, width, height }: ObjectBox): boolean {
  const points = [
    { x: x + width / 2, y: Math.min(1, y + height) },
    { x: x + width / 2, y: y + height / 2 },
  ]
  return areas.length === 0 || areas.some((area) => points.some((point) => isInside(area, point)))
}

function boxOf([, x, y, width, height]: TrackedPlace): ObjectBox {
  return { x, y, width, height }
}

function footOf([, x, y, width, height]: TrackedPlace): PicturePoint {
  return { x: x + width / 2, y: y + height }
}

/** Above 0 on the left of somebody who stands at `from` and looks at `to`. */
function sideOf(point: PicturePoint, from: PicturePoint, to: PicturePoint): number {
  return (to.y - from.y) * (point.x - from.x) - (to.x - from.x) * (point.y - from.y)
}

/** After which share of a way the line is crossed, if it is. */
function crossedAt([start, end]: [PicturePoint, PicturePoint], [from, to]: [PicturePoint, PicturePoint]): number | undefined {
  const [before, after] = [sideOf(start, from, to), sideOf(end, from, to)]
  if (before > 0 === after > 0 || sideOf(from, start, end) > 0 === sideOf(to, start, end) > 0) return undefined
  return before / (before - after)
}

function isInside(area: PictureShape, { x, y }: PicturePoint): boolean {
  let isIn = false
  let from = area.at(-1)
  for (const to of area) {
    if (from !== undefined && from.y > y !== to.y > y && x < ((to.x - from.x) * (y - from.y)) / (to.y - from.y) + from.x) isIn = !isIn
    from = to
  }
  return isIn
}
