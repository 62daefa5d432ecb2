import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { channelClose } from '#contract/calls/device/channel-close.ts'
import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import { channelOpen } from '#contract/calls/device/channel-open.ts'
import { channelPage } from '#contract/calls/device/channel-page.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'

export const CHANNELS_ON_PAGE = 50

/** A page of the channels that hold a licence, or of those that hold none, by site and device. `pageNum` from 1. */
export function licenceChannelsQuery(only: { isOpen: boolean; pageNum: number; search: string }) {
  const { search, ...rest } = only
  const input = { ...rest, pageSize: CHANNELS_ON_PAGE, ...(search !== '' && { search }) }
  return queryOptions({ queryKey: ['channels', 'licence', input], queryFn: ask(channelPage, input), placeholderData: keepPreviousData })
}

/** Gives these channels a licence, or takes theirs back, all or none. Throws `CallError`. */
export async function setLicensed(channels: readonly Pick<ChannelDetail, 'sn' | 'chlIndex'>[], isLicensed: boolean): Promise<void> {
  const named = channels.map(({ sn, chlIndex }) => ({ sn, chlIndex }))
  await callCore(isLicensed ? channelOpen : channelClose, { channels: named }, { quiet: true })
  refreshAssets()
}
