import { Trans, useLingui } from '@lingui/react/macro'
import type { OpLog } from '../../data/organization/op-logs.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'
import classes from './logs.module.css'

/** All that is known of one operation; secrets were left out when it was written down. */
export function LogDetails({ log, onClose }: { log: OpLog; onClose: () => void }) {
  const { i18n, t } = useLingui()
  return (
    <SidePanel title={operationName(log.function)} onClose={onClose}>
      <Facts
        facts={[
          { name: <Trans>Time</Trans>, value: dateTimeText(log.atMs, i18n.locale), isFigures: true },
          { name: <Trans>Person</Trans>, value: log.userName || '–' },
          { name: <Trans>Module</Trans>, value: moduleName(log.module) },
          { name: <Trans>Address</Trans>, value: log.address, isFigures: true },
          { name: <Trans>Result</Trans>, value: `${resultText(log.code)} (${log.code})` },
        ]}
      />
      <pre className={classes['detail']} role="region" tabIndex={0} aria-label={t`What was asked for`}>
        {readable(log.detail)}
      </pre>
    </SidePanel>
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
