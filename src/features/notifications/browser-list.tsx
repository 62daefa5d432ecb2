import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { NoticeDevice } from '#contract/calls/notification/notice-device.ts'
import { tryDevice, unsubscribe } from '../../data/notices/told-browsers.ts'
import { noticeDevicesQuery } from '../../data/notices/web-push.ts'
import { Button } from '../../ui/controls/button.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { SettingsRow, SettingsRows, SettingsSection } from '../../ui/page/settings.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { useTryTexts } from './use-try-texts.tsx'

/** The browsers by which the person is told of alarms while the app is closed. */
export function BrowserList() {
  const { t } = useLingui()
  const { data, isError, refetch } = useQuery(noticeDevicesQuery)
  return (
    <SettingsSection
      title={<Trans>Your browsers</Trans>}
      intro={<Trans>These are told of alarms while the app is closed. Remove those that you do not use any more.</Trans>}
    >
      {data?.devices.length === 0 && (
        <p role="status">
          <Trans>None yet. Turn on “With the app closed” in each browser and on each telephone that is to be told.</Trans>
        </p>
      )}
      {data === undefined && isError && (
        <p role="alert">
          <Trans>The list cannot be had now.</Trans>{' '}
          <Button variant="default" onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </p>
      )}
      {data !== undefined && data.devices.length > 0 && (
        <SettingsRows label={t`Your browsers`}>
          {data.devices.map((device) => (
            <BrowserRow key={device.noticeDeviceId} device={device} />
          ))}
        </SettingsRows>
      )}
    </SettingsSection>
  )
}

function BrowserRow({ device: { noticeDeviceId, browser, isThis, lastReachedAtMs, createdAtMs } }: { device: NoticeDevice }) {
  const { t, i18n } = useLingui()
  const action = useAction()
  const [told, setTold] = useState<ReactNode>()
  const textOf = useTryTexts()
  const time = dateTimeText(lastReachedAtMs ?? createdAtMs, i18n.locale)
  const name = isThis ? t`${browser} (this one)` : browser
  return (
    <SettingsRow
      name={name}
      text={
        <>
          {lastReachedAtMs === null ? <Trans>Since {time}, not reached yet.</Trans> : <Trans>Reached last on {time}.</Trans>}
          <span role="status" style={{ display: 'block' }}>
            {action.trouble ?? told}
          </span>
        </>
      }
    >
      <Button
        variant="default"
        loading={action.isBusy}
        aria-label={t`Try ${name}`}
        onClick={() => void action.run(async () => setTold(textOf(await tryDevice(noticeDeviceId, isThis), isThis)))}
      >
        <Trans>Try it</Trans>
      </Button>
      <Button
        variant="default"
        disabled={action.isBusy}
        aria-label={t`Remove ${name}`}
        onClick={() => void action.run(() => unsubscribe(noticeDeviceId, isThis))}
      >
        <Trans>Remove</Trans>
      </Button>
    </SettingsRow>
  )
}
