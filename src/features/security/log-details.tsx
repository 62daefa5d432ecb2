import { Trans, useLingui } from '@lingui/react/macro'
import type { OpLog } from '../../data/organization/op-logs.ts'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'
import classes from './logs.module.css'

/** All that is known of one operation; secrets were left out when it was written down. */
export function LogDetails({ log, onClose }: { log: OpLog; onClose: () => void }) {
  const { i18n, t } = useLingui()
  return (
    <Dialog title={operationName(log.function)} onClose={onClose}>
      <dl className={classes['facts']}>
        <dt>
          <Trans>Time</Trans>
        </dt>
        <dd className="sl-figures">{dateTimeText(log.atMs, i18n.locale)}</dd>
        <dt>
          <Trans>Person</Trans>
        </dt>
        <dd>{log.userName || '–'}</dd>
        <dt>
          <Trans>Module</Trans>
        </dt>
        <dd>{moduleName(log.module)}</dd>
        <dt>
          <Trans>Address</Trans>
        </dt>
        <dd className="sl-figures">{log.address}</dd>
        <dt>
          <Trans>Result</Trans>
        </dt>
        <dd>
          {resultText(log.code)} ({log.code})
        </dd>
      </dl>
      <pre className={classes['detail']} tabIndex={0} aria-label={t`What was asked for`}>
        {readable(log.detail)}
      </pre>
    </Dialog>
  )
}

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // A long one was cut off.
    return json
  }
}
