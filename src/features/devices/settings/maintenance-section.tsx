import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { deviceStatuses } from '#contract/enums.ts'
import { fileNameOf } from '#contract/rules.ts'
import { coreState } from '../../../data/core/core.ts'
import { deviceLog, deviceLogsQuery, runCommand } from '../../../data/places/device-settings.ts'
import { queryClient } from '../../../data/query/query-client.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { Question } from '../../../ui/form/question.tsx'
import { TroubleLine } from '../../../ui/form/trouble.tsx'
import { useAction } from '../../../ui/form/use-action.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../../ui/page/settings.tsx'
import { bytesText } from '../../../ui/text/bytes-text.ts'
import { dateTimeText } from '../../../ui/text/time-text.ts'
import type { SectionProps } from './sections.ts'

type Asked = 'reboot' | 'upgrade'

/** Restart, new firmware, and the log of a device. */
export function MaintenanceSection({ detail: { device, commands, activity } }: SectionProps) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<Asked>()
  const { isBusy, trouble, run } = useAction()
  const { isServiceReachable } = useSnapshot(coreState)
  const offlineReason = isServiceReachable
    ? device.status === deviceStatuses.online
      ? undefined
      : t`The device is offline.`
    : t`Only with the service. It cannot be reached now.`
  const isOccupied = activity.activity !== 'idle'
  const { sn, name, version } = device
  const button = { variant: 'default', offlineReason, disabled: isOccupied } as const
  return (
    <>
      <SettingsSection title={<Trans>Device</Trans>}>
        <SettingsRows label={t`Device`}>
          {commands.includes('reboot') && (
            <SettingsRow name={<Trans>Restart</Trans>} text={<Trans>It is away for about a minute.</Trans>}>
              <OnlineButton {...button} onClick={() => setAsked('reboot')}>
                <Trans>Restart…</Trans>
              </OnlineButton>
            </SettingsRow>
          )}
          {commands.includes('upgrade') ? (
            <SettingsRow name={<Trans>Firmware</Trans>} text={<Trans>Version {version}</Trans>}>
              <OnlineButton {...button} onClick={() => setAsked('upgrade')}>
                <Trans>Install the newest…</Trans>
              </OnlineButton>
            </SettingsRow>
          ) : (
            <SettingsRow
              name={<Trans>Firmware</Trans>}
              text={<Trans>Version {version}. This device takes no new firmware from here; its own page may offer it.</Trans>}
            />
          )}
          {commands.includes('log-collect') ? (
            <SettingsRow
              name={<Trans>Log</Trans>}
              text={<Trans>What the device wrote down of itself: for whoever looks for a fault.</Trans>}
            >
              <OnlineButton {...button} loading={isBusy} onClick={() => void run(() => runCommand(sn, { name: 'log-collect' }))}>
                <Trans>Collect</Trans>
              </OnlineButton>
            </SettingsRow>
          ) : (
            <SettingsRow name={<Trans>Log</Trans>} text={<Trans>This device does not hand out its log.</Trans>} />
          )}
        </SettingsRows>
        <TroubleLine text={trouble} />
      </SettingsSection>
      {commands.includes('log-collect') && <Logs sn={sn} isOccupied={isOccupied} />}
      {asked && (
        <Question
          title={asked === 'reboot' ? <Trans>Restart “{name}”?</Trans> : <Trans>Install the newest firmware on “{name}”?</Trans>}
          answer={asked === 'reboot' ? <Trans>Restart</Trans> : <Trans>Install</Trans>}
          isDanger
          offlineReason={offlineReason}
          onAnswer={async () => {
            await runCommand(sn, { name: asked })
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        >
          <p>
            <Trans>Its cameras cannot be watched and nothing is recorded until it is back.</Trans>
          </p>
        </Question>
      )}
    </>
  )
}

function Logs({ sn, isOccupied }: { sn: string; isOccupied: boolean }) {
  const { t, i18n } = useLingui()
  const { data } = useQuery(deviceLogsQuery(sn))
  const { trouble, run } = useAction()
  // One that was just collected is there when the device is done with it.
  useEffect(() => {
    if (!isOccupied) void queryClient.invalidateQueries({ queryKey: deviceLogsQuery(sn).queryKey })
  }, [isOccupied, sn])
  if (data === undefined || data.logs.length === 0) return null
  return (
    <SettingsSection title={<Trans>Collected logs</Trans>} intro={<Trans>The last ten are kept.</Trans>}>
      <SettingsRows label={t`Collected logs`}>
        {data.logs.map(({ logId, fileName, sizeBytes, createdAtMs }) => (
          <SettingsRow
            key={logId}
            name={<span className="sl-figures">{dateTimeText(createdAtMs, i18n.locale)}</span>}
            text={bytesText(sizeBytes, i18n.locale)}
          >
            <Button variant="default" aria-label={t`Download ${fileName}`} onClick={() => void run(() => save(logId))}>
              <Trans>Download</Trans>
            </Button>
          </SettingsRow>
        ))}
      </SettingsRows>
      <TroubleLine text={trouble} />
    </SettingsSection>
  )
}

async function save(logId: string): Promise<void> {
  const { fileName, text } = await deviceLog(logId)
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileNameOf(fileName)
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
