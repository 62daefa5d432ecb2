import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import type { mapGet, SitePlan } from '#contract/calls/map/map-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { channelStatuses } from '#contract/enums.ts'
import type { PlanPlace } from '#contract/map-views.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Spot } from '../../../ui/map/geometry/ground.ts'

export interface CameraNode {
  /** As `channelKey`. */
  key: string
  channel: Channel
  isOnline: boolean
  /** Alarms that the person has not read. */
  unread: number
}

export interface PlacedCamera {
  camera: CameraNode
  spot: Spot
}

export interface PlanNode {
  plan: SitePlan
  cameras: PlacedCamera[]
  unread: number
}

export interface SiteNode {
  site: Site
  plans: PlanNode[]
  /** Those that stand on the map by themselves. */
  onMap: PlacedCamera[]
  /** Those that stand nowhere. */
  unplaced: CameraNode[]
  cameras: CameraNode[]
  /** Unread alarms, those of whole devices included. */
  unread: number
}

/** Where a camera that is put somewhere looks at first. */
const firstLook = { directionDeg: 0, angleDeg: 90 } as const
const FIRST_RANGE_M = 30
const FIRST_RANGE_SHARE = 0.15

interface Known {
  sites: readonly Site[]
  channels: readonly Channel[]
  maps: OutputOf<typeof mapGet>
  /** The newest that are not read. */
  unread: readonly Alarm[]
}

/** Everything that the map and its list show: sites with their plans and cameras, in the order in which they are given. */
export function mapModel({ sites, channels, maps, unread }: Known): SiteNode[] {
  const alarmsOf = Map.groupBy(unread, ({ sn, chlIndex }) => (chlIndex === null ? '' : channelKey(sn, chlIndex)))
  const nodes = channels.map((channel): CameraNode => {
    const key = channelKey(channel.sn, channel.chlIndex)
    return { key, channel, isOnline: channel.status === channelStatuses.online, unread: alarmsOf.get(key)?.length ?? 0 }
  })
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const bySite = Map.groupBy(nodes, ({ channel }) => channel.siteId)
  return sites.map((site) => {
    const cameras = bySite.get(site.siteId) ?? []
    const placed = new Set<string>()
    const find = ({ sn, chlIndex }: { sn: string; chlIndex: number }) => {
      const camera = byKey.get(channelKey(sn, chlIndex))
      if (camera?.channel.siteId !== site.siteId) return undefined
      placed.add(camera.key)
      return camera
    }
    const plans = maps.plans
      .filter(({ siteId }) => siteId === site.siteId)
      .map((plan): PlanNode => {
        const onPlan = plan.cameras.flatMap((at) => {
          const camera = find(at)
          return camera ? [{ camera, spot: spotOfPlan(at) }] : []
        })
        return { plan, cameras: byNameOf(onPlan), unread: sum(onPlan.map(({ camera }) => camera.unread)) }
      })
    const onMap = maps.cameras.flatMap((at) => {
      const camera = find(at)
      return camera ? [{ camera, spot: spotOfMap(at) }] : []
    })
    return {
      site,
      plans,
      onMap: byNameOf(onMap),
      unplaced: cameras.filter(({ key }) => !placed.has(key)),
      cameras,
      unread: unread.filter(({ siteId }) => siteId === site.siteId).length,
    }
  })
}

/** One order, whoever was put there last. */
function byNameOf(placed: PlacedCamera[]): PlacedCamera[] {
  return placed.toSorted((one, other) => one.camera.channel.channelName.localeCompare(other.camera.channel.channelName))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

export function spotOfPlan({ x, y, directionDeg, angleDeg, rangeShare }: PlanPlace): Spot {
  return { x, y, directionDeg, angleDeg, range: rangeShare }
}

/** Within the bounds of the contract, whatever somebody dragged. */
export function placeOfSpot({ x, y, directionDeg, angleDeg, range }: Spot): PlanPlace {
  return { x, y, directionDeg, angleDeg, rangeShare: Math.min(Math.max(range, 0.01), 2) }
}

function spotOfMap({ position, view }: OutputOf<typeof mapGet>['cameras'][number]): Spot {
  const { directionDeg, angleDeg } = view ?? firstLook
  return { x: position.longitude, y: position.latitude, directionDeg, angleDeg, range: view?.rangeM ?? FIRST_RANGE_M }
}

export function mapPlaceOfSpot({ x, y, directionDeg, angleDeg, range }: Spot) {
  const view = { directionDeg, angleDeg, rangeM: Math.min(Math.max(range, 1), 10_000) }
  return { position: { longitude: x, latitude: y }, view }
}

/** Where a camera that was just put somewhere looks, on a plan and on the map. */
export function firstSpot(at: { x: number; y: number }, ground: 'plan' | 'map'): Spot {
  return { ...at, ...firstLook, range: ground === 'plan' ? FIRST_RANGE_SHARE : FIRST_RANGE_M }
}
