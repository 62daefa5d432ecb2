import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { DAY_MS } from '#shared/time/day.ts'
import { clockText, dateTimeText } from '../text/time-text.ts'
import { useNow } from '../text/use-now.ts'
import classes from './as-of.module.css'

/** Stamps what is shown with the time it was true, when it is a kept answer; nothing when it is fresh. */
export function AsOf({ timeMs }: { timeMs: number | undefined }) {
  const { i18n } = useLingui()
  const now = useNow(60_000)
  const [isPointed, setPointed] = useState(false)
  if (timeMs === undefined) return null
  const whole = () => dateTimeText(timeMs, i18n.locale)
  const time = now - timeMs < DAY_MS ? clockText(timeMs) : whole()
  return (
    <time
      className={classes['stamp']}
      dateTime={new Date(timeMs).toISOString()}
      // Only for a pointer: dates are slow to write the first time, and this stands on the page that a start waits for.
      title={isPointed ? whole() : undefined}
      onPointerEnter={() => setPointed(true)}
    >
      <Trans>As of {time}</Trans>
    </time>
  )
}
