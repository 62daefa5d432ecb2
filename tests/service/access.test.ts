import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { collectionChlStatus } from '#contract/calls/device/collection-chl-status.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { customerWebsiteGet } from '#contract/calls/user/customer-website-get.ts'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { registry } from '#contract/registry.ts'
import { CONTRACT_VERSION } from '#contract/version.ts'
import { writeRequest } from '#contract/write-request.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService, type PersonName } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

let service: TestService
const clients = new Map<PersonName, ServiceClient>()
const gateAndShop = { pageNum: 1, pageSize: 100 }

beforeAll(async () => {
  service = await TestService.start()
  for (const device of Object.values(demoDevices)) await service.connectDevice(device, [channel(0), channel(1)])
  for (const name of ['admin', 'operator', 'guard', 'stranger'] as const) clients.set(name, await service.signIn(name))
  await vi.waitFor(async () => expect(await channelsOf('admin')).toHaveLength(6), 10_000)
})
afterAll(() => service.close())

function as(name: PersonName): ServiceClient {
  const client = clients.get(name)
  if (client === undefined) throw new Error(`${name} has not signed in.`)
  return client
}

async function channelsOf(name: PersonName): Promise<string[]> {
  const { channels } = await as(name).call(siteChannelList, {})
  return channels.map(({ sn, chlIndex }) => `${sn}/${chlIndex}`)
}

async function codeOf(client: ServiceClient, path: string): Promise<number> {
  const { status, reply } = await client.post(path, writeRequest({}, { id: crypto.randomUUID(), nonce: 'n', nowMs: Date.now() }))
  expect(status).toBe(200)
  if (reply === undefined) throw new Error('not an envelope')
  return reply.ok ? 200 : reply.code
}

describe.each(Object.values(registry))('$path', (call) => {
  test('answers without a token only when it is open', async () => {
    const code = await codeOf(service.client(), call.path)
    if (call.access.who === 'open') expect([200, 1000, 20001]).toContain(code)
    else expect(code).toBe(10002)
  })

  test('does not answer to a made-up token', async () => {
    const code = await codeOf(service.client('x'.repeat(43)), call.path)
    if (call.access.who !== 'open') expect(code).toBe(7009)
  })

  test('exists for POST alone', async () => {
    const answer = await fetch(service.url + call.path)
    if ('answersGet' in call) expect(await answer.json()).toMatchObject({ basic: { code: 1000 } })
    else expect(answer.status).toBe(404)
  })
})

test.each(Object.values(registry).filter((call) => call.access.who === 'administrator'))(
  '$path answers 5000 to others than administrators',
  async (call) => {
    expect(await codeOf(as('operator'), call.path)).toBe(5000)
    expect(await codeOf(as('guard'), call.path)).toBe(5000)
    expect(await codeOf(as('admin'), call.path)).not.toBe(5000)
  },
)

describe('what a person sees', () => {
  test('is all of the organization for an administrator, and the assigned sites for others', async () => {
    const { gate, shop, warehouse } = demoDevices
    const both = (device: { sn: string }) => [`${device.sn}/0`, `${device.sn}/1`]
    expect((await channelsOf('admin')).toSorted()).toEqual([...both(gate), ...both(shop), ...both(warehouse)])
    expect((await channelsOf('operator')).toSorted()).toEqual([...both(gate), ...both(warehouse)])
    expect((await channelsOf('guard')).toSorted()).toEqual([...both(gate), ...both(shop)])
    expect(await channelsOf('stranger')).toEqual([`${OTHER_DEVICE.sn}/0`])
    expect((await as('guard').call(devicePage, gateAndShop)).devices.map(({ sn }) => sn).toSorted()).toEqual([gate.sn, shop.sn])
  })

  test('comes with the rights of the role', async () => {
    const { channels } = await as('guard').call(siteChannelList, {})
    expect(channels.map(({ rights }) => rights)).toEqual([['live'], ['live'], ['live'], ['live']])
    const [first] = (await as('operator').call(siteChannelList, {})).channels
    expect(first?.rights).toEqual(['live', 'playback', 'ptz', 'talk'])
    expect(first?.capability.streams[0]?.codec).toBe('avc1.64001f')
  })

  test('counts only what is seen', async () => {
    const { sites } = await as('guard').call(siteListChoose, null)
    expect(
      sites.map(({ siteName, deviceTotal, deviceOnline, cameraTotal, cameraOnline }) => [
        siteName,
        deviceTotal,
        deviceOnline,
        cameraTotal,
        cameraOnline,
      ]),
    ).toEqual([
      ['Harbor Gate and Parking', 1, 1, 2, 2],
      ['Harbor Shop', 1, 1, 2, 2],
    ])
  })

  test('changes with a role on one channel', async () => {
    const role = { user_id: 'harbor-guard', sn: demoDevices.shop.sn }
    await service.edit((db) =>
      db
        .insertInto('user_channel_role')
        .values([
          { ...role, chl_index: 0, role: 'no-authority' },
          { ...role, chl_index: 1, role: 'site-operator' },
        ])
        .execute(),
    )
    const { channels } = await as('guard').call(siteChannelList, { siteIds: ['harbor-shop'] })
    expect(channels.map(({ chlIndex, rights }) => [chlIndex, rights])).toEqual([[1, ['live', 'playback', 'ptz', 'talk']]])
    await service.edit((db) => db.deleteFrom('user_channel_role').execute())
  })

  test('is nothing without authority, and then there is no ticket', async () => {
    const set = (role: 'no-authority' | 'live-only') =>
      service.edit((db) => db.updateTable('user_site_role').set({ role }).where('user_id', '=', 'harbor-guard').execute())
    await set('no-authority')
    expect(await channelsOf('guard')).toEqual([])
    expect((await as('guard').call(siteListChoose, null)).sites).toEqual([])
    expect((await as('guard').call(devicePage, gateAndShop)).total).toBe(0)
    expect((await as('guard').failure(deviceAccessTokenGet, { holder: 'tab' })).code).toBe(5000)
    await set('live-only')
    const { ticket, expiresAtMs } = await as('guard').call(deviceAccessTokenGet, { holder: 'tab' })
    expect(ticket).toHaveLength(43)
    expect(expiresAtMs - service.now).toBeLessThanOrEqual(30_000)
  })
})

