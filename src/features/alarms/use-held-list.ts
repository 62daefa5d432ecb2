import { useMemo, useState } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'

interface HeldList {
  alarms: readonly Alarm[] | undefined
  newer: number
  showNewer: () => void
}

/**
 * Holds back alarms that arrive while somebody is at work in the list (`isBusy`), so that it never moves under their hand: they are counted, and
 * shown when asked for. What changes on alarms that are shown already (recovered, read, handled) is taken over at once. `view` names what
 * the list is of.
 */
export function useHeldList(latest: readonly Alarm[] | undefined, view: string, isBusy: boolean): HeldList {
  const [held, setHeld] = useState<{ view: string; newest: ReadonlySet<string> }>()
  // Which alarms are shown is told by the newest ones: none is put in above them.
  const newest = useMemo(() => new Set(latest?.slice(0, MOST_COMPARED).map(({ alarmId }) => alarmId)), [latest])
  const isHeld = held !== undefined && held.view === view
  const isToShow = !isHeld || (held.newest.size === 0 && newest.size > 0) || (!isBusy && held.newest !== newest)
  if (latest !== undefined && isToShow) setHeld({ view, newest })
  const firstKnown = isHeld && !isToShow && latest ? latest.findIndex(({ alarmId }) => held.newest.has(alarmId)) : 0
  // Where nothing is left of what was shown there is nothing to hold.
  const newer = Math.max(0, firstKnown)
  const alarms = useMemo(() => (newer === 0 ? latest : latest?.slice(newer)), [latest, newer])
  return { alarms, newer, showNewer: () => setHeld({ view, newest }) }
}

/** As many of what is shown are remembered: all of them would have to leave the list before it moved. */
const MOST_COMPARED = 1_000
