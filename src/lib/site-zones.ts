import type { Channel } from '#contract/calls/device/channel.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { channelKey } from '#shared/channel-key.ts'
import { isTimeZone } from '#shared/time/zone.ts'
import { ownZone } from './own-zone.ts'

/** By which clocks what happened somewhere is told (rule 3.19): those of the site; this machine's where the site is not seen, or its zone not known here. */
export interface SiteZones {
  ofSite: (siteId: string | undefined) => string
  ofCamera: (camera: ChannelRef | null | undefined) => string
  /** The zone that all these sites have in common, else this machine's. */
  ofAll: (siteIds: readonly string[]) => string
}

export function siteZones(
  sites: readonly Pick<Site, 'siteId' | 'timeZone'>[],
  channels: readonly Pick<Channel, 'sn' | 'chlIndex' | 'siteId'>[],
): SiteZones {
  const own = ownZone()
  const zones = new Map(sites.map(({ siteId, timeZone }) => [siteId, isTimeZone(timeZone) ? timeZone : own]))
  const siteOf = new Map(channels.map(({ sn, chlIndex, siteId }) => [channelKey(sn, chlIndex), siteId]))
  const ofSite = (siteId: string | undefined) => zones.get(siteId ?? '') ?? own
  return {
    ofSite,
    ofCamera: (camera) => ofSite(camera ? siteOf.get(channelKey(camera.sn, camera.chlIndex)) : undefined),
    ofAll: (siteIds) => {
      const [zone = own, ...others] = new Set(siteIds.map(ofSite))
      return others.length === 0 ? zone : own
    },
  }
}
