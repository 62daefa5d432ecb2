import { useQuery } from '@tanstack/react-query'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { channelsQuery } from './channels.ts'

/** Side by side no more are played. */
const MOST = 16

/** A camera, and behind it the others of its site that the person may play back; none if they may not play back this one. */
export function useCamerasBeside({ sn, chlIndex }: ChannelRef): Channel[] {
  const { data } = useQuery(channelsQuery)
  const all = (data?.channels ?? []).filter(({ rights }) => rights.includes('playback'))
  const own = all.find((channel) => channel.sn === sn && channel.chlIndex === chlIndex)
  return own === undefined ? [] : [own, ...all.filter((channel) => channel !== own && isBeside(channel, own))].slice(0, MOST)
}

function isBeside({ siteId, capability }: Channel, own: Channel): boolean {
  return siteId === own.siteId && capability.supportFun.includes(RECORDINGS_FUNCTION)
}
