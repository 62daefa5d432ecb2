import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelAuthNum } from '#contract/calls/device/channel-auth-num.ts'
import { channelListDetail } from '#contract/calls/device/channel-list-detail.ts'
import { channelPage } from '#contract/calls/device/channel-page.ts'
import { channelOpen } from '#contract/calls/device/channel-open.ts'
import { deviceBindMany } from '#contract/calls/device/device-bind-many.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceSecurityCodeUpdate } from '#contract/calls/device/device-security-code-update.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const device = { sn: 'CAMERA0001', securityCode: 'CAMERACODE1' }
const siteId = 'harbor-shop'
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  await service.connectDevice(device, [channel(0)])
})
afterAll(() => service.close())

describe('binding a device', () => {
  test('fails for what never called in, a wrong code and a site that is not there', async () => {
    expect((await admin.failure(deviceBind, { sn: 'NOSUCH0001', securityCode: 'CAMERACODE1', siteId })).code).toBe(33003)
    expect((await admin.failure(deviceBind, { sn: device.sn, securityCode: 'WRONGCODE1', siteId })).code).toBe(33004)
    expect((await admin.failure(deviceBind, { ...device, siteId: 'nowhere' })).code).toBe(33006)
    expect(await admin.failure(deviceBind, { ...device, siteId, name: 'a/b' })).toEqual({ code: 1000, detail: { field: 'name' } })
    expect((await admin.failure(deviceBind, { ...OTHER_DEVICE, siteId })).code).toBe(33010)
  })

  test('fails for a device of another type, but only to whoever has its code', async () => {
    const ofType = (devType: 1 | 2, securityCode = device.securityCode) =>
      admin.failure(deviceBind, { ...device, securityCode, siteId, devType })
    expect(await ofType(2)).toEqual({ code: 33023, detail: { field: 'devType' } })
    expect((await ofType(2, 'WRONGCODE1')).code).toBe(33004)
  })

  test('of a list binds the good ones, says of each other why not, and what the licence covers then', async () => {
    const listed = { sn: 'LISTED0001', securityCode: 'LISTEDCODE1' }
    await service.connectDevice(listed, [channel(0), channel(1)])
    const devices = [
      { sn: 'NOSUCH0001', securityCode: 'CAMERACODE1', siteId },
      { ...listed, siteId, name: 'From a list' },
      { ...listed, siteId },
      { ...listed, siteId: 'nowhere' },
    ]
    const { refused, coverage } = await admin.call(deviceBindMany, { devices })
    expect(refused).toEqual([
      { index: 0, code: 33003 },
      { index: 2, code: 33010 },
      { index: 3, code: 33006 },
    ])
    expect(coverage.cameras).toBeGreaterThanOrEqual(2)
    expect((await admin.call(devicePage, { pageNum: 1, pageSize: 10, search: listed.sn })).devices).toMatchObject([
      { name: 'From a list', siteId },
    ])
    await admin.call(deviceUnbind, { sn: listed.sn })
  })

  test('gives it to the site under its name, tells those who see it, and is done once', async () => {
    const guard = await service.openPush(await service.signIn('guard'))
    const bound = await admin.call(deviceBind, {
      sn: device.sn.toLowerCase(),
      securityCode: device.securityCode,
      siteId,
      name: 'Till camera',
    })
    expect(bound).toMatchObject({ sn: device.sn, siteId, name: 'Till camera', status: 1, model: 'T-1', channelTotal: 1 })
    await guard.next('assets-changed')
    expect((await admin.failure(deviceBind, { ...device, siteId })).code).toBe(33010)
    const { channels } = await admin.call(siteChannelList, { siteIds: [siteId] })
    expect(channels).toMatchObject([{ sn: device.sn, deviceName: 'Till camera', channelName: 'Camera 1', status: 1 }])
  })

  test('is found by name, model and serial number, whatever the case', async () => {
    const find = async (search: string) => (await admin.call(devicePage, { pageNum: 1, pageSize: 10, search })).devices.map(({ sn }) => sn)
    expect(await find('TILL')).toEqual([device.sn])
    expect(await find('camera0001')).toEqual([device.sn])
    expect(await find('t-1')).toEqual([device.sn])
    expect(await find('_ill')).toEqual([])
    expect(await find('%')).toEqual([])
  })

  test('is found by a name of any script, whatever the case, and so are its cameras', async () => {
    const rename = (name: string) =>
      service.edit(async (db) => {
        await db.updateTable('device').set({ name }).where('sn', '=', device.sn).execute()
        await db.updateTable('channel').set({ name }).where('sn', '=', device.sn).execute()
      })
    for (const [name, typed] of [
      ['ÜBERGANG Süd', 'übergang sÜD'],
      ['Склад № 2', 'СКЛАД'],
      ['ΠΥΛΗ', 'πύλη'.normalize('NFD').replaceAll(/\p{M}/gu, '')],
      ['东门摄像头', '东门'],
    ] as const) {
      await rename(name)
      const page = { pageNum: 1, pageSize: 10, search: typed }
      expect((await admin.call(devicePage, page)).devices.map(({ sn }) => sn)).toEqual([device.sn])
      expect((await admin.call(channelPage, page)).channels.map(({ sn }) => sn)).toEqual([device.sn])
      expect((await admin.call(channelPage, { ...page, search: `${typed}_` })).total).toBe(0)
    }
    await rename('Till camera')
  })

  test('is paged', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((pageNum) => admin.call(devicePage, { pageNum, pageSize: 2 })))
    expect(pages.flatMap(({ devices }) => devices).map(({ name }) => name)).toEqual(['Gate', 'Shop', 'Till camera', 'Warehouse'])
    expect(pages.map(({ total }) => total)).toEqual([4, 4, 4, 4])
    expect((await admin.call(devicePage, { pageNum: 2, pageSize: 3 })).total).toBe(4)
    expect(await admin.call(devicePage, { pageNum: 1, pageSize: 2, search: 'nothing of the kind' })).toEqual({ total: 0, devices: [] })
  })

  test('shows a person whose cameras there are all taken away no device, though its site is', async () => {
    const seenBy = async (name: 'guard' | 'operator') => {
      const { devices, total } = await (await service.signIn(name)).call(devicePage, { pageNum: 1, pageSize: 1, siteId: 'harbor-gate' })
      return [devices.map(({ sn }) => sn), total]
    }
    const { sn } = demoDevices.gate
    await service.connectDevice(demoDevices.gate, [channel(0), channel(1)])
    const takeAway = (chl_index: number) =>
      service.edit(async (db) => {
        const { id } = await db.selectFrom('user').where('login_name', '=', 'guard').select('id').executeTakeFirstOrThrow()
        await db.insertInto('user_channel_role').values({ user_id: id, sn, chl_index, role: 'no-authority' }).execute()
      })
    await takeAway(0)
    expect(await seenBy('guard')).toEqual([[sn], 1])
    await takeAway(1)
    expect(await seenBy('guard')).toEqual([[], 0])
    expect(await seenBy('operator')).toEqual([[sn], 1])
  })

  test('ends with unbinding, after which it can be bound again', async () => {
    await admin.call(deviceUnbind, { sn: device.sn })
    expect((await admin.call(siteChannelList, { siteIds: [siteId] })).channels).toEqual([])
    expect((await admin.failure(deviceUnbind, { sn: device.sn })).code).toBe(33003)
    expect((await admin.call(deviceBind, { ...device, siteId })).name).toBe('Till camera')
  })

  test('stops who guesses codes, even with the right one, for five minutes', async () => {
    const { sn, securityCode } = demoDevices.gate
    for (let time = 0; time < 5; time += 1) {
      expect((await admin.failure(deviceBind, { sn, securityCode: `WRONG${time}`, siteId })).code).toBe(33004)
    }
    expect((await admin.failure(deviceBind, { sn, securityCode, siteId })).code).toBe(6001)
    service.advance(5 * 60_000)
    expect((await admin.failure(deviceBind, { sn, securityCode, siteId })).code).toBe(33010)
  })

  test('is kept from nobody by a stranger who guesses its code: the owner binds it, and changes its code', async () => {
    const stranger = await service.signIn('stranger')
    const guarded = { sn: 'GUARDED001', securityCode: 'GUARDEDC01' }
    const guess = async () => {
      const tries = { sn: guarded.sn, securityCode: 'WRONGCODE1', siteId: OTHER_SITE_ID }
      for (let time = 0; time < 5; time += 1) expect((await stranger.failure(deviceBind, tries)).code).not.toBe(6001)
      expect((await stranger.failure(deviceBind, tries)).code).toBe(6001)
    }
    await service.connectDevice(guarded, [channel(0)], { 'security-code-set': () => null })
    await guess()
    expect((await admin.failure(deviceBind, { ...guarded, siteId })).code).toBe(200)
    service.advance(5 * 60_000)
    await guess()
    const change = { ...guarded, newSecurityCode: 'GUARDEDC02' }
    expect((await admin.failure(deviceSecurityCodeUpdate, change)).code).toBe(200)
    await admin.call(deviceUnbind, { sn: guarded.sn })
  })

  test('tells who has not its code nothing of a device that another organization has', async () => {
    const answers = async (sn: string) => {
      const codes: number[] = []
      for (let time = 0; time < 6; time += 1)
        codes.push((await admin.failure(deviceBind, { sn, securityCode: `WRONG${time}`, siteId })).code)
      return codes
    }
    expect(await answers(OTHER_DEVICE.sn)).toEqual([33003, 33003, 33003, 33003, 33003, 6001])
    expect(await answers('NOSUCH0002')).toEqual([33003, 33003, 33003, 33003, 33003, 6001])
    service.advance(5 * 60_000)
    expect((await admin.failure(deviceBind, { ...OTHER_DEVICE, siteId })).code).toBe(33010)
  })
})

