import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { countdownText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { recordings } from './recordings.ts'
import classes from './record-timer.module.css'

/** A red dot and how long the window has been recorded, while it is. */
export function RecordTimer({ window }: { window: number }) {
  const { sinceMs, lengthMs } = useSnapshot(recordings)
  const since = sinceMs[window]
  return since === undefined ? null : <Running sinceMs={since} lengthMs={lengthMs[window]} />
}

function Running({ sinceMs, lengthMs }: { sinceMs: number; lengthMs: number | undefined }) {
  const { t } = useLingui()
  const run = countdownText(useNow() - sinceMs)
  const time = lengthMs === undefined ? run : `${run} / ${countdownText(lengthMs)}`
  return (
    <span className={classes['timer']} role="timer" aria-label={t`Recording, ${time}`}>
      <span className={classes['dot']} aria-hidden />
      <span className="sl-figures">{time}</span>
    </span>
  )
}
