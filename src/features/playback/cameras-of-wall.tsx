import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { askCore } from '../../data/core/core.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { MOST_CAMERAS } from '../../lib/playback-address.ts'
import { Button } from '../../ui/controls/button.tsx'

/** Looks back with what the live wall shows, as far as the person may; nothing while the wall is empty. */
export function CamerasOfWall({ onChoose }: { onChoose: (cameras: ChannelRef[]) => void }) {
  const [shown, setShown] = useState<readonly ChannelRef[]>([])
  const { data } = useQuery(channelsQuery)
  useEffect(() => {
    let isGone = false
    askCore('getWall')
      .then((wall) => !isGone && setShown(wall?.playChlList ?? []))
      // Nothing is offered then.
      .catch(() => undefined)
    return () => {
      isGone = true
    }
  }, [])
  const isOnWall = ({ sn, chlIndex }: ChannelRef) => shown.some((one) => one.sn === sn && one.chlIndex === chlIndex)
  const cameras = (data?.channels ?? [])
    .filter((channel) => channel.rights.includes('playback') && isOnWall(channel))
    .slice(0, MOST_CAMERAS)
  const count = cameras.length
  if (count === 0) return null
  return (
    <Button variant="default" onClick={() => onChoose(cameras)}>
      <Plural value={count} one="Take the camera of the live wall" other="Take the # cameras of the live wall" />
    </Button>
  )
}