describe('identifiers of another organization', () => {
  test('are answered as if they did not exist', async () => {
    const admin = as('admin')
    const known = { sn: demoDevices.gate.sn, chlIndex: 0 }
    const asked = await admin.call(collectionChlStatus, {
      channels: [known, { sn: OTHER_DEVICE.sn, chlIndex: 0 }, { sn: 'NOSUCH0001', chlIndex: 0 }],
    })
    expect(asked.channels.map(({ sn }) => sn)).toEqual([known.sn])
    expect((await admin.call(siteChannelList, { siteIds: [OTHER_SITE_ID] })).channels).toEqual([])
    expect((await admin.call(devicePage, { ...gateAndShop, siteId: OTHER_SITE_ID })).total).toBe(0)
    expect((await admin.failure(deviceUnbind, { sn: OTHER_DEVICE.sn })).code).toBe(33003)
    expect((await admin.failure(deviceUnbind, { sn: 'NOSUCH0001' })).code).toBe(33003)
    const unbound = { sn: 'NOSUCH0001', securityCode: 'WHATEVER' }
    expect((await admin.failure(deviceBind, { ...unbound, siteId: OTHER_SITE_ID })).code).toBe(33006)
    expect((await admin.failure(deviceBind, { ...unbound, siteId: 'no-such-site' })).code).toBe(33006)
  })

  test('cannot be marked as read', async () => {
    await service.edit((db) =>
      db
        .insertInto('alarm')
        .values({
          id: 'other-alarm',
          organization_id: 'other',
          site_id: OTHER_SITE_ID,
          sn: OTHER_DEVICE.sn,
          chl_index: null,
          kind: 'device-offline',
          site_name: 'x',
          source_name: 'y',
          started_at_ms: 1,
          recovered_at_ms: null,
        })
        .execute(),
    )
    await as('admin').call(alarmUpdateReadStatus, { alarmIds: ['other-alarm'] })
    await as('admin').call(alarmUpdateReadStatus, { alarmIds: 'all' })
    expect((await as('admin').call(alarmSearchList, gateAndShop)).alarms.map(({ alarmId }) => alarmId)).not.toContain('other-alarm')
    const { alarms } = await as('stranger').call(alarmSearchList, gateAndShop)
    expect(alarms.map(({ alarmId, isRead }) => [alarmId, isRead])).toEqual([['other-alarm', false]])
  })
})

describe('what is open', () => {
  test('tells branding by the address that was asked', async () => {
    expect((await service.client().call(customerWebsiteGet, null)).productName).toBe('Harbor Logistics')
    const body = writeRequest(null, { id: 'a', nonce: 'b', nowMs: 1 })
    const answer = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'other.example:8420', 'content-type': 'application/json' }
      const outgoing = request(service.url + customerWebsiteGet.path, { method: 'POST', headers }, (response) => {
        response.setEncoding('utf8').on('data', resolve)
      })
      outgoing.on('error', reject)
      outgoing.end(body)
    })
    expect(JSON.parse(answer)).toMatchObject({ data: { productName: 'Other', accentColor: '#884400', logoUrl: null } })
  })

  test('tells versions and where the plugin listens', async () => {
    expect(await service.client().call(systemVersionGet, null)).toMatchObject({ contractVersion: CONTRACT_VERSION, pluginPort: 31853 })
  })

  test('is not the menu, which everybody signed in gets in its order', async () => {
    const { items } = await as('guard').call(menuTree, null)
    expect(items.map(({ page, place }) => `${page} ${place}`)).toEqual([
      'live top',
      'playback top',
      'search top',
      'map top',
      'vehicle top',
      'archives top',
      'sites top',
      'device top',
      'settings top',
      'service top',
      'privacySecurity top',
      'alerts foot',
      'account foot',
    ])
  })

  test('has the page of users for administrators alone', async () => {
    const { items } = await as('admin').call(menuTree, null)
    expect(items.find(({ page }) => page === 'users')).toEqual({ page: 'users', place: 'top', lower: false })
    const lower = await as('guard').call(menuTree, null)
    expect(lower.items.some(({ page }) => page === 'users')).toBe(false)
  })
})
