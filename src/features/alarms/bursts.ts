import type { Alarm } from '#contract/calls/event/alarm.ts'

/** Alarms of one cause belong together as long as none of them comes longer than this after the one before. */
export const BURST_GAP_MS = 60_000

/** No burst has more: what goes on for hours still fills a list. */
export const MOST_IN_BURST = 100

/** Alarms of one rule and kind at one place, close in time. The newest first; a single one is a burst of one. */
export type Burst = readonly [Alarm, ...Alarm[]]

/** What causes alarms: the rule and the kind of it, and where. */
function causeOf({ ruleId, kind, sn, chlIndex }: Alarm): string {
  return `${ruleId} ${kind} ${sn} ${chlIndex}`
}

/**
 * Gathers the alarms of a list, which has the newest first, into bursts; each stands where its newest alarm does, whatever else happened in
 * between. No alarm is lost or there twice, and the order within a burst is that of the list.
 */
export function groupBursts(alarms: readonly Alarm[]): Burst[] {
  const bursts: [Alarm, ...Alarm[]][] = []
  /** The burst of each cause that may still go on into the past. */
  const open = new Map<string, [Alarm, ...Alarm[]]>()
  for (const alarm of alarms) {
    const cause = causeOf(alarm)
    const burst = open.get(cause)
    const last = burst?.at(-1)
    const isNear = last !== undefined && last.startedAtMs - alarm.startedAtMs <= BURST_GAP_MS
    if (burst !== undefined && isNear && burst.length < MOST_IN_BURST) burst.push(alarm)
    else {
      const next: [Alarm, ...Alarm[]] = [alarm]
      open.set(cause, next)
      bursts.push(next)
    }
  }
  return bursts
}

/** A row of the list: a single alarm, a burst, or one of the alarms of a burst that is unfolded. */
export interface AlarmRow {
  id: string
  /** All that the row stands for. */
  alarms: Burst
  kind: 'single' | 'burst' | 'member'
  isUnfolded: boolean
}

/** Rows by the alarm that they begin with: the same as long as nothing of them changes, so that they need not be drawn again. */
const known = { single: new WeakMap<Alarm, AlarmRow>(), burst: new WeakMap<Alarm, AlarmRow>(), member: new WeakMap<Alarm, AlarmRow>() }

function rowOf(row: AlarmRow): AlarmRow {
  const [first] = row.alarms
  const before = known[row.kind].get(first)
  const isSame =
    before !== undefined &&
    before.isUnfolded === row.isUnfolded &&
    before.alarms.length === row.alarms.length &&
    before.alarms.every((alarm, index) => alarm === row.alarms[index])
  if (isSame) return before
  known[row.kind].set(first, row)
  return row
}

/** The rows of bursts. A burst is unfolded as long as one of its alarms is in `unfolded`, however many alarms it gets at either end. */
export function rowsOf(bursts: readonly Burst[], unfolded: ReadonlySet<string>): AlarmRow[] {
  return bursts.flatMap((alarms): AlarmRow[] => {
    const [newest] = alarms
    if (alarms.length === 1) return [rowOf({ id: newest.alarmId, alarms, kind: 'single', isUnfolded: false })]
    const isUnfolded = unfolded.size > 0 && alarms.some(({ alarmId }) => unfolded.has(alarmId))
    const head = rowOf({ id: `burst ${alarms.at(-1)?.alarmId}`, alarms, kind: 'burst', isUnfolded })
    if (!isUnfolded) return [head]
    return [head, ...alarms.map((alarm) => rowOf({ id: alarm.alarmId, alarms: [alarm], kind: 'member', isUnfolded: false }))]
  })
}

/** The alarms that are chosen once the rows that are ticked are others: a burst stands for all its alarms. */
export function chosenBy(rows: readonly AlarmRow[], chosen: ReadonlySet<string>, ticked: ReadonlySet<string>): Set<string> {
  const next = new Set(chosen)
  for (const row of rows) {
    const [was, is] = [isChosen(row, chosen), ticked.has(row.id)]
    if (was === is) continue
    for (const { alarmId } of row.alarms) {
      if (is) next.add(alarmId)
      else next.delete(alarmId)
    }
  }
  return next
}

export function isChosen({ alarms }: AlarmRow, chosen: ReadonlySet<string>): boolean {
  return chosen.size > 0 && alarms.every(({ alarmId }) => chosen.has(alarmId))
}
