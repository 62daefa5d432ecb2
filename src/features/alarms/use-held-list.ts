import { useMemo, useState } from 'react'
import type { Alarm } from '#contract/calls/event/alarm.ts'

/**
 * Holds back alarms that arrive while somebody reads, so that the list never jumps: they are counted, and shown when asked for.
 * What changes on alarms that are shown already (recovered, read) is taken over at once. `view` names what the list is of.
 */
export function useHeldList(
  latest: readonly Alarm[] | undefined,
  view: string,
): { alarms: readonly Alarm[] | undefined; newer: number; showNewer: () => void } {
  const [held, setHeld] = useState<{ view: string; ids: ReadonlySet<string> }>()
  const ids = useMemo(() => new Set(latest?.map(({ alarmId }) => alarmId)), [latest])
  const isHeld = held !== undefined && held.view === view
  if (latest !== undefined && (!isHeld || (held.ids.size === 0 && ids.size > 0))) setHeld({ view, ids })
  const firstKnown = isHeld && latest ? latest.findIndex(({ alarmId }) => held.ids.has(alarmId)) : 0
  // On a page of which nothing is left there is nothing to hold.
  const newer = Math.max(0, firstKnown)
  return { alarms: latest?.slice(newer), newer, showNewer: () => setHeld({ view, ids }) }
}