describe('cameras beyond the free channels and the licence', () => {
  const recorder = { sn: 'RECORDER01', securityCode: 'RECORDERC1' }
  const free = (channels: number) =>
    service.edit((db) =>
      db.updateTable('licence_account').set({ free_chl_num: channels }).where('organization_id', '=', 'harbor-logistics').execute(),
    )
  const openOf = async (sn: string) =>
    (await admin.call(channelListDetail, { channels: [0, 1, 2, 3].map((chlIndex) => ({ sn, chlIndex })) })).channels
      .filter(({ isOpen }) => isOpen)
      .map(({ chlIndex }) => chlIndex)

  test('are not bound when there is room for none, and are closed when there is room for some', async () => {
    const { open } = await admin.call(channelAuthNum, null)
    await service.connectDevice(recorder, [channel(0), channel(1), channel(2)])
    await free(open)
    expect((await admin.failure(deviceBind, { ...recorder, siteId })).code).toBe(33136)
    await free(open + 2)
    await admin.call(deviceBind, { ...recorder, siteId })
    expect(await openOf(recorder.sn)).toEqual([0, 1])
    expect(await admin.call(channelAuthNum, null)).toMatchObject({ open: open + 2, covered: open + 2 })
  })

  test('that a bound device gains are closed until there is room', async () => {
    const before = await admin.call(channelAuthNum, null)
    await service.connectDevice(recorder, [channel(0), channel(1), channel(2), channel(3)])
    await expect.poll(async () => (await admin.call(channelAuthNum, null)).closed).toBe(before.closed + 1)
    expect(await openOf(recorder.sn)).toEqual([0, 1])
    expect((await admin.failure(channelOpen, { channels: [{ sn: recorder.sn, chlIndex: 3 }] })).code).toBe(33136)
    await free(before.covered + 1)
    await admin.call(channelOpen, { channels: [{ sn: recorder.sn, chlIndex: 3 }] })
    expect(await openOf(recorder.sn)).toEqual([0, 1, 3])
  })
})
