import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
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

  test('is paged', async () => {
    const pages = [1, 2, 3, 4].map((pageNum) => admin.call(devicePage, { pageNum, pageSize: 2 }))
    const devices = (await Promise.all(pages)).flatMap((page) => page.devices)
    expect(devices.map(({ name }) => name)).toEqual(['Gate', 'Shop', 'Till camera', 'Warehouse'])
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
})
