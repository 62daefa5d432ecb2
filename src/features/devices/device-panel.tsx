import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState, type ReactNode } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { useHoldsRole } from '../../data/person/roles.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import settings from '../../ui/page/settings.module.css'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { DeviceCameras } from './device-cameras.tsx'
import { DeviceFacts } from './device-facts.tsx'
import { DeviceRecording } from './device-recording.tsx'
import { DeviceUptime } from './device-uptime.tsx'
import { KeyMissedLine } from './key-missed-line.tsx'
import { RenameDevice } from './rename-device.tsx'
import { SecurityCodeForm } from './security-code-form.tsx'
import { UnbindDevices } from './unbind-devices.tsx'

interface DevicePanelProps {
  sn: string
  /** As it stands in the list, if it does. */
  listed: Device | undefined
  offlineReason: string | undefined
  onClose: () => void
}

/** The way to another page about the device. */
function GoLink({ children, ...way }: Pick<LinkProps, 'to' | 'search'> & { children: ReactNode }) {
  return (
    <p>
      <Link {...way} className={settings['go']}>
        {children}
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </p>
  )
}

/** All that is known of a device, beside the list, and what can be done with it. */
export function DevicePanel({ sn, listed, offlineReason, onClose }: DevicePanelProps) {
  const mayManage = useHoldsRole('administrator')
  const [asked, setAsked] = useState<'name' | 'code' | 'unbind'>()
  const { data: detail, error, refetch } = useQuery(deviceDetailQuery(sn))
  // What is pushed comes into the list.
  const device = listed ?? detail?.device
  const close = () => setAsked(undefined)
  if (device === undefined) {
    return (
      <SidePanel title={sn} onClose={onClose}>
        <NotThereYet error={error} title={<Trans>The device could not be loaded.</Trans>} onRetry={() => void refetch()} />
      </SidePanel>
    )
  }
  const mayConfigure = detail?.mayConfigure === true
  const isStation = device.devType === deviceTypes.viewingStation
  // A screen that was paired by the code on it carries out no commands; a station that was added by its security code does.
  const hasSettings = mayConfigure && (!isStation || detail.commands.length > 0)
  return (
    <SidePanel
      title={device.name}
      onClose={onClose}
      actions={
        <>
          {mayConfigure && (
            <Button variant="default" onClick={() => setAsked('name')}>
              <Trans>Rename</Trans>
            </Button>
          )}
          {hasSettings && device.status === deviceStatuses.online && (
            <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setAsked('code')}>
              <Trans>Security code</Trans>
            </OnlineButton>
          )}
          {mayManage && (
            <OnlineButton variant="default" offlineReason={offlineReason} onClick={() => setAsked('unbind')}>
              <Trans>Unbind</Trans>
            </OnlineButton>
          )}
        </>
      }
    >
      {typeof detail?.keyMissedAtMs === 'number' && <KeyMissedLine atMs={detail.keyMissedAtMs} status={device.status} />}
      <DeviceFacts device={device} hasStatus />
      {isStation && mayManage && (
        <GoLink to="/settings/stations" search={{ station: sn }}>
          <Trans>What its screens show</Trans>
        </GoLink>
      )}
      {hasSettings && (
        <GoLink to="/device/settings" search={{ device: sn }}>
          <Trans>Settings of the device</Trans>
        </GoLink>
      )}
      <DeviceCameras sn={sn} offlineReason={offlineReason} />
      <DeviceUptime sn={sn} />
      <DeviceRecording device={device} />
      {asked === 'name' && <RenameDevice sn={sn} name={device.name} onClose={close} />}
      {asked === 'code' && <SecurityCodeForm sn={sn} name={device.name} onClose={close} />}
      {asked === 'unbind' && <UnbindDevices devices={[device]} offlineReason={offlineReason} onClose={close} onDone={onClose} />}
    </SidePanel>
  )
}
