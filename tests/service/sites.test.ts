import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { merchantSiteChlList } from '#contract/calls/device/merchant-site-chl-list.ts'
import { siteAdd } from '#contract/calls/device/site-add.ts'
import { siteContents } from '#contract/calls/device/site-contents.ts'
import { siteDelete } from '#contract/calls/device/site-delete.ts'
import { siteDeviceChl } from '#contract/calls/device/site-device-chl.ts'
import { siteEdit } from '#contract/calls/device/site-edit.ts'
import type { SiteInput } from '#contract/calls/device/site-input.ts'
import { siteMapPut } from '#contract/calls/device/site-map-put.ts'
import { siteSceneAdd } from '#contract/calls/device/site-scene-add.ts'
import { siteSceneDelete } from '#contract/calls/device/site-scene-delete.ts'
import { siteSceneList } from '#contract/calls/device/site-scene-list.ts'
import { siteUserAssign } from '#contract/calls/device/site-user-assign.ts'
import { siteUserList } from '#contract/calls/device/site-user-list.ts'
import { siteScenes } from '#contract/site-scenes.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop } = demoDevices
const hotel: SiteInput = {
  siteName: 'Quay Hotel',
  scene: 'hotel',
  city: 'Rotterdam',
  address: 'Kop van Zuid 3, 2nd floor',
  contact: 'Eva Smit',
  phone: '+31 10 555 0199',
  timeZone: 'Europe/Amsterdam',
}
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let guard: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  guard = await service.signIn('guard')
  await service.connectDevice(gate, [channel(0)])
  await service.connectDevice(shop, [channel(0), channel(1)])
})
afterAll(() => service.close())

const sitesOf = async (client: ServiceClient) => (await client.call(siteListChoose, null)).sites

