import { afterAll, beforeAll, expect, test } from 'vitest'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationOrder } from '#contract/calls/station/station-order.ts'
import { stationReportPut } from '#contract/calls/station/station-report-put.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationLimits, type StationReport } from '#contract/station.ts'
import { deep } from '#tests/support/depth.ts'
import type { PushClient } from '#tests/support/push-client.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'

const { gate } = demoDevices
const COUNT = deep(100, 10)
/** So many screens of one address may wait for their pairing. */
const AT_A_TIME = 25

let service: TestService
let admin: ServiceClient
let screens: { screen: StationScreen; push: PushClient }[] = []

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.connectDevice(gate)
  const paired: StationScreen[] = []
  for (let count = 0; count < COUNT; count += 1) {
    if (count > 0 && count % AT_A_TIME === 0) {
      service.advance(stationLimits.codeLifeMs)
      admin = await service.signIn('admin')
    }
    paired.push(await StationScreen.paired(service, admin, `Screen ${count}`))
  }
  screens = await Promise.all(
    paired.map(async (screen) => {
      await screen.renew()
      return { screen, push: await service.openPush(screen.client) }
    }),
  )
}, 240_000)
afterAll(async () => {
  for (const { push } of screens) push.close()
  await service.close()
})

const reportOf = (index: number): StationReport => ({
  windows: [{ sn: gate.sn, chlIndex: 0, state: 'live', ageMs: 100 + index }],
  shownTitle: `Camera ${index}`,
  framesShown: 10_000,
  framesDropped: 3,
  memoryMb: 180,
  pressure: 'nominal',
  decodeLoad: 0.2,
  screen: '1920x1080',
  startedMs: service.now,
  start: 'start',
  version: '0.1.0',
  language: 'en-US',
})

/** How soon all of that is there is told by `npm run bench -- stations`. */
test(`of ${COUNT} stations each has what the office sends to all at once, once and none of another's, and the office has all of them in its list`, async () => {
  const wish = { kind: 'camera' as const, sn: gate.sn, chlIndex: 0 }
  const shown = await Promise.all(
    screens.map(async ({ screen, push }) => {
      const heard = push.next('station', { order: 'look' }).then(() => screen.client.call(stationNow, undefined))
      await admin.call(stationShow, { sn: screen.sn, voId: 1, wish })
      return heard
    }),
  )
  expect(shown.map(({ sn }) => sn)).toEqual(screens.map(({ screen }) => screen.sn))
  expect(shown.filter(({ content }) => content.kind === 'views')).toHaveLength(COUNT)

  // Whatever came twice, or to another one, has come before this.
  await Promise.all(
    screens.map(async ({ screen, push }) => {
      const heard = push.next('station', { order: 'identify' })
      await admin.call(stationOrder, { sn: screen.sn, voId: 1, order: { kind: 'identify' } })
      await heard
    }),
  )
  for (const { screen, push } of screens) {
    const orders = push.heard.flatMap((message) => (message.infoType === 'station' ? [message.infoContent] : []))
    expect(orders, screen.sn).toEqual([
      { voId: 1, order: 'look' },
      { voId: 1, order: 'identify' },
    ])
  }

  await Promise.all(screens.map(({ screen }, index) => screen.client.call(stationReportPut, reportOf(index))))
  const { stations } = await admin.call(stationList, undefined)
  const listed = new Map(stations.map((station) => [station.sn, station.outputs[0]]))
  expect(listed.size).toBe(COUNT)
  for (const [index, { screen }] of screens.entries())
    expect(listed.get(screen.sn), screen.sn).toMatchObject({ isConnected: true, report: { shownTitle: `Camera ${index}` } })
}, 120_000)
