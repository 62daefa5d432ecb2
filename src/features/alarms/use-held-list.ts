import { useMemo, useState } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'

/** As many of what is shown are remembered: all of them would have to leave the list before it moved. */
const MOST_COMPARED = 1_000
/** More at once are held back as well: nobody reads them as fast as they would pass. */
const MOST_AT_ONCE = 10

interface HeldList {
  alarms: readonly Alarm[] | undefined
  newer: number
  showNewer: () => void
}

interface Held {
  view: string
  /** The newest of what is shown: none is put in above them. */
  shown: ReadonlySet<string>
  /** The newest of all, when it was looked last. */
  latest: ReadonlySet<string>
}

/**
 * Holds back alarms that arrive while somebody is at work in the list (`isBusy`), or in a storm, so that it never moves under a hand or an eye: they
 * are counted, and shown when asked for, or as soon as it is calm. What changes on alarms that are shown already (recovered, read, handled) is
 * taken over at once. `view` names what the list is of.
 */
export function useHeldList(latest: readonly Alarm[] | undefined, view: string, isBusy: boolean): HeldList {
  const [held, setHeld] = useState<Held>()
  const newest = useMemo(() => new Set(latest?.slice(0, MOST_COMPARED).map(({ alarmId }) => alarmId)), [latest])
  const isHeld = held !== undefined && held.view === view
  const above = (known: ReadonlySet<string>) =>
    latest
      ? Math.max(
          0,
          latest.findIndex(({ alarmId }) => known.has(alarmId)),
        )
      : 0
  const mayShow = !isHeld || held.shown.size === 0 || (!isBusy && above(held.latest) <= MOST_AT_ONCE)
  if (latest !== undefined && (!isHeld || held.latest !== newest)) setHeld({ view, shown: mayShow ? newest : held.shown, latest: newest })
  // Where nothing is left of what was shown there is nothing to hold.
  const newer = isHeld && (!mayShow || held.latest === newest) ? above(held.shown) : 0
  const alarms = useMemo(() => (newer === 0 ? latest : latest?.slice(newer)), [latest, newer])
  return { alarms, newer, showNewer: () => setHeld({ view, shown: newest, latest: newest }) }
}
