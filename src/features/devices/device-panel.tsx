import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useState } from 'react'
import type { Device } from '#contract/calls/device/device.ts'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { ForRoles } from '../../data/person/for-roles.tsx'
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

/** The way to the settings, for whoever may change them. */
function SettingsLink({ sn }: { sn: string }) {
  const { data } = useQuery(deviceDetailQuery(sn))
  if (data?.mayConfigure !== true) return null
  return (
    <p>
      <Link to="/device/settings" search={{ device: sn }} className={settings['go']}>
        <Trans>Settings of the device</Trans>
        <IconChevronRight size={16} stroke={1.5} aria-hidden />
      </Link>
    </p>
  )
}

/** The way to what a viewing station shows, for those who say what that is. */
function StationLink({ sn }: { sn: string }) {
  return (
    <ForRoles roles={['administrator']}>
      <p>
        <Link to="/settings/stations" search={{ station: sn }} className={settings['go']}>
          <Trans>What its screens show</Trans>
          <IconChevronRight size={16} stroke={1.5} aria-hidden />
        </Link>
      </p>
    </ForRoles>
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
  const mayChangeCode = mayConfigure && device.status === deviceStatuses.online
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
          {mayChangeCode && (
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
      {device.devType === deviceTypes.viewingStation && <StationLink sn={sn} />}
      <SettingsLink sn={sn} />
      <DeviceCameras sn={sn} offlineReason={offlineReason} />
      <DeviceUptime sn={sn} />
      <DeviceRecording device={device} />
      {asked === 'name' && <RenameDevice sn={sn} name={device.name} onClose={close} />}
      {asked === 'code' && <SecurityCodeForm sn={sn} name={device.name} onClose={close} />}
      {asked === 'unbind' && <UnbindDevices devices={[device]} offlineReason={offlineReason} onClose={close} onDone={onClose} />}
    </SidePanel>
  )
}
