import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StationWords } from '../../data/station/station-link.ts'
import classes from './kiosk.module.css'

const words: Record<StationWords, { title: ReactNode; step: ReactNode }> = {
  network: { title: <Trans>No network</Trans>, step: <Trans>This screen is not connected. Look at its cable or its Wi-Fi.</Trans> },
  service: { title: <Trans>Service not reached</Trans>, step: <Trans>This screen has a network, but the service does not answer.</Trans> },
  failing: {
    title: <Trans>Service fails</Trans>,
    step: <Trans>The service answers, but not as it should. It is asked again and again.</Trans>,
  },
  clock: { title: <Trans>Clock is wrong</Trans>, step: <Trans>Set the time of the machine behind this screen.</Trans> },
  crowded: {
    title: <Trans>Too many connections</Trans>,
    step: <Trans>They come from the network of this screen, which therefore learns of changes and alarms some seconds late.</Trans>,
  },
}

/** What keeps the screen from the service, in large words; each trouble has its own. */
export function TroubleWords({ trouble }: { trouble: StationWords }) {
  const { title, step } = words[trouble]
  return (
    <div className={classes['trouble']} role="alert" data-trouble={trouble}>
      <strong>{title}</strong>
      <span>{step}</span>
    </div>
  )
}
