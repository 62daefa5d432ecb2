import { Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { channelKey } from '#shared/channel-key.ts'
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
  const permitted = new Set(
    data?.channels.filter(({ rights }) => rights.includes('playback')).map(({ sn, chlIndex }) => channelKey(sn, chlIndex)),
  )
  const cameras = shown.filter(({ sn, chlIndex }) => permitted.has(channelKey(sn, chlIndex))).slice(0, MOST_CAMERAS)
  const count = cameras.length
  if (count === 0) return null
  return (
    <Button variant="default" onClick={() => onChoose(cameras)}>
      <Plural value={count} one="Use the camera on the live wall" other="Use the # cameras on the live wall" />
    </Button>
  )
}
