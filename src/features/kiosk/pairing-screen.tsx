import { Trans, useLingui } from '@lingui/react/macro'
import { useSnapshot } from 'valtio'
import { stationState } from '../../data/station/station-link.ts'
import { basepath } from '../../lib/path-within.ts'
import { QrPicture } from '../../ui/page/qr-picture.tsx'
import { TroubleWords } from './trouble-words.tsx'
import classes from './kiosk.module.css'

/** The address that an administrator opens on a telephone: it holds the code. */
function addressOf(pairingCode: string): string {
  return `${location.origin}${basepath}/settings/stations?code=${pairingCode}`
}

/** A screen that belongs to nobody, in words that one reads from five metres. */
export function PairingScreen() {
  const { t } = useLingui()
  const { stage, pairingCode, isRevoked, trouble } = useSnapshot(stationState)
  return (
    <div className={classes['pairing']}>
      {isRevoked && (
        <p className={classes['revoked']} role="alert">
          <Trans>The office has taken this screen out of service.</Trans>
        </p>
      )}
      {trouble !== undefined && <TroubleWords trouble={trouble} />}
      {stage === 'pairing' && pairingCode !== undefined && trouble === undefined && (
        <div className={classes['offer']}>
          <div>
            <h1>
              <Trans>New screen</Trans>
            </h1>
            <p className={classes['code']} data-code>
              {pairingCode}
            </p>
            <p>
              <Trans>An administrator opens “Viewing stations” in the settings and enters this code.</Trans>
            </p>
            <p className={classes['elsewhere']}>
              <a href={`${basepath}/`} target="_top">
                <Trans>This is no viewing station: sign in</Trans>
              </a>
            </p>
          </div>
          <QrPicture text={addressOf(pairingCode)} label={t`QR code that opens the settings with this code`} />
        </div>
      )}
      {(stage === 'starting' || (stage === 'paired' && trouble === undefined)) && (
        <p className={classes['moment']} role="status">
          <Trans>One moment…</Trans>
        </p>
      )}
    </div>
  )
}
