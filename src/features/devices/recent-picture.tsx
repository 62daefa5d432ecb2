import { useLingui } from '@lingui/react/macro'
import { useEffect, useEffectEvent } from 'react'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { takePicture } from '../../data/media/take-picture.ts'
import { useLastPicture } from '../../data/records/use-last-picture.ts'
import { agoText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import classes from './devices.module.css'

/** Pictures that are older are taken anew. */
const AGAIN_MS = 60_000
/** The next try for a first picture comes so long after one that brought none: over a slow line it may just have been late. */
const SOON_MS = 10_000

interface RecentPictureProps {
  channel: ChannelDetail
  /** It is taken anew while it is shown. */
  isWanted: boolean
  className?: string | undefined
}

/** The last picture that this machine has of a camera, renewed while somebody looks. */
export function RecentPicture({ channel, isWanted, className = classes['picture'] }: RecentPictureProps) {
  const { t, i18n } = useLingui()
  const now = useNow(AGAIN_MS / 4)
  const { sn, chlIndex, channelName } = channel
  const picture = useLastPicture(channel, true)
  const take = useEffectEvent((signal: AbortSignal) => takePicture({ sn, chlIndex, streams: channel.capability.streams }, signal))
  const pauseMs = useEffectEvent(() => (picture === undefined ? SOON_MS : AGAIN_MS))
  useEffect(() => {
    if (!isWanted) return
    const over = new AbortController()
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = async () => {
      // Nobody sees it in a tab that is hidden.
      if (!document.hidden) await take(over.signal)
      if (!over.signal.aborted) timer = setTimeout(() => void renew(), pauseMs())
    }
    void renew()
    return () => {
      clearTimeout(timer)
      over.abort()
    }
  }, [isWanted, sn, chlIndex])
  if (picture === undefined) return <span className={className} data-empty />
  const age = agoText(Math.max(0, now - picture.takenAtMs), i18n.locale)
  return (
    <span className={className} data-age-ms={now - picture.takenAtMs}>
      <img src={picture.url} alt={t`${channelName}, ${age}`} />
      {now - picture.takenAtMs > AGAIN_MS * 2 && <span className="sl-figures">{age}</span>}
    </span>
  )
}
