/** An alarm is shown at least so long, also while others wait. */
const BRIEF_MS = 5_000
/** So many stand in line, the one that is shown among them. Of more the oldest that waits gives way. */
const MOST_IN_LINE = 7

interface Raised {
  /** Of the same camera only the newest alarm is shown. */
  cameraKey: string
  raisedMs: number
}

type InLine<T extends Raised> = T & { fromMs: number; untilMs: number }

/**
 * The alarms at the front of a screen after these, given in the order in which they were raised: one at a time, the first at once and each for
 * `lastsMs`. While others wait, the one that is shown leaves as soon as it was there briefly, so that the next one comes within seconds. A camera that
 * raises another alarm keeps its place. What is said depends on the alarms alone: a screen that begins anew goes on where it was.
 */
export function lineUp<T extends Raised>(raised: readonly T[], lastsMs: number, nowMs: number): InLine<T>[] {
  let line: InLine<T>[] = []
  for (const alarm of raised) {
    line = line.filter(({ untilMs }) => untilMs > alarm.raisedMs)
    const known = line.findIndex(({ cameraKey }) => cameraKey === alarm.cameraKey)
    const { fromMs } = line[known] ?? { fromMs: alarm.raisedMs }
    const placed = { ...alarm, fromMs, untilMs: fromMs + lastsMs }
    line = known === -1 ? [...line, placed] : line.with(known, placed)
    if (line.length > MOST_IN_LINE) line.splice(1, 1)
    line = timed(line, lastsMs, alarm.raisedMs)
  }
  return line.filter(({ untilMs }) => untilMs > nowMs)
}

function timed<T extends Raised>(line: readonly InLine<T>[], lastsMs: number, nowMs: number): InLine<T>[] {
  let nextMs = 0
  return line.map((alarm, index) => {
    const fromMs = index === 0 ? alarm.fromMs : nextMs
    const isLast = index === line.length - 1
    const untilMs = isLast ? Math.max(fromMs, alarm.raisedMs) + lastsMs : Math.max(fromMs + BRIEF_MS, nowMs)
    nextMs = untilMs
    return { ...alarm, fromMs, untilMs }
  })
}
