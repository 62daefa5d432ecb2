import type { ChannelDetail } from '#contract/calls/device/channel-detail.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Device } from '#contract/calls/device/device.ts'
import type { Db } from '../../db/open.ts'
import type { Rights } from '../../access/rights.ts'
import { toPosition } from '../../devices/map-columns.ts'

/** A channel row, with what the asking person may do with it, as the wire has it. */
export function toChannel(row: Awaited<ReturnType<Rights['channels']>>[number]): Channel {
  return {
    sn: row.sn,
    chlIndex: row.chl_index,
    siteId: row.site_id,
    siteName: row.site_name,
    channelName: row.name,
    devType: row.dev_type,
    deviceName: row.device_name,
    status: row.status,
    statusSinceMs: row.status_since_ms,
    capability: { supportFun: JSON.parse(row.support_fun_json), streams: JSON.parse(row.streams_json) },
    rights: [...row.rights],
  }
}

export function toChannelDetail(row: Awaited<ReturnType<Rights['channels']>>[number]): ChannelDetail {
  return { ...toChannel(row), isOpen: row.is_open === 1, position: toPosition(row) }
}

/** Bound devices with their site and the number of their channels. Who asks may narrow it, and must. */
export function boundDevices(db: Db) {
  return db
    .selectFrom('device')
    .innerJoin('site', 'site.id', 'device.site_id')
    .select(['device.sn', 'device.name', 'device.dev_type', 'device.model', 'device.version', 'device.status', 'device.status_since_ms'])
    .select(['site.id as site_id', 'site.name as site_name'])
    .select(({ selectFrom }) =>
      selectFrom('channel')
        .whereRef('channel.sn', '=', 'device.sn')
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .as('channel_total'),
    )
}

export function toDevice(row: Awaited<ReturnType<ReturnType<typeof boundDevices>['execute']>>[number]): Device {
  return {
    sn: row.sn,
    name: row.name,
    devType: row.dev_type,
    model: row.model,
    version: row.version,
    siteId: row.site_id,
    siteName: row.site_name,
    status: row.status,
    statusSinceMs: row.status_since_ms,
    channelTotal: Number(row.channel_total),
  }
}
