import type { RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { channelKey } from '#shared/channel-key.ts'

interface Camera {
  sn: string
  chlIndex: number
}
interface Site {
  siteId: string
  cameras: readonly Camera[]
}

/** How a site is chosen: with all cameras, those to come included; by all or some of its cameras; or not. */
export type SiteChoice = 'whole' | 'each' | 'some' | 'none'

const isSame = (one: Camera, other: Camera) => channelKey(one.sn, one.chlIndex) === channelKey(other.sn, other.chlIndex)
const names = (cameras: readonly Camera[], camera: Camera) => cameras.some((one) => isSame(one, camera))

export function siteChoice({ siteId, cameras }: Site, scope: RuleScope): SiteChoice {
  if (scope.siteIds.includes(siteId)) return 'whole'
  const chosen = cameras.filter((camera) => names(scope.channels, camera)).length
  if (chosen === 0) return 'none'
  return chosen === cameras.length ? 'each' : 'some'
}

export function isCameraChosen(site: Site, camera: Camera, scope: RuleScope): boolean {
  return scope.siteIds.includes(site.siteId) || names(scope.channels, camera)
}

/** A whole site more or less; its single cameras go with it. */
export function withSite({ siteId, cameras }: Site, isChosen: boolean, { siteIds, channels }: RuleScope): RuleScope {
  const others = siteIds.filter((id) => id !== siteId)
  return {
    siteIds: isChosen ? [...others, siteId] : others,
    channels: channels.filter((channel) => !names(cameras, channel)),
  }
}

/** One camera more or less. Of a whole site that loses one the others stay, by themselves. */
export function withCamera(site: Site, { sn, chlIndex }: Camera, isChosen: boolean, scope: RuleScope): RuleScope {
  const isWhole = scope.siteIds.includes(site.siteId)
  const own = isWhole ? site.cameras.map((camera) => ({ sn: camera.sn, chlIndex: camera.chlIndex })) : []
  const others = [...scope.channels.filter((channel) => !names(own, channel)), ...own].filter((one) => !isSame(one, { sn, chlIndex }))
  return {
    siteIds: scope.siteIds.filter((id) => id !== site.siteId),
    channels: isChosen ? [...others, { sn, chlIndex }] : others,
  }
}
