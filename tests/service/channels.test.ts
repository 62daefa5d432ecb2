import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelAuthNum } from '#contract/calls/device/channel-auth-num.ts'
import { channelClose } from '#contract/calls/device/channel-close.ts'
import { channelListDetail } from '#contract/calls/device/channel-list-detail.ts'
import { channelMapPut } from '#contract/calls/device/channel-map-put.ts'
import { channelNum } from '#contract/calls/device/channel-num.ts'
import { channelOpen } from '#contract/calls/device/channel-open.ts'
import { channelPage } from '#contract/calls/device/channel-page.ts'
import { collectionChlStatus } from '#contract/calls/device/collection-chl-status.ts'
import { deviceNum } from '#contract/calls/device/device-num.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { deviceTypes } from '#contract/enums.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { connectCamera } from '#tests/support/test-source.ts'

const { gate, shop, warehouse } = demoDevices
/** Cameras that need no licence. */
const FREE = 4
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let guard: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  guard = await service.signIn('guard')
  await service.connectDevice(
    { ...warehouse },
    [0, 1, 2, 3].map((index) => channel(index, { name: `Hall ${index}` })),
  )
  await service.connectDevice(shop, [channel(0, { status: 0 })])
  await cover(FREE)
})
afterAll(() => service.close())

/** Sets the free channels of the organization. */
async function cover(channels: number): Promise<void> {
  await service.edit((db) =>
    db.updateTable('licence_account').set({ free_chl_num: channels }).where('organization_id', '=', 'harbor-logistics').execute(),
  )
}

const name = (sn: string, chlIndex: number) => ({ sn, chlIndex })
const hall = [0, 1, 2, 3].map((chlIndex) => name(warehouse.sn, chlIndex))

describe('opening and closing channels', () => {
  test('is limited by the free channels and the licence, all or none', async () => {
    expect(await admin.call(channelAuthNum, null)).toEqual({ open: 5, closed: 0, covered: FREE })
    await admin.call(channelClose, { channels: hall.slice(0, 3) })
    expect(await admin.call(channelAuthNum, null)).toEqual({ open: 2, closed: 3, covered: FREE })
    expect((await admin.call(licenseInstQuery, null)).coverage).toMatchObject({ cameras: 2, covered: FREE })
    expect((await admin.failure(channelOpen, { channels: hall })).code).toBe(33136)
    expect(await admin.call(channelAuthNum, null)).toEqual({ open: 2, closed: 3, covered: FREE })
    await admin.call(channelOpen, { channels: hall.slice(0, 2) })
    expect((await admin.failure(channelOpen, { channels: hall.slice(2, 3) })).code).toBe(33136)
    // What is open already takes no second place.
    await admin.call(channelOpen, { channels: hall.slice(0, 2) })
    expect(await admin.call(channelAuthNum, null)).toEqual({ open: 4, closed: 1, covered: FREE })
  })

  test('lets only one of two have the last place', async () => {
    await admin.call(channelClose, { channels: hall.slice(1, 2) })
    const codes = await Promise.all(hall.slice(1, 3).map(async (one) => (await admin.failure(channelOpen, { channels: [one] })).code))
    expect(codes.toSorted((one, other) => one - other)).toEqual([200, 33136])
    await admin.call(channelClose, { channels: hall })
    await admin.call(channelOpen, { channels: hall.slice(0, 3) })
  })

  test('shows closed ones to those who manage them, and to nobody else', async () => {
    const shown = async (client: ServiceClient) => (await client.call(siteChannelList, { siteIds: ['harbor-warehouse'] })).channels.length
    expect(await shown(admin)).toBe(3)
    expect(await shown(operator)).toBe(3)
    expect((await admin.call(collectionChlStatus, { channels: hall })).channels).toHaveLength(3)
    const { channels } = await admin.call(channelListDetail, { channels: hall })
    expect(channels.map(({ isOpen }) => isOpen)).toEqual([true, true, true, false])
    expect(await admin.call(channelNum, {})).toEqual({ total: 5, online: 3, offline: 1, closed: 1 })
    expect(await guard.call(channelNum, {})).toEqual({ total: 1, online: 0, offline: 1, closed: 0 })
  })

  test('ends the video of a closed one, and brings it back', async () => {
    // The camera that comes takes a place too.
    await cover(FREE + 1)
    const { source, agent } = await connectCamera(service.url, gate)
    source.main.film(true)
    await admin.call(channelClose, { channels: hall })
    const viewer = await MediaViewer.open(admin)
    viewer.openChannel(0, gate.sn)
    await viewer.until(() => viewer.units().length === 1, 'a picture')
    await admin.call(channelClose, { channels: [name(gate.sn, 0)] })
    await viewer.untilFailed(0, 'not-found')
    await admin.call(channelOpen, { channels: [name(gate.sn, 0)] })
    source.main.film(true)
    await viewer.until(() => viewer.units().length > 1, 'a picture again')
    viewer.close()
    await agent.stop()
  })

  test('needs the right to configure every one of them', async () => {
    expect((await operator.failure(channelClose, { channels: hall })).code).toBe(5000)
    await service.edit((db) =>
      db
        .insertInto('user_channel_role')
        .values({ user_id: 'harbor-operator', sn: warehouse.sn, chl_index: 0, role: 'site-administrator' })
        .execute(),
    )
    await operator.call(channelOpen, { channels: hall.slice(0, 1) })
    expect((await operator.failure(channelClose, { channels: hall.slice(0, 2) })).code).toBe(5001)
    expect((await operator.failure(channelClose, { channels: [name(shop.sn, 0)] })).code).toBe(33005)
    for (const channels of [[name(OTHER_DEVICE.sn, 0)], [name('NOSUCH0001', 0)], [name(warehouse.sn, 200)]]) {
      expect((await admin.failure(channelClose, { channels })).code).toBe(33005)
      expect((await admin.failure(channelOpen, { channels })).code).toBe(33005)
    }
    expect(await admin.failure(channelOpen, { channels: [] })).toEqual({ code: 1000, detail: { field: 'channels' } })
  })
})

