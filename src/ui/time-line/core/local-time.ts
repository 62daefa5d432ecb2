import { dayjs } from '#shared/time/calendar.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { offsetAt } from '#shared/time/zone.ts'
import type { Span } from './view.ts'

const MINUTE_MS = 60_000

/** A span in which the clocks of a zone run on without a change, and what they are ahead of UTC. */
export interface Piece extends Span {
  offsetMs: number
}

const offsetMs = (atMs: number, zone: string) => offsetAt(atMs, zone) * MINUTE_MS
/** The moments at which clocks were changed, by zone and day of UTC: the search for one asks a zone some thirty times. */
const changes = new Map<string, number>()

/** The moment in a day of UTC from which the clocks have another offset than at its begin; they have another at its end. */
function changeOn(dayMs: number, zone: string): number {
  const key = `${zone} ${dayMs}`
  const known = changes.get(key)
  if (known !== undefined) return known
  const before = offsetMs(dayMs, zone)
  let [low, high] = [dayMs, dayMs + DAY_MS]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetMs(middle, zone) === before) low = middle
    else high = middle
  }
  changes.set(key, high)
  return high
}

/** A span of time, cut where the clocks of the zone are changed: none is twice in one day. Throws `InvalidTimeZone`. */
export function piecesOf({ fromMs, toMs }: Span, zone: string): Piece[] {
  let piece: Piece = { fromMs, toMs, offsetMs: offsetMs(fromMs, zone) }
  const pieces = [piece]
  for (let day = Math.floor(fromMs / DAY_MS) * DAY_MS; day < toMs; day += DAY_MS) {
    if (offsetMs(day, zone) === offsetMs(day + DAY_MS, zone)) continue
    const changeMs = changeOn(day, zone)
    if (changeMs <= fromMs || changeMs >= toMs) continue
    piece.toMs = changeMs
    piece = { fromMs: changeMs, toMs, offsetMs: offsetMs(changeMs, zone) }
    pieces.push(piece)
  }
  return pieces
}

/**
 * The moments at which the clocks of a zone show a time, which is given as if it were UTC: one, two in the hour that comes twice, and none in the
 * hour that they pass over. Throws `InvalidTimeZone`.
 */
export function momentsOf(clockMs: number, zone: string): number[] {
  const offsets = new Set([offsetMs(clockMs - DAY_MS, zone), offsetMs(clockMs + DAY_MS, zone)])
  return [...offsets]
    .map((offset) => clockMs - offset)
    .filter((atMs) => atMs + offsetMs(atMs, zone) === clockMs)
    .toSorted((one, other) => one - other)
}

/** What the clocks of a zone show at a moment, as if it were UTC. Throws `InvalidTimeZone`. */
export function clockOf(atMs: number, zone: string): number {
  return atMs + offsetMs(atMs, zone)
}

/** The first moments of the days or months that are seen, the one under way included, by the clocks of a zone. Throws `InvalidTimeZone`. */
export function beginsOf({ fromMs, toMs }: Span, zone: string, unit: 'day' | 'month'): number[] {
  const begins: number[] = []
  for (let clock = dayjs.utc(clockOf(fromMs, zone)).startOf(unit); ; clock = clock.add(1, unit)) {
    const clockMs = clock.valueOf()
    // Where the clocks pass over midnight, the day begins when they are put on.
    const beginMs = momentsOf(clockMs, zone)[0] ?? clockMs - offsetMs(clockMs - DAY_MS, zone)
    if (beginMs >= toMs) return begins
    begins.push(beginMs)
  }
}
