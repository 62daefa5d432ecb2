import { onActivity } from '../person/activity.ts'
import { onAlarms } from '../core/core.ts'
import { QuietMoment } from './quiet-moment.ts'
import { applyUpdate, updateState } from './service-worker.ts'
import { hasUnsaved } from '../../lib/unsaved.ts'

const LOOK_EVERY_MS = 15_000

/**
 * Puts a newer version up by itself, as long as nobody says otherwise: for screens that nobody sits at. Waits for a moment in which no
 * person is there and no alarm is on. Returns the way to stop.
 */
export function updateWhenQuiet(): () => void {
  const moment = new QuietMoment(Date.now())
  const look = () => {
    const isOffered = updateState.kind === 'ready' || updateState.kind === 'needed'
    const isQuiet = () => moment.isQuiet(Date.now()) && !hasUnsaved()
    if (isOffered && isQuiet()) void applyUpdate(isQuiet)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  const stops = [
    onActivity(() => moment.notePerson(Date.now())),
    onAlarms(({ alarms }) => {
      if (alarms.length > 0) moment.noteAlarm(Date.now())
    }),
    () => clearInterval(timer),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
