import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { channelStatuses } from '#contract/enums.ts'
import { CallError } from '../../data/core/call-error.ts'
import { setChannelsOpen } from '../../data/places/device-changes.ts'
import { deviceDetailQuery } from '../../data/places/device-settings.ts'
import { takePicture } from '../../data/media/take-picture.ts'
import { queryClient } from '../../data/query/query-client.ts'
import { useLastPicture } from '../../data/records/use-last-picture.ts'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { say } from '../../ui/notice/toast-store.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { agoText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import classes from './devices.module.css'

/** Pictures that are older are taken anew. */
const AGAIN_MS = 60_000

/** The cameras of a device, each with its picture of the last minute; opened and closed by whoever may. */
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
  const { sn, chlIndex, channelName, isOpen, status } = channel
  const isOnline = status === channelStatuses.online
  async function change() {
    setBusy(true)
    try {
      await setChannelsOpen([{ sn, chlIndex }], !isOpen)
      await queryClient.invalidateQueries({ queryKey: deviceDetailQuery(sn).queryKey })
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
        <StatusDot status={isOnline ? 'online' : 'offline'} word={isOnline ? t`Online` : t`Offline`} /> {channelName}
      </span>
      {mayOpen && (
        <OnlineButton
          variant="default"
          size="compact-sm"
          loading={isBusy}
          offlineReason={offlineReason}
          aria-label={isOpen ? t`Close “${channelName}”` : t`Open “${channelName}”`}
          onClick={() => void change()}
        >
          {isOpen ? <Trans>Close</Trans> : <Trans>Open</Trans>}
        </OnlineButton>
      )}
    </li>
  )
}

/** The last picture that this machine has of a camera, renewed while somebody looks. */
function RecentPicture({ channel, isWanted }: { channel: ChannelDetail; isWanted: boolean }) {
  const { t, i18n } = useLingui()
  const now = useNow(AGAIN_MS / 4)
  const { sn, chlIndex, channelName } = channel
  const picture = useLastPicture(channel, true)
  const take = useEffectEvent((signal: AbortSignal) => takePicture({ sn, chlIndex, streams: channel.capability.streams }, signal))
  useEffect(() => {
    if (!isWanted) return
    const over = new AbortController()
    const renew = () => {
      // Nobody sees it in a tab that is hidden.
      if (!document.hidden) void take(over.signal)
    }
    renew()
    const timer = setInterval(renew, AGAIN_MS)
    return () => {
      clearInterval(timer)
      over.abort()
    }
  }, [isWanted, sn, chlIndex])
  if (picture === undefined) return <span className={classes['picture']} data-empty />
  const age = agoText(Math.max(0, now - picture.takenAtMs), i18n.locale)
  return (
    <span className={classes['picture']} data-age-ms={now - picture.takenAtMs}>
      <img src={picture.url} alt={t`${channelName}, ${age}`} />
      {now - picture.takenAtMs > AGAIN_MS * 2 && <span className="sl-figures">{age}</span>}
    </span>
  )
}
