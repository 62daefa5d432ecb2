import { queryOptions, type InfiniteData } from '@tanstack/react-query'
import { channelClose } from '#contract/calls/device/channel-close.ts'
import { channelOpen } from '#contract/calls/device/channel-open.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceHistory } from '#contract/calls/device/device-history.ts'
import type { deviceList } from '#contract/calls/device/device-list.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import type { Device } from '#contract/calls/device/device.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore, changeCore } from '../core/core.ts'
import { refreshAssets } from '../core/follow-core.ts'
import { queryClient } from '../query/query-client.ts'
import { refreshDeviceLists } from './devices.ts'

/** Most channels that one call opens or closes. */
const MOST_CHANNELS = 256
const HISTORY_EVERY_MS = 60_000

type Page = OutputOf<typeof deviceList>

/** Puts what was pushed, or changed here, into the lists where it stands: none of them moves. */
export function changeListed(sn: string, change: Partial<Device>): void {
  queryClient.setQueriesData({ queryKey: ['device-list'] }, (data: InfiniteData<Page> | undefined) => {
    if (!data?.pages.some(({ devices }) => devices.some((device) => device.sn === sn))) return data
    const pages = data.pages.map((page) =>
      page.devices.some((device) => device.sn === sn)
        ? { ...page, devices: page.devices.map((device) => (device.sn === sn ? { ...device, ...change } : device)) }
        : page,
    )
    return { ...data, pages }
  })
}

/** What the last 30 days of a device, or of one of its channels, were like. */
export function deviceHistoryQuery(sn: string, chlIndex?: number) {
  const place = chlIndex === undefined ? { sn } : { sn, chlIndex }
  return queryOptions({
    queryKey: ['devices', 'history', place],
    queryFn: ask(deviceHistory, place),
    refetchInterval: HISTORY_EVERY_MS,
  })
}

/** Renames a device, or moves it. Without a network it waits in the outbox: then `queued`. Its error is for the form. */
export async function editDevice(input: InputOf<typeof deviceEdit>): Promise<'done' | 'queued'> {
  const { kind } = await changeCore(deviceEdit, input, { quiet: true })
  if (input.name !== undefined) changeListed(input.sn, { name: input.name })
  refreshAssets()
  refreshDeviceLists()
  return kind
}

/** Gives a device another security code. Its error is for the form. */
export async function changeSecurityCode(input: InputOf<typeof deviceSecurityCodeUpdate>): Promise<void> {
  await callCore(deviceSecurityCodeUpdate, input, { quiet: true })
}

/** Opens or closes channels. Its error is for the page. */
export async function setChannelsOpen(channels: InputOf<typeof channelOpen>['channels'], isOpen: boolean): Promise<void> {
  try {
    for (let from = 0; from < channels.length; from += MOST_CHANNELS)
      await callCore(isOpen ? channelOpen : channelClose, { channels: channels.slice(from, from + MOST_CHANNELS) }, { quiet: true })
  } finally {
    refreshAssets()
  }
}

/** Takes a device away from the organization. Its error is for the page. */
export async function unbindDevice(sn: string): Promise<void> {
  await callCore(deviceUnbind, { sn }, { quiet: true })
  refreshAssets()
  refreshDeviceLists()
}
