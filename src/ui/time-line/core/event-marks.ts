import { firstIndex } from './search.ts'
import { spanMs, type View } from './view.ts'

/** Something that happened: an alarm stands out. Epoch ms. */
export interface LineEvent {
  atMs: number
  isAlarm: boolean
}

/** Events in the order of time. `alarmsBefore` has one more: how many alarms there are before each index. */
export interface Events {
  times: Float64Array
  alarmsBefore: Uint32Array
}

export function eventsOf(events: readonly LineEvent[]): Events {
  const ordered = events.toSorted((one, other) => one.atMs - other.atMs)
  const alarmsBefore = new Uint32Array(ordered.length + 1)
  ordered.forEach(({ isAlarm }, index) => (alarmsBefore[index + 1] = (alarmsBefore[index] ?? 0) + (isAlarm ? 1 : 0)))
  return { times: Float64Array.from(ordered, ({ atMs }) => atMs), alarmsBefore }
}

/** An event, or several that are too near to each other to be shown apart: `atMs` is then the middle of the time that they share a mark for. */
export interface EventMark {
  atMs: number
  count: number
  alarms: number
}

/**
 * The marks of the events in a view, those of several at least `leastPx` from the next. Which events share a mark depends on the time and the scale alone, not on where
 * the view begins: marks move with the line, and none jumps from one to another while it is moved.
 */
export function eventMarks({ times, alarmsBefore }: Events, view: View, leastPx: number): EventMark[] {
  const cellMs = 2 ** Math.ceil(Math.log2((leastPx / view.widthPx) * spanMs(view)))
  const marks: EventMark[] = []
  const first = (atMs: number, from: number) => firstIndex(from, times.length, (index) => (times[index] ?? 0) >= atMs)
  // A cell that is seen in part is shown whole.
  let index = first(Math.floor(view.fromMs / cellMs) * cellMs, 0)
  while (index < times.length && (times[index] ?? 0) < view.toMs) {
    const begin = times[index] ?? 0
    const cell = Math.floor(begin / cellMs)
    const next = first((cell + 1) * cellMs, index)
    const atMs = next - index === 1 ? begin : (cell + 0.5) * cellMs
    marks.push({ atMs, count: next - index, alarms: (alarmsBefore[next] ?? 0) - (alarmsBefore[index] ?? 0) })
    index = next
  }
  return marks
}

/** The next event after a moment, or the last one before it; nothing when there is none. */
export function eventBeside({ times }: Events, atMs: number, way: 1 | -1): number | undefined {
  return way === 1
    ? times[firstIndex(0, times.length, (index) => (times[index] ?? 0) > atMs)]
    : times[firstIndex(0, times.length, (index) => (times[index] ?? 0) >= atMs) - 1]
}
