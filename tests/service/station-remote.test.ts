import { afterAll, beforeAll, expect, test } from 'vitest'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import type { ChannelRef } from '#contract/calls/event/event-filter.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationRemoteDo } from '#contract/calls/station/station-remote-do.ts'
import { stationRemoteGet } from '#contract/calls/station/station-remote-get.ts'
import { stationRemoteList } from '#contract/calls/station/station-remote-list.ts'
import { stationScheduleSet } from '#contract/calls/station/station-schedule-set.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import type { InputOf } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { stationLimits } from '#contract/station.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { connectCamera } from '#tests/support/test-source.ts'

type Command = InputOf<typeof stationRemoteDo>['command']

const { gate, shop } = demoDevices
const atGate: ChannelRef = { sn: gate.sn, chlIndex: 0 }
const atShop: ChannelRef = { sn: shop.sn, chlIndex: 0 }
const camera = (channel: ChannelRef): Command => ({ kind: 'show', wish: { kind: 'camera', ...channel } })
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let cameras: DeviceAgent[]

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  cameras = [(await connectCamera(service.url, gate)).agent, (await connectCamera(service.url, shop)).agent]
})
afterAll(async () => {
  await Promise.all(cameras.map((one) => one.stop()))
  await service.close()
})

const now = ({ client }: StationScreen) => client.call(stationNow, undefined)
const act = (who: ServiceClient, { sn }: StationScreen, command: Command) => who.call(stationRemoteDo, { sn, voId: 1, command })
const failure = async (who: ServiceClient, { sn }: StationScreen, command: Command) =>
  (await who.failure(stationRemoteDo, { sn, voId: 1, command })).code

test('the remote control is in the menu of who may control a screen, and of nobody else', async () => {
  const hasRemote = async (who: ServiceClient) => (await who.call(menuTree, null)).items.some(({ page }) => page === 'remote')
  const guard = await service.signIn('guard')
  expect(await Promise.all([admin, operator, guard].map(hasRemote))).toEqual([false, false, false])
  await StationScreen.paired(service, admin, 'In the menu')
  expect(await Promise.all([admin, operator, guard].map(hasRemote))).toEqual([true, true, false])
})

test('who may move the cameras of a site has its screens show a camera, one window alone, and the schedule again', async () => {
  const screen = await StationScreen.paired(service, admin, 'Controlled')
  const windows = [atGate, atShop].map((channel, winIndex) => ({ winIndex, ...channel }))
  const configValue = { splitNum: 4 as const, isDefault: false, playChlList: windows }
  const { configId } = await admin.call(userConfigsPut, { configName: 'Doors', configType: 'layout', configValue })
  await admin.call(stationShow, { sn: screen.sn, voId: 1, wish: { kind: 'layout', configId } })
  const state = () => operator.call(stationRemoteGet, { sn: screen.sn, voId: 1 })
  expect((await state()).isConnected).toBe(false)
  const push = await service.openPush(screen.client)

  // The camera in the shop stands on it, but is not told to somebody who does not see it.
  await expect.poll(state).toEqual({
    sn: screen.sn,
    voId: 1,
    title: 'Doors',
    splitNum: 4,
    screen: '1920x1080',
    isConnected: true,
    windows: [
      { winIndex: 0, channel: { ...atGate, channelName: 'Camera' } },
      { winIndex: 1, channel: null },
    ],
    views: 1,
    view: 0,
    isFull: false,
    remoteUntilMs: null,
  })
  expect(await act(operator, screen, { kind: 'full', channel: atGate })).toMatchObject({ isFull: true, title: 'Doors', splitNum: 1 })
  expect((await push.next('station')).infoContent).toEqual({ voId: 1, order: 'look' })
  expect(await now(screen)).toMatchObject({ content: { title: 'Doors' }, remote: { full: atGate, content: null } })
  expect(await failure(operator, screen, { kind: 'full', channel: atShop })).toBe(codeOf('channel-missing'))
  expect(await act(operator, screen, { kind: 'all' })).toMatchObject({ isFull: false, splitNum: 4 })
  expect(await act(admin, screen, camera(atShop))).toMatchObject({ title: 'Camera', splitNum: 1 })
  expect((await now(screen)).cameras.map(({ sn }) => sn).toSorted()).toEqual([gate.sn, shop.sn])
  expect(await act(operator, screen, { kind: 'schedule' })).toMatchObject({ title: 'Doors', remoteUntilMs: null })
  expect((await now(screen)).remote).toBeNull()
  push.close()
})

