import { Trans, useLingui } from '@lingui/react/macro'
import type { NetworkTrial } from '#contract/calls/device/network-trial.ts'
import { serviceNowMs } from '../../../data/core/core.ts'
import { countdownText, dateTimeText } from '../../../ui/text/time-text.ts'
import { useNow } from '../../../ui/text/use-now.ts'
import classes from './settings.module.css'

/** What becomes of new addresses that the device tries, and what became of the last ones. */
export function NetworkTrialLine({ trial }: { trial: NetworkTrial }) {
  const { i18n } = useLingui()
  const { state, wanted, before, endedMs } = trial
  const when = endedMs === null ? '' : dateTimeText(endedMs, i18n.locale)
  return (
    <div className={classes['trial']} data-state={state} role="status">
      {state === 'trying' && (
        <>
          <strong>
            <Trans>The device tries its new addresses.</Trans>
          </strong>
          <span>
            {wanted.isDhcp ? (
              <Trans>It is being looked for under the address that the network gives it.</Trans>
            ) : (
              <Trans>It is being looked for under {wanted.ip}.</Trans>
            )}{' '}
            <TimeLeft untilMs={trial.untilMs} />
          </span>
        </>
      )}
      {state === 'kept' && (
        <>
          <strong>
            {wanted.isDhcp ? (
              <Trans>The device came back with the address that the network gave it, and keeps it.</Trans>
            ) : (
              <Trans>The device came back under {wanted.ip}, and keeps its new addresses.</Trans>
            )}
          </strong>
          <span className="sl-figures">{when}</span>
        </>
      )}
      {state === 'taken-back' && (
        <>
          <strong>
            <Trans>The device did not come back with the new addresses; it has its old ones again.</Trans>
          </strong>
          <span>
            {wanted.isDhcp ? (
              <Trans>Tried: DHCP. Kept: {before.ip}.</Trans>
            ) : (
              <Trans>
                Tried: {wanted.ip} with the gateway {wanted.gateway}. Kept: {before.ip}.
              </Trans>
            )}{' '}
            <span className="sl-figures">{when}</span>
          </span>
        </>
      )}
      {state === 'lost' && (
        <>
          <strong>
            <Trans>The device has come back neither with its new addresses nor with its old ones.</Trans>
          </strong>
          <span>
            <Trans>Look whether it has power, and whether its cable is in. What it does is shown here as soon as it is back.</Trans>
          </span>
        </>
      )}
    </div>
  )
}

/** Not read out each second: the sentence before it says what matters. */
function TimeLeft({ untilMs }: { untilMs: number }) {
  useNow()
  const leftMs = untilMs - serviceNowMs()
  if (leftMs <= 0) return <Trans>Its time is up: it takes its old addresses back.</Trans>
  return (
    <span aria-live="off" className="sl-figures">
      <Trans>If it is not reached, it takes its old ones back in {countdownText(leftMs)}.</Trans>
    </span>
  )
}