describe('sites', () => {
  test('are made with all that is told of them, in every scene, and a custom one has a name of its own', async () => {
    const made = await admin.call(siteAdd, { ...hotel, position: { latitude: 51.905, longitude: 4.487 } })
    expect(made).toMatchObject({ ...hotel, position: { latitude: 51.905, longitude: 4.487 }, deviceTotal: 0, cameraTotal: 0 })
    expect((await sitesOf(admin)).find((site) => site.siteId === made.siteId)).toEqual(made)
    for (const scene of siteScenes) {
      const customScene = scene === 'custom' ? 'Boat house' : undefined
      expect((await admin.call(siteAdd, { ...hotel, siteName: `Scene ${scene}`, scene, customScene })).scene).toBe(scene)
    }
  })

  test('are refused with the field that is wrong', async () => {
    const wrong: [Partial<SiteInput>, string][] = [
      [{ siteName: '' }, 'siteName'],
      [{ siteName: 'a/b' }, 'siteName'],
      [{ siteName: 'x'.repeat(65) }, 'siteName'],
      [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
      [{ phone: 'call me' }, 'phone'],
      [{ scene: 'custom' }, 'customScene'],
      [{ scene: 'hotel', customScene: 'Pier' }, 'customScene'],
      [{ position: { latitude: 90.1, longitude: 0 } }, 'position.latitude'],
    ]
    for (const [change, field] of wrong) {
      expect(await admin.failure(siteAdd, { ...hotel, siteName: 'Fresh', ...change })).toEqual({ code: 1000, detail: { field } })
    }
    expect((await admin.call(siteAdd, { ...hotel, siteName: 'x'.repeat(64) })).siteName).toHaveLength(64)
  })

  test('have a name once in an organization', async () => {
    expect(await admin.failure(siteAdd, { ...hotel, siteName: 'Harbor Shop' })).toEqual({ code: 33026, detail: { field: 'siteName' } })
    const { siteId } = await admin.call(siteAdd, { ...hotel, siteName: 'Once' })
    expect((await admin.failure(siteEdit, { siteId, site: { ...hotel, siteName: 'Harbor Shop' } })).code).toBe(33026)
    expect((await admin.call(siteEdit, { siteId, site: { ...hotel, siteName: 'Once', city: 'Delft' } })).city).toBe('Delft')
    const stranger = await service.signIn('stranger')
    expect((await stranger.call(siteAdd, { ...hotel, siteName: 'Harbor Shop' })).siteName).toBe('Harbor Shop')
  })

  test('keep their place on the map until it is taken off, and tell those who see them', async () => {
    const push = await service.openPush(guard)
    await admin.call(siteMapPut, { siteId: 'harbor-shop', position: { latitude: -12.5, longitude: 179.9 } })
    await push.next('assets-changed')
    const shopOf = async () => (await sitesOf(guard)).find(({ siteId }) => siteId === 'harbor-shop')
    expect((await shopOf())?.position).toEqual({ latitude: -12.5, longitude: 179.9 })
    const { siteName, scene, city, address, timeZone } = (await shopOf()) ?? expect.unreachable()
    const site = { siteName, scene: scene as 'store', city, address, timeZone, contact: 'Kim', phone: '+31 10 555 0100' }
    expect((await admin.call(siteEdit, { siteId: 'harbor-shop', site })).position).toEqual({ latitude: -12.5, longitude: 179.9 })
    await admin.call(siteMapPut, { siteId: 'harbor-shop', position: null })
    expect((await shopOf())?.position).toBeNull()
    push.close()
  })

  test('with devices cannot be deleted; without, they go', async () => {
    const { siteId } = await admin.call(siteAdd, { ...hotel, siteName: 'Short lived' })
    await admin.call(deviceEdit, { sn: gate.sn, siteId })
    expect((await admin.failure(siteDelete, { siteId })).code).toBe(33027)
    await admin.call(deviceEdit, { sn: gate.sn, siteId: 'harbor-gate' })
    await admin.call(siteDelete, { siteId })
    expect((await sitesOf(admin)).some((site) => site.siteId === siteId)).toBe(false)
    expect((await admin.failure(siteDelete, { siteId })).code).toBe(33006)
  })

  test('keep the scenes of their organization, and have labels, each once', async () => {
    const boat = { ...hotel, siteName: 'Boats', scene: 'custom' as const, customScene: 'Boat House', labels: ['North', 'Night shift'] }
    const made = await admin.call(siteAdd, boat)
    expect(made).toMatchObject({ labels: ['Night shift', 'North'] })
    // The scene above was written in another way first, and stays as it was written.
    expect(made.customScene).toBe('Boat house')
    await admin.call(siteSceneAdd, { sceneName: 'Pier' })
    expect(await admin.failure(siteSceneAdd, { sceneName: 'PIER' })).toEqual({ code: 33741, detail: { field: 'sceneName' } })
    const listed = await guard.call(siteSceneList, null)
    expect(listed.scenes).toEqual([
      { sceneName: 'Boat house', sites: 0 },
      { sceneName: 'Pier', sites: 0 },
    ])
    expect(listed.labels).toEqual([])
    expect((await admin.call(siteSceneList, null)).labels).toContainEqual({ label: 'North', sites: 1 })
    expect((await admin.failure(siteSceneDelete, { sceneName: 'boat house' })).code).toBe(33743)
    await admin.call(siteSceneDelete, { sceneName: 'pier' })
    expect((await admin.failure(siteSceneDelete, { sceneName: 'pier' })).code).toBe(33744)
    const stranger = await service.signIn('stranger')
    expect(await stranger.call(siteSceneList, null)).toEqual({ scenes: [], labels: [] })
    const twice = { ...hotel, siteName: 'Twice', labels: ['North', 'north'] }
    expect(await admin.failure(siteAdd, twice)).toEqual({ code: 1000, detail: { field: 'labels' } })
    const { siteId } = made
    expect((await admin.call(siteEdit, { siteId, site: { ...boat, labels: undefined } })).labels).toEqual(['Night shift', 'North'])
    expect((await admin.call(siteEdit, { siteId, site: { ...boat, labels: [] } })).labels).toEqual([])
  })

  test('are deleted by whoever has been told what hangs on them', async () => {
    expect(await admin.call(siteContents, { siteId: 'harbor-shop' })).toMatchObject({
      devices: 1,
      cameras: 2,
      plans: 0,
      archives: 0,
      shares: 0,
    })
    const { siteId } = await admin.call(siteAdd, { ...hotel, siteName: 'With people', labels: ['Gone soon'] })
    await admin.call(siteUserAssign, { siteId, users: [{ userId: 'harbor-operator', role: 'live-only' }] })
    expect(await admin.call(siteContents, { siteId })).toMatchObject({ devices: 0, people: 1 })
    await admin.call(siteDelete, { siteId })
    expect((await admin.failure(siteContents, { siteId })).code).toBe(33006)
    expect((await admin.call(siteSceneList, null)).labels).not.toContainEqual({ label: 'Gone soon', sites: 1 })
    expect((await admin.failure(siteContents, { siteId: OTHER_SITE_ID })).code).toBe(33006)
  })

  test('of another organization are as if they did not exist', async () => {
    expect((await admin.failure(siteEdit, { siteId: OTHER_SITE_ID, site: { ...hotel, siteName: 'Mine' } })).code).toBe(33006)
    expect((await admin.failure(siteDelete, { siteId: OTHER_SITE_ID })).code).toBe(33006)
    expect((await admin.failure(siteMapPut, { siteId: OTHER_SITE_ID, position: null })).code).toBe(33006)
    expect((await admin.failure(siteUserList, { siteId: OTHER_SITE_ID })).code).toBe(33006)
    expect((await admin.failure(siteUserAssign, { siteId: OTHER_SITE_ID, users: [] })).code).toBe(33006)
    const { sites } = await admin.call(siteDeviceChl, { siteIds: [OTHER_SITE_ID] })
    expect(sites).toEqual([])
    expect(JSON.stringify(await admin.call(siteDeviceChl, {}))).not.toContain(OTHER_DEVICE.sn)
    expect(JSON.stringify(await admin.call(merchantSiteChlList, { search: null }))).not.toContain(OTHER_DEVICE.sn)
  })
})

describe('the tree of sites, devices and channels', () => {
  test('is what the person sees', async () => {
    const tree = async (client: ServiceClient) =>
      (await client.call(siteDeviceChl, {})).sites.map(({ siteId, devices }) => [
        siteId,
        devices.map(({ sn, channels }) => [sn, channels.length]),
      ])
    expect(await tree(guard)).toEqual([
      ['harbor-gate', [[gate.sn, 1]]],
      ['harbor-shop', [[shop.sn, 2]]],
    ])
    expect(await tree(operator)).toContainEqual(['harbor-gate', [[gate.sn, 1]]])
    expect((await tree(operator)).some(([siteId]) => siteId === 'harbor-shop')).toBe(false)
  })

  test('is found by words for those who give roles', async () => {
    const { sites } = await admin.call(merchantSiteChlList, { search: 'SHOP' })
    expect(sites.map(({ siteId, channels }) => [siteId, channels.length])).toEqual([['harbor-shop', 2]])
    expect((await operator.failure(merchantSiteChlList, { search: null })).code).toBe(5000)
  })
})

describe('assigning a site', () => {
  test('gives it to the people named and takes it from all others', async () => {
    const push = await service.openPush(operator)
    const { users } = await admin.call(siteUserAssign, {
      siteId: 'harbor-shop',
      users: [{ userId: 'harbor-operator', role: 'site-administrator' }],
    })
    expect(users).toEqual([expect.objectContaining({ userId: 'harbor-operator', alias: 'Jonas Bakker', role: 'site-administrator' })])
    await push.next('assets-changed')
    expect((await operator.call(siteChannelList, { siteIds: ['harbor-shop'] })).channels[0]?.rights).toContain('configure')
    expect((await guard.call(siteChannelList, { siteIds: ['harbor-shop'] })).channels).toEqual([])
    await admin.call(siteUserAssign, { siteId: 'harbor-shop', users: [] })
    expect((await operator.call(siteChannelList, { siteIds: ['harbor-shop'] })).channels).toEqual([])
    push.close()
  })

  test('fails for people of another organization, administrators, nobody, and somebody twice, and changes nothing', async () => {
    const assign = (userId: string) => admin.failure(siteUserAssign, { siteId: 'harbor-gate', users: [{ userId, role: 'live-only' }] })
    const before = await admin.call(siteUserList, { siteId: 'harbor-gate' })
    expect(before.users).toHaveLength(2)
    for (const userId of ['other-admin', 'harbor-admin', 'nobody']) {
      expect(await assign(userId)).toEqual({ code: 7001, detail: { field: 'users.0.userId' } })
    }
    const guardTwice = [1, 2].map(() => ({ userId: 'harbor-guard', role: 'live-only' as const }))
    expect(await admin.failure(siteUserAssign, { siteId: 'harbor-gate', users: guardTwice })).toEqual({
      code: 1000,
      detail: { field: 'users' },
    })
    const asAdministrator = [{ userId: 'harbor-guard', role: 'administrator' as const }]
    expect((await admin.failure(siteUserAssign, { siteId: 'harbor-gate', users: asAdministrator })).code).toBe(1000)
    expect(await admin.call(siteUserList, { siteId: 'harbor-gate' })).toEqual(before)
  })
})

test('a device that moves takes no roles along, and one that is unbound leaves nothing behind', async () => {
  await service.edit((db) =>
    db.insertInto('user_channel_role').values({ user_id: 'harbor-guard', sn: gate.sn, chl_index: 0, role: 'site-operator' }).execute(),
  )
  const rightsOfGuard = async () => (await guard.call(siteChannelList, { siteIds: ['harbor-gate'] })).channels[0]?.rights
  expect(await rightsOfGuard()).toContain('ptz')
  expect((await admin.failure(deviceEdit, { sn: gate.sn, siteId: OTHER_SITE_ID })).code).toBe(33006)
  expect(await admin.call(deviceEdit, { sn: gate.sn, siteId: 'harbor-warehouse', name: 'Moved gate' })).toMatchObject({
    siteId: 'harbor-warehouse',
    name: 'Moved gate',
  })
  await admin.call(deviceEdit, { sn: gate.sn, siteId: 'harbor-gate' })
  expect(await rightsOfGuard()).toEqual(['live'])
  await admin.call(deviceUnbind, { sn: gate.sn })
  expect((await admin.failure(deviceEdit, { sn: gate.sn, name: 'Ghost' })).code).toBe(33003)
})
