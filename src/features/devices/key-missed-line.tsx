import { Trans, useLingui } from '@lingui/react/macro'
import { deviceStatuses, type DeviceStatus } from '#contract/enums.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import classes from './settings/settings.module.css'

/** Somebody said that they were this device, and was not let in: the device itself, perhaps after a reset, or another that has its code. The one that is online may be either. */
export function KeyMissedLine({ atMs, status }: { atMs: number; status: DeviceStatus }) {
  const { i18n } = useLingui()
  return (
    <div className={classes['trial']} data-state="lost" role="status">
      {status === deviceStatuses.online ? (
        <>
          <strong>
            <Trans>Another device tried to connect with this device’s security code and was refused.</Trans>
          </strong>
          <span>
            <Trans>
              Whoever had the device before may know its code. If pictures are missing or look strange, unbind the device here and add it
              again.
            </Trans>
          </span>
        </>
      ) : (
        <>
          <strong>
            <Trans>
              A device tried to connect with this security code but without the key it was given when it was added. It was refused.
            </Trans>
          </strong>
          <span>
            <Trans>
              If the device was reset, or has a new disk, unbind it here and add it again. If not, somebody else knows its code.
            </Trans>
          </span>
        </>
      )}
      <span className="sl-figures">{dateTimeText(atMs, i18n.locale)}</span>
    </div>
  )
}
