import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { OpLog } from '../../data/organization/op-logs.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import { Facts } from '../../ui/controls/facts.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { commandName, moduleName, operationName } from './log-names.ts'
import { resultText } from './log-result.ts'
import { subjectOf } from './log-subject.ts'
import classes from './logs.module.css'

/** All that is known of one operation; secrets were left out when it was written down. */
export function LogDetails({ log, onClose }: { log: OpLog; onClose: () => void }) {
  const { i18n, t } = useLingui()
  const { sn, command } = subjectOf(log.detail)
  return (
    <SidePanel title={operationName(log.function)} onClose={onClose}>
      <Facts
        facts={[
          { name: <Trans>Time</Trans>, value: dateTimeText(log.atMs, i18n.locale), isFigures: true },
          { name: <Trans>Person</Trans>, value: log.userName || '–' },
          { name: <Trans>Module</Trans>, value: moduleName(log.module) },
          { name: <Trans>Device</Trans>, value: sn && <DeviceName sn={sn} /> },
          { name: <Trans>Command</Trans>, value: command && commandName(command) },
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

/** As it is called now; by its serial number where it is no longer there. */
function DeviceName({ sn }: { sn: string }) {
  const { data } = useQuery({ ...deviceDetailQuery(sn), meta: { isQuiet: true } })
  return data === undefined ? sn : `${data.device.name} (${sn})`
}

function readable(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2)
  } catch {
    // A long one was cut off.
    return json
  }
}
