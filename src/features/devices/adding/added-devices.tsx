import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import { useEffect, useRef, useState } from 'react'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Device } from '#contract/calls/device/device.ts'
import { channelsQuery } from '../../../data/places/channels.ts'
import { channelKey } from '#shared/channel-key.ts'
import { cameraInAddress } from '../../../lib/playback-address.ts'
import { Button } from '../../../ui/controls/button.tsx'
import forms from '../../../ui/form/form.module.css'
import { CameraNow } from './camera-now.tsx'
import classes from './adding.module.css'

interface AddedDevicesProps {
  devices: readonly Device[]
  onMore: () => void
  onClose: () => void
}

/** What was added: its cameras, one of them live, and the way to the wall. */
export function AddedDevices({ devices, onMore, onClose }: AddedDevicesProps) {
  const { name, siteName } = devices[0] ?? { name: '', siteName: '' }
  const said = useRef<HTMLParagraphElement>(null)
  // The form that had the focus is gone.
  useEffect(() => said.current?.focus(), [])
  const router = useRouter()
  const { data } = useQuery(channelsQuery)
  const sns = new Set(devices.map(({ sn }) => sn))
  const channels = data?.channels.filter(({ sn }) => sns.has(sn)) ?? []
  const [chosen, setChosen] = useState('')
  const shown = channels.find(({ sn, chlIndex }) => channelKey(sn, chlIndex) === chosen) ?? channels[0]
  return (
    <div className={classes['added']}>
      <p ref={said} role="status" tabIndex={-1}>
        {devices.length === 1 ? (
          <Trans>
            “{name}” is at the site {siteName}.
          </Trans>
        ) : (
          <Plural value={devices.length} one="# device is added." other="# devices are added." />
        )}{' '}
        {channels.length > 0 && <Plural value={channels.length} one="It brings # camera." other="They bring # cameras." />}
      </p>
      {shown && <CameraNow key={channelKey(shown.sn, shown.chlIndex)} channel={shown} />}
      {channels.length > 1 && <Cameras channels={channels} shown={shown} onChoose={setChosen} />}
      <div className={forms['buttons']}>
        <Button variant="default" onClick={onMore}>
          <Trans>Add another</Trans>
        </Button>
        <Button variant="default" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
        {shown && (
          <Button
            leftSection={<IconDeviceCctv size={16} stroke={1.5} aria-hidden />}
            onClick={() => {
              onClose()
              void router.navigate({ to: '/live', search: { camera: cameraInAddress(shown) } })
            }}
          >
            <Trans>Go to live</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

function Cameras({
  channels,
  shown,
  onChoose,
}: {
  channels: readonly Channel[]
  shown: Channel | undefined
  onChoose: (key: string) => void
}) {
  const { t } = useLingui()
  return (
    <ul className={classes['cameras']} aria-label={t`Cameras`}>
      {channels.map((channel) => (
        <li key={channelKey(channel.sn, channel.chlIndex)}>
          <button type="button" aria-pressed={channel === shown} onClick={() => onChoose(channelKey(channel.sn, channel.chlIndex))}>
            {channel.channelName}
          </button>
        </li>
      ))}
    </ul>
  )
}
