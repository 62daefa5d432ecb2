import type { TestCamera } from '#tests/support/test-camera.ts'
import type { Sighting } from './page-api.ts'

/** The quantile `q` of some numbers; NaN when there are none. */
export function quantile(values: number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN
}

/** The mean of the middle half: of whole ms it tells the tenths, which a median cannot. NaN when there are none. */
export function middleMean(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  const middle = sorted.slice(quarter, sorted.length - quarter)
  return middle.reduce((sum, one) => sum + one, 0) / middle.length
}

export interface Seen {
  ages: number[]
  /** Pictures on the screen between the first and the last sighting of each window, and those of the camera that were not. */
  shown: number
  missed: number
}

/** Sets what was seen against what each window's camera sent. */
export function judge(sightings: Sighting[], cameras: TestCamera[]): Seen {
  const seen: Seen = { ages: [], shown: 0, missed: 0 }
  for (const [window, camera] of cameras.entries()) {
    const own = sightings.filter((one) => one.window === window)
    for (const { frame, atMs } of own) {
      const ageMs = camera.ageMs(frame, atMs)
      if (ageMs !== undefined) seen.ages.push(ageMs)
    }
    const first = own[0]
    const last = own.at(-1)
    if (first === undefined || last === undefined) continue
    const presented = last.presented - first.presented
    seen.shown += presented
    seen.missed += Math.max(0, sentBetween(first, last, camera) - presented)
  }
  return seen
}

/** How many pictures the camera sent from one sighting to another: the clip loops, so that whole rounds come from the time. */
function sentBetween(first: Sighting, last: Sighting, { options: { clip, fps } }: TestCamera): number {
  const round = clip.pictures.length
  const expected = ((last.atMs - first.atMs) * fps) / 1000
  const rest = (last.frame - first.frame + round) % round
  return rest + Math.round((expected - rest) / round) * round
}