test('brings no camera onto a screen that the person does not see, by itself or in a layout that somebody shares', async () => {
  const screen = await StationScreen.paired(service, admin, 'Shared')
  expect(await failure(operator, screen, camera(atShop))).toBe(codeOf('channel-missing'))
  const share = async (configName: string, channels: ChannelRef[]) => {
    const playChlList = channels.map((channel, winIndex) => ({ winIndex, ...channel }))
    const configValue = { splitNum: 4 as const, isDefault: false, playChlList }
    const { configId } = await admin.call(userConfigsPut, { configName, configType: 'layout', isShared: true, configValue })
    return { kind: 'show', wish: { kind: 'layout', configId } } as const
  }
  await act(operator, screen, await share('Both', [atGate, atShop]))
  expect((await now(screen)).cameras.map(({ sn }) => sn)).toEqual([gate.sn])
  expect(await failure(operator, screen, await share('The shop', [atShop]))).toBe(codeOf('not-found'))
})

test('goes through the views of a tour, ends by itself after two hours, and what the office sends counts from then on', async () => {
  const screen = await StationScreen.paired(service, admin, 'Tour')
  const configValue = { kind: 'cameras' as const, dwellS: 60, splitNum: 1 as const, channels: [atGate, atShop] }
  const { configId } = await admin.call(userConfigsPut, { configName: 'Round', configType: 'tour', configValue })
  await admin.call(stationShow, { sn: screen.sn, voId: 1, wish: { kind: 'tour', configId } })
  const { view } = await admin.call(stationRemoteGet, { sn: screen.sn, voId: 1 })
  expect(await act(admin, screen, { kind: 'step', by: 1 })).toMatchObject({ views: 2, view: (view + 1) % 2 })
  expect(await act(admin, screen, { kind: 'step', by: 1 })).toMatchObject({ view })
  expect(await act(admin, screen, { kind: 'step', by: -1 })).toMatchObject({ view: (view + 1) % 2 })
  await admin.call(stationShow, { sn: screen.sn, voId: 1, wish: { kind: 'clock' } })
  expect(await now(screen)).toMatchObject({ content: { kind: 'clock' }, remote: null })
  expect(await failure(admin, screen, { kind: 'step', by: 1 })).toBe(codeOf('not-found'))
  await act(admin, screen, { kind: 'show', wish: { kind: 'tour', configId } })
  await act(admin, screen, { kind: 'full', channel: atGate })
  await admin.call(stationScheduleSet, { sn: screen.sn, voId: 1, turns: [] })
  expect(await now(screen)).toMatchObject({ content: { kind: 'clock' }, remote: null })
  await act(admin, screen, camera(atGate))
  service.advance(stationLimits.remoteMs)
  await screen.renew()
  expect((await now(screen)).cameras).toEqual([])
  ;[admin, operator] = [await service.signIn('admin'), await service.signIn('operator')]
  expect(await admin.call(stationRemoteGet, { sn: screen.sn, voId: 1 })).toMatchObject({ title: null, remoteUntilMs: null })
})

test('each command is checked for the very station', async () => {
  const here = await StationScreen.paired(service, admin, 'At the gate')
  const there = await StationScreen.paired(service, admin, 'In the shop', 'harbor-shop')
  const names = async (who: ServiceClient) => (await who.call(stationRemoteList, undefined)).stations.map(({ name }) => name)
  expect(await names(operator)).toContain('At the gate')
  expect(await names(operator)).not.toContain('In the shop')
  expect(await names(admin)).toEqual(expect.arrayContaining(['At the gate', 'In the shop']))
  expect(await failure(operator, there, camera(atGate))).toBe(codeOf('serial-number-unknown'))
  const manager = await service.signIn('manager')
  expect(await failure(manager, here, { kind: 'schedule' })).toBe(codeOf('serial-number-unknown'))
  expect(await act(manager, there, camera(atShop))).toMatchObject({ title: 'Camera' })
  const stranger = await service.signIn('stranger')
  expect(await failure(stranger, here, { kind: 'schedule' })).toBe(codeOf('serial-number-unknown'))
  // Who may only look may not control; a camera is no station.
  expect(await failure(await service.signIn('guard'), here, { kind: 'schedule' })).toBe(codeOf('call-not-permitted'))
  const noStation = await admin.failure(stationRemoteDo, { sn: gate.sn, voId: 1, command: { kind: 'schedule' } })
  expect(noStation.code).toBe(codeOf('serial-number-unknown'))
})
