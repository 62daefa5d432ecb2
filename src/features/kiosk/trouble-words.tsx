import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { StationTrouble } from '../../data/station/station-link.ts'
import classes from './kiosk.module.css'

const words: Record<StationTrouble, { title: ReactNode; step: ReactNode }> = {
  network: { title: <Trans>No network</Trans>, step: <Trans>This screen is not connected. Look at its cable or its Wi-Fi.</Trans> },
  service: { title: <Trans>Service not reached</Trans>, step: <Trans>This screen has a network, but the service does not answer.</Trans> },
  failing: {
    title: <Trans>Service fails</Trans>,
    step: <Trans>The service answers, but not as it should. It is asked again and again.</Trans>,
  },
  clock: { title: <Trans>Clock is wrong</Trans>, step: <Trans>Set the time of the machine behind this screen.</Trans> },
}

/** What keeps the screen from the service, in large words; each trouble has its own. */
export function TroubleWords({ trouble }: { trouble: StationTrouble }) {
  const { title, step } = words[trouble]
  return (
    <div className={classes['trouble']} role="alert" data-trouble={trouble}>
      <strong>{title}</strong>
      <span>{step}</span>
    </div>
  )
}
