import { useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { countdownText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import { recordings } from './recordings.ts'
import classes from './record-timer.module.css'

/** A red dot and how long the window has been recorded, while it is. */
export function RecordTimer({ window }: { window: number }) {
  const sinceMs = useSnapshot(recordings).sinceMs[window]
  return sinceMs === undefined ? null : <Running sinceMs={sinceMs} />
}

function Running({ sinceMs }: { sinceMs: number }) {
  const { t } = useLingui()
  const time = countdownText(useNow() - sinceMs)
  return (
    <span className={classes['timer']} role="timer" aria-label={t`Recording, ${time}`}>
      <span className={classes['dot']} aria-hidden />
      <span className="sl-figures">{time}</span>
    </span>
  )
}
