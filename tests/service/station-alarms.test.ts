import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { stationFrontSet } from '#contract/calls/station/station-front-set.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { codeOf } from '#contract/errors.ts'
import type { StationFront } from '#contract/station.ts'
import { always } from '#contract/weekly-schedule.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { report } from '#tests/support/seen-events.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'

const { gate, shop } = demoDevices
const LASTS_S = 20
let service: TestService
let admin: ServiceClient
let cameras: DeviceAgent[]
let source: TestSource

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  const [atGate, atShop] = [await connectCamera(service.url, gate), await connectCamera(service.url, shop)]
  source = atGate.source
  cameras = [atGate.agent, atShop.agent]
  await admin.call(eventRuleAddOrEdit, {
    name: 'Anybody',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate', 'harbor-shop'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['person'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
})
afterAll(async () => {
  await Promise.all(cameras.map((camera) => camera.stop()))
  await service.close()
})

const front = (scope: Partial<StationFront['scope']>): StationFront => ({
  scope: { siteIds: [], channels: [], ...scope },
  lastsS: LASTS_S,
})
const set = (sn: string, one: StationFront | null, voId: 1 | 2 = 1) => admin.call(stationFrontSet, { sn, voId, front: one })
const now = ({ client }: StationScreen) => client.call(stationNow, undefined)
const atFront = async (screen: StationScreen) => (await now(screen)).alarms.map(({ sn }) => sn)

/** A person is seen by the camera at the gate (0) or in the shop (1), after what its rule has quiet. */
function see(camera: 0 | 1): void {
  service.advance(11_000)
  const agent = cameras[camera]
  if (agent === undefined) throw new Error('There is no camera.')
  report(agent, { event: 'person' }, service.now)
}

test('an alarm of a place that the office named comes to the front of the screen, and the camera is seen while it is there', async () => {
  const screen = await StationScreen.paired(service, admin, 'Front')
  await set(screen.sn, front({ siteIds: ['harbor-gate'] }))
  const push = await service.openPush(screen.client)
  expect(await now(screen)).toMatchObject({ alarms: [], cameras: [] })
  await screen.renew()
  see(1)
  see(0)
  expect((await push.next('station')).infoContent).toEqual({ voId: 1, order: 'look' })
  const shown = await now(screen)
  expect(shown).toMatchObject({
    content: { kind: 'clock' },
    alarms: [{ kind: 'person', sn: gate.sn, chlIndex: 0, sourceName: 'Camera', untilMs: expect.any(Number) }],
    cameras: [{ sn: gate.sn, chlIndex: 0 }],
  })
  expect((shown.alarms[0]?.untilMs ?? 0) - shown.nowMs).toBeGreaterThan((LASTS_S - 3) * 1_000)
  const viewer = await MediaViewer.open(screen.client, { ticket: await screen.ticket() })
  source.main.film(true)
  viewer.openChannel(1, gate.sn)
  await viewer.until(() => viewer.units(1).length > 0, 'a picture of the gate')
  // Of a camera that is not at the front it sees nothing.
  viewer.openChannel(2, shop.sn)
  await viewer.untilFailed(2, 'not-found')
  service.advance(LASTS_S * 1_000)
  await viewer.untilFailed(1, 'not-found')
  expect(await now(screen)).toMatchObject({ alarms: [], cameras: [] })
  viewer.close()
  push.close()
})

test('several stand in line, each output has its own, and what is switched off or taken back is not shown', async () => {
  const screen = await StationScreen.paired(service, admin, 'In line')
  const both = front({ siteIds: ['harbor-gate'], channels: [{ sn: shop.sn, chlIndex: 0 }] })
  await set(screen.sn, both)
  await set(screen.sn, front({ channels: [{ sn: shop.sn, chlIndex: 0 }] }), 2)
  see(0)
  await expect.poll(() => atFront(screen)).toEqual([gate.sn])
  const agent = cameras[1]
  if (agent !== undefined) report(agent, { event: 'person' }, service.now)
  await expect.poll(() => atFront(screen)).toEqual([gate.sn, shop.sn])
  await screen.renew(2)
  expect(await atFront(screen)).toEqual([shop.sn])
  await set(screen.sn, null, 2)
  expect(await now(screen)).toMatchObject({ alarms: [], cameras: [] })
  await admin.call(stationRevoke, { sn: screen.sn })
  see(0)
  expect((await screen.client.failure(stationNow, undefined)).code).toBe(codeOf('token-unknown'))
})

test('only an administrator sets it, and only for places of the organization', async () => {
  const { sn } = await StationScreen.paired(service, admin, 'Set')
  const failure = async (who: ServiceClient, one: StationFront) => (await who.failure(stationFrontSet, { sn, voId: 1, front: one })).code
  expect(await failure(admin, front({ siteIds: [OTHER_SITE_ID] }))).toBe(codeOf('site-missing'))
  expect(await failure(admin, front({ channels: [{ sn: OTHER_DEVICE.sn, chlIndex: 0 }] }))).toBe(codeOf('channel-missing'))
  expect(await failure(admin, front({}))).toBe(codeOf('parameter-error'))
  expect(await failure(await service.signIn('manager'), front({ siteIds: ['harbor-shop'] }))).toBe(codeOf('call-not-permitted'))
  expect(await failure(await service.signIn('stranger'), front({ siteIds: [OTHER_SITE_ID] }))).toBe(codeOf('serial-number-unknown'))
})
