import { expect, test } from 'vitest'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Site } from '#contract/calls/device/site-list-choose.ts'
import type { SitePlan } from '#contract/calls/map/map-get.ts'
import { channelStatuses } from '#contract/enums.ts'
import { mapView, planPlace } from '#contract/map-views.ts'
import { firstSpot, mapModel, mapPlaceOfSpot, placeOfSpot, spotOfPlan } from '#src/features/map/model/map-model.ts'
import { alarmOf } from '#tests/support/told-alarms.ts'

const looks = { directionDeg: 90, angleDeg: 60 }
const site = (siteId: string): Site => ({
  siteId,
  siteName: siteId,
  scene: 'park',
  city: '',
  address: '',
  timeZone: 'Europe/Amsterdam',
  deviceTotal: 1,
  deviceOnline: 1,
  cameraTotal: 3,
  cameraOnline: 2,
})
const camera = (siteId: string, sn: string, chlIndex: number): Channel => ({
  sn,
  chlIndex,
  siteId,
  siteName: siteId,
  channelName: `${sn} ${chlIndex}`,
  devType: 2,
  deviceName: sn,
  status: chlIndex === 2 ? channelStatuses.offline : channelStatuses.online,
  statusSinceMs: 0,
  capability: { supportFun: [], streams: [] },
  rights: ['live'],
})
const plan = (siteId: string, cameras: SitePlan['cameras']): SitePlan => ({
  planId: `plan-${siteId}`,
  siteId,
  planName: 'Floor',
  pictureUrl: '/objects/plans/a.png',
  widthPx: 4,
  heightPx: 3,
  cameras,
})
const alarm = (siteId: string, sn: string, chlIndex: number | null): Alarm =>
  alarmOf({ alarmId: `${sn} ${chlIndex}`, sn, chlIndex, siteId })

const at = { x: 0.5, y: 0.5, ...looks, rangeShare: 0.2 }
const known = {
  sites: [site('north'), site('south')],
  channels: [camera('north', 'A', 0), camera('north', 'A', 1), camera('north', 'A', 2), camera('south', 'B', 0)],
  maps: {
    tiles: null,
    // The second stands on a plan of a site that its device has left.
    plans: [
      plan('north', [
        { sn: 'A', chlIndex: 1, ...at },
        { sn: 'B', chlIndex: 0, ...at },
      ]),
    ],
    cameras: [{ sn: 'A', chlIndex: 2, position: { latitude: 51, longitude: 4 }, view: null }],
  },
  unread: [alarm('north', 'A', 1), alarm('north', 'A', 1), alarm('north', 'A', null), alarm('south', 'B', 0)],
}

test('each camera is where it stands: on a plan of its site, on the map, or nowhere', () => {
  const [north, south] = mapModel(known)
  expect(north?.plans.map(({ cameras }) => cameras.map(({ camera: { key } }) => key))).toEqual([['A 1']])
  expect(north?.onMap.map(({ camera: { key, isOnline }, spot }) => [key, isOnline, spot.x, spot.y])).toEqual([['A 2', false, 4, 51]])
  expect(north?.unplaced.map(({ key }) => key)).toEqual(['A 0'])
  expect(south?.unplaced.map(({ key }) => key)).toEqual(['B 0'])
})

test('unread alarms are counted at their camera, its plan and its site, those of a whole device at the site alone', () => {
  const [north, south] = mapModel(known)
  expect(north?.cameras.map(({ unread }) => unread)).toEqual([0, 2, 0])
  expect([north?.plans[0]?.unread, north?.unread, south?.unread]).toEqual([2, 3, 1])
})

test('what somebody drags is always what the service takes', () => {
  for (const range of [0, 0.5, 1e9]) {
    const spot = { ...spotOfPlan(at), range }
    expect(planPlace.safeParse(placeOfSpot(spot)).success).toBe(true)
    expect(mapView.safeParse(mapPlaceOfSpot(spot).view).success).toBe(true)
  }
  expect(planPlace.safeParse(placeOfSpot(firstSpot({ x: 0, y: 1 }, 'plan'))).success).toBe(true)
  expect(mapPlaceOfSpot(firstSpot({ x: 4, y: 51 }, 'map')).position).toEqual({ longitude: 4, latitude: 51 })
})
