import { durationsUs, type Film, usualUs } from './film.ts'

/** From so many pictures' time on, what is missing is filled with empty places. */
const GAP = 0.9
/** A picture that comes between two others so much later than usual comes after a gap. */
const LATE = 1.9
/** Pictures stand no later than this in the file, so that their sound is not ahead of them. */
const MOST_LAG_US = 40_000
const FASTER = 0.99

/** AVI knows one rate for the whole file. `places`: how many places of that length each picture has, its own and the empty ones behind it. */
interface AviRate {
  frameUs: number
  places: number[]
}

/** The rate at which the pictures come, or a higher one with empty places where cameras change theirs: each picture stands at its time. */
export function aviRate(samples: Film): AviRate {
  const durations = durationsUs(samples)
  const usual = usualUs(durations, samples.track.fps)
  const even = durations.filter((duration) => duration <= usual * LATE)
  let frameUs = even.reduce((sum, duration) => sum + duration, 0) / (even.length || 1) || usual
  for (;;) {
    const { places, mostLagUs } = placesAt(durations, Math.round(frameUs))
    if (mostLagUs <= MOST_LAG_US) return { frameUs: Math.round(frameUs), places }
    frameUs *= FASTER
  }
}

function placesAt(durations: readonly number[], frameUs: number): { places: number[]; mostLagUs: number } {
  let timeUs = 0
  let placed = 0
  let mostLagUs = 0
  const places = durations.map((durationUs) => {
    mostLagUs = Math.max(mostLagUs, placed * frameUs - timeUs)
    timeUs += durationUs
    placed += 1
    const missing = timeUs / frameUs - placed
    const empty = missing >= GAP ? Math.round(missing) : 0
    placed += empty
    return 1 + empty
  })
  return { places, mostLagUs }
}
