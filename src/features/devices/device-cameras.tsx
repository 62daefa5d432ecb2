import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { channelStatuses } from '#contract/enums.ts'
import { CallError } from '../../data/core/call-error.ts'
import { setChannelsOpen } from '../../data/places/device-changes.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import { queryClient } from '../../data/query/query-client.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import tables from '../../ui/controls/table/table.module.css'
import { Question } from '../../ui/form/question.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { RecentPicture } from './recent-picture.tsx'
import { WhatClosingDoes } from './what-closing-does.tsx'
import classes from './devices.module.css'

/** The cameras of a device, each with its picture of the last minute; opened by whoever may, and closed after a question. */
export function DeviceCameras({ sn, offlineReason }: { sn: string; offlineReason: string | undefined }) {
  const { data } = useQuery(deviceDetailQuery(sn))
  if (data === undefined || data.channels.length === 0) return null
  return (
    <section className={classes['part']}>
      <h3>
        <Trans>Cameras</Trans>
      </h3>
      <ul className={classes['cameras']}>
        {data.channels.map((channel) => (
          <Camera key={channel.chlIndex} channel={channel} mayOpen={data.mayConfigure} offlineReason={offlineReason} />
        ))}
      </ul>
    </section>
  )
}

function Camera({ channel, mayOpen, offlineReason }: { channel: ChannelDetail; mayOpen: boolean; offlineReason: string | undefined }) {
  const { t } = useLingui()
  const [isBusy, setBusy] = useState(false)
  const [isAsked, setAsked] = useState(false)
  const { sn, chlIndex, channelName, isOpen, status } = channel
  const isOnline = status === channelStatuses.online
  async function change() {
    await setChannelsOpen([{ sn, chlIndex }], !isOpen)
    await queryClient.invalidateQueries({ queryKey: deviceDetailQuery(sn).queryKey })
  }
  async function open() {
    setBusy(true)
    try {
      await change()
    } catch (fault) {
      if (!(fault instanceof CallError)) throw fault
      say('error', errorText(fault))
    } finally {
      setBusy(false)
    }
  }
  return (
    <li>
      <RecentPicture channel={channel} isWanted={isOpen && isOnline && channel.rights.includes('live')} />
      <span>
        {isOpen ? (
          <StatusDot status={isOnline ? 'online' : 'offline'} word={isOnline ? t`Online` : t`Offline`} />
        ) : (
          <StatusDot status="unknown" word={t`Closed`} hideWord />
        )}{' '}
        {channelName}{' '}
        {!isOpen && (
          <span className={tables['dim']}>
            <Trans>Closed</Trans>
          </span>
        )}
      </span>
      {mayOpen && (
        <OnlineButton
          variant="default"
          size="compact-sm"
          loading={isBusy}
          offlineReason={offlineReason}
          aria-label={isOpen ? t`Close camera “${channelName}”` : t`Open camera “${channelName}”`}
          onClick={() => (isOpen ? setAsked(true) : void open())}
        >
          {isOpen ? <Trans>Close</Trans> : <Trans>Open</Trans>}
        </OnlineButton>
      )}
      {isAsked && (
        <Question
          title={<Trans>Close camera “{channelName}”?</Trans>}
          answer={<Trans>Close camera</Trans>}
          offlineReason={offlineReason}
          onAnswer={async () => {
            await change()
            setAsked(false)
          }}
          onClose={() => setAsked(false)}
        >
          <WhatClosingDoes />
        </Question>
      )}
    </li>
  )
}
