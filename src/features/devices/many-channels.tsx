import { Plural, Trans } from '@lingui/react/macro'
import type { Device } from '#contract/calls/device/device.ts'
import { setChannelsOpen } from '../../data/places/device-changes.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import { queryClient } from '../../data/query/query-client.ts'
import forms from '../../ui/form/form.module.css'
import { Question } from '../../ui/form/question.tsx'
import { LicenceRoom } from './adding/licence-room.tsx'
import { oneByOne } from './one-by-one.ts'
import { useSayDone } from './use-say-done.ts'
import { WhatClosingDoes } from './what-closing-does.tsx'

interface ManyChannelsProps {
  devices: readonly Device[]
  isOpen: boolean
  offlineReason: string | undefined
  onClose: () => void
}

/** Opens or closes all cameras of devices. */
export function ManyChannels({ devices, isOpen, offlineReason, onClose }: ManyChannelsProps) {
  const sayDone = useSayDone()
  const cameras = devices.reduce((sum, { channelTotal }) => sum + channelTotal, 0)
  return (
    <Question
      title={
        isOpen ? (
          <Plural value={cameras} one="Open # camera" other="Open # cameras" />
        ) : (
          <Plural value={cameras} one="Close # camera" other="Close # cameras" />
        )
      }
      answer={isOpen ? <Trans>Open</Trans> : <Trans>Close them</Trans>}
      offlineReason={offlineReason}
      onAnswer={async () => {
        const done = await oneByOne(devices, async ({ sn }) => {
          const { channels } = await queryClient.fetchQuery({ ...deviceDetailQuery(sn), staleTime: 0 })
          const other = channels.filter((channel) => channel.isOpen !== isOpen)
          if (other.length > 0)
            await setChannelsOpen(
              other.map(({ chlIndex }) => ({ sn, chlIndex })),
              isOpen,
            )
        })
        sayDone(done)
        onClose()
      }}
      onClose={onClose}
    >
      {isOpen ? (
        <p className={forms['text']}>
          <Trans>Open cameras are shown, and each takes a place of the licence.</Trans>
        </p>
      ) : (
        <WhatClosingDoes />
      )}
      <LicenceRoom />
    </Question>
  )
}