describe('the list of channels', () => {
  const page = { pageNum: 1, pageSize: 10 }
  test('is searched, filtered and paged', async () => {
    await admin.call(channelClose, { channels: hall.slice(1) })
    const names = async (input: object) =>
      (await admin.call(channelPage, { ...page, ...input })).channels.map(({ channelName }) => channelName)
    expect(await names({ search: 'HALL 2' })).toEqual(['Hall 2'])
    expect(await names({ isOpen: false })).toEqual(['Hall 1', 'Hall 2', 'Hall 3'])
    expect(await names({ siteId: 'harbor-warehouse', pageSize: 3, pageNum: 2 })).toEqual(['Hall 3'])
    expect(await names({ sn: shop.sn, status: 0 })).toEqual(['Camera 1'])
    expect(await names({ sn: shop.sn, status: 1 })).toEqual([])
    expect(await names({ sn: OTHER_DEVICE.sn })).toEqual([])
    expect((await admin.call(channelPage, { ...page, pageSize: 1 })).total).toBe(6)
    expect((await admin.failure(channelPage, { ...page, pageSize: 101 })).detail).toEqual({ field: 'pageSize' })
  })

  test('has their places on the map', async () => {
    const position = { latitude: 51.9, longitude: 4.4 }
    await admin.call(channelMapPut, { ...name(warehouse.sn, 3), position })
    const { channels } = await admin.call(channelListDetail, { channels: [name(warehouse.sn, 3), name(OTHER_DEVICE.sn, 0)] })
    expect(channels).toMatchObject([{ position, isOpen: false }])
    expect((await admin.failure(channelMapPut, { ...name(OTHER_DEVICE.sn, 0), position })).code).toBe(33005)
    expect((await operator.failure(channelMapPut, { ...name(warehouse.sn, 3), position: null })).code).toBe(5001)
  })
})

test('devices are counted by status and type, as far as they are seen', async () => {
  const { total, types } = await guard.call(deviceNum, null)
  expect(total).toBe(2)
  expect(types).toEqual([{ devType: deviceTypes.ipc, total: 2, online: 1 }])
  expect(await admin.call(deviceNum, null)).toMatchObject({ total: 3, online: 2, offline: 1, unknown: 0 })
})

test('what a device shows is counted, whatever it says that it is', async () => {
  const { open, closed } = await admin.call(channelAuthNum, null)
  await cover(open + 1)
  // It calls in as a viewing station that shows three cameras, one of them known before: there is room for one more.
  await service.connectDevice({ ...gate, devType: deviceTypes.viewingStation }, [channel(0), channel(1), channel(2)])
  await expect.poll(() => admin.call(channelAuthNum, null)).toEqual({ open: open + 1, closed: closed + 1, covered: open + 1 })
})
