import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { channelMapPut } from '#contract/calls/device/channel-map-put.ts'
import { deviceEdit } from '#contract/calls/device/device-edit.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteAdd } from '#contract/calls/device/site-add.ts'
import { siteDelete } from '#contract/calls/device/site-delete.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { mapGet } from '#contract/calls/map/map-get.ts'
import { planAdd } from '#contract/calls/map/plan-add.ts'
import { planCameraPut } from '#contract/calls/map/plan-camera-put.ts'
import { planDelete } from '#contract/calls/map/plan-delete.ts'
import { planEdit } from '#contract/calls/map/plan-edit.ts'
import { planLimits, type PlanPlace } from '#contract/map-views.ts'
import { OTHER_DEVICE, OTHER_SITE_ID } from '#tests/support/other-organization.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { upload } from '#tests/support/upload.ts'

const { gate, shop } = demoDevices
const place: PlanPlace = { x: 0.25, y: 0.5, directionDeg: 90, angleDeg: 60, rangeShare: 0.2 }
const ATTRIBUTION = '© Surveys of <b>Rotterdam</b>'
const TILES = 'https://tiles.example.org/{z}/{x}/{y}.png'
let service: TestService
let admin: ServiceClient
let operator: ServiceClient
let guard: ServiceClient

beforeAll(async () => {
  service = await TestService.start({ mapTilesUrl: TILES, mapTilesAttribution: ATTRIBUTION })
  admin = await service.signIn('admin')
  operator = await service.signIn('operator')
  guard = await service.signIn('guard')
  await service.connectDevice(gate, [channel(0), channel(1)])
  await service.connectDevice(shop, [channel(0)])
})
afterAll(() => service.close())

/** A picture as it comes out of a drawing program. `kind` as the canvas names it. */
function drawn(kind: 'png' | 'jpeg' | 'webp' = 'png', [width, height] = [40, 30]): File {
  const canvas = createCanvas(width ?? 0, height ?? 0)
  // Of the three it has an overload each.
  const bytes =
    kind === 'jpeg' ? canvas.toBuffer('image/jpeg') : kind === 'webp' ? canvas.toBuffer('image/webp') : canvas.toBuffer('image/png')
  return new File([new Uint8Array(bytes)], `plan.${kind}`, { type: `image/${kind}` })
}

async function add(planName: string, { siteId = 'harbor-gate', file = drawn(), who = admin } = {}): Promise<string | number> {
  const answer = await upload(who, planAdd, { siteId, planName }, file)
  return answer.ok ? answer.data.planId : answer.code
}
const plansOf = async (client: ServiceClient) => (await client.call(mapGet, null)).plans

describe('plans of a site', () => {
  test('are png, jpg or webp, come by a link with their size, and are listed by name', async () => {
    const kinds = ['webp', 'png', 'jpeg'] as const
    for (const [index, kind] of kinds.entries())
      expect(await add(`Floor ${index}`, { file: drawn(kind, [60, 20 + index]) })).toEqual(expect.any(String))
    const plans = await plansOf(operator)
    expect(plans.map(({ planName, widthPx, heightPx }) => [planName, widthPx, heightPx])).toEqual([
      ['Floor 0', 60, 20],
      ['Floor 1', 60, 21],
      ['Floor 2', 60, 22],
    ])
    for (const [index, kind] of kinds.entries()) {
      const picture = await fetch(service.url + plans[index]?.pictureUrl)
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, `image/${kind}`])
    }
  })

  test('are refused when they are no picture, too large, too long, or of a name that the site has', async () => {
    expect(await add('Text', { file: new File(['<svg/>'], 'plan.png', { type: 'image/png' }) })).toBe(20018)
    // It begins as a png, and ends before it says how large it is.
    expect(await add('Cut', { file: new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'plan.png') })).toBe(20018)
    expect(await add('Sound', { file: new File(['RIFF\0\0\0\0WAVEfmt ................'], 'plan.webp') })).toBe(20018)
    expect(await add('Long', { file: drawn('png', [planLimits.sidePx + 1, 1]) })).toBe(20018)
    expect(await add('Heavy', { file: new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'plan.png') })).toBe(20017)
    expect(await add('Floor 0')).toBe(33042)
    expect(await add('a/b')).toBe(1000)
    expect(await add('Elsewhere', { siteId: OTHER_SITE_ID })).toBe(33006)
    expect(await add('Mine', { who: operator })).toBe(5000)
    expect(await plansOf(admin)).toHaveLength(3)
  })

  test('are renamed and deleted with their picture, and people of the site hear of it', async () => {
    const planId = String(await add('Attic'))
    const push = await service.openPush(operator)
    await admin.call(planEdit, { planId, planName: 'Loft' })
    expect((await push.next('resource-changed')).infoContent).toEqual({ resource: 'maps' })
    const loft = (await plansOf(operator)).find((plan) => plan.planId === planId)
    expect(loft?.planName).toBe('Loft')
    expect((await admin.failure(planEdit, { planId, planName: 'Floor 0' })).code).toBe(33042)
    await admin.call(planDelete, { planId })
    await push.next('resource-changed')
    push.close()
    expect((await fetch(service.url + loft?.pictureUrl)).status).toBe(404)
    expect((await admin.failure(planDelete, { planId })).code).toBe(33041)
    expect((await admin.failure(planEdit, { planId, planName: 'Gone' })).code).toBe(33041)
  })

  test('go with their site, and are so many of a site at most', async () => {
    const { siteId } = await admin.call(siteAdd, {
      siteName: 'Short lived',
      scene: 'hotel',
      city: '',
      address: '',
      contact: 'Eva Smit',
      phone: '+31 10 555 0199',
      timeZone: 'Europe/Amsterdam',
    })
    const row = { organization_id: 'harbor-logistics', site_id: siteId, picture_key: 'plans/none.png', width_px: 1, height_px: 1 }
    const rows = Array.from({ length: planLimits.ofSite - 1 }, (_, index) => ({ ...row, id: `many-${index}`, name: `Many ${index}` }))
    await service.edit((db) => db.insertInto('site_plan').values(rows).execute())
    await add('Last', { siteId })
    const { pictureUrl } = (await plansOf(admin)).find(({ planName }) => planName === 'Last') ?? expect.unreachable()
    expect(await add('One more', { siteId })).toBe(33043)
    await admin.call(siteDelete, { siteId })
    expect((await fetch(service.url + pictureUrl)).status).toBe(404)
    expect((await plansOf(admin)).some((plan) => plan.siteId === siteId)).toBe(false)
  })
})

describe('a camera on a plan', () => {
  const onFloor = async (client: ServiceClient) => (await plansOf(client)).find(({ planName }) => planName === 'Floor 0')?.cameras
  const floor = async () => (await plansOf(admin)).find(({ planName }) => planName === 'Floor 0')?.planId ?? expect.unreachable()
  const named = { sn: gate.sn, chlIndex: 0 }

  test('stands where it was put last, for all who see it, until it is taken off', async () => {
    const planId = await floor()
    await admin.call(planCameraPut, { planId, ...named, place })
    const moved = { ...place, x: 0.75, directionDeg: 180 }
    await admin.call(planCameraPut, { planId, ...named, place: moved })
    expect(await onFloor(operator)).toEqual([{ ...named, ...moved }])
    await admin.call(planCameraPut, { planId, ...named, place: null })
    expect(await onFloor(operator)).toEqual([])
  })

  test('is put there by whoever configures it, on a plan of its own site, within the plan', async () => {
    const planId = await floor()
    const put = (client: ServiceClient, change: object) => client.failure(planCameraPut, { planId, ...named, place, ...change })
    expect((await put(operator, {})).code).toBe(5000)
    await service.edit((db) =>
      db
        .insertInto('user_channel_role')
        .values({ user_id: 'harbor-operator', sn: gate.sn, chl_index: 1, role: 'site-administrator' })
        .execute(),
    )
    expect((await put(operator, {})).code).toBe(5001)
    await operator.call(planCameraPut, { planId, ...named, chlIndex: 1, place })
    expect((await put(admin, { sn: shop.sn })).code).toBe(33005)
    expect((await put(admin, { sn: OTHER_DEVICE.sn })).code).toBe(33005)
    expect((await put(admin, { planId: 'no-such-plan' })).code).toBe(33041)
    const wrong: Partial<PlanPlace>[] = [{ x: 1.01 }, { y: -0.01 }, { directionDeg: 361 }, { angleDeg: 4 }, { rangeShare: 3 }]
    for (const change of wrong) {
      const [field] = Object.keys(change)
      expect(await put(admin, { place: { ...place, ...change } })).toEqual({ code: 1000, detail: { field: `place.${field}` } })
    }
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(planCameraPut, { planId, sn: OTHER_DEVICE.sn, chlIndex: 0, place })).code).toBe(33041)
  })

  test('is not shown to who does not see it, nor where its device was taken away', async () => {
    const planId = await floor()
    await admin.call(planCameraPut, { planId, ...named, place })
    await service.edit((db) =>
      db.insertInto('user_channel_role').values({ user_id: 'harbor-guard', sn: gate.sn, chl_index: 0, role: 'no-authority' }).execute(),
    )
    expect((await onFloor(guard))?.map(({ chlIndex }) => chlIndex)).toEqual([1])
    await admin.call(deviceEdit, { sn: gate.sn, siteId: 'harbor-shop' })
    expect(await onFloor(admin)).toEqual([])
    await admin.call(deviceEdit, { sn: gate.sn, siteId: 'harbor-gate' })
    expect(await onFloor(admin)).toHaveLength(2)
  })
})

describe('the map', () => {
  test('has the places of the demonstration, and cameras with what they see', async () => {
    const { sites } = await guard.call(siteListChoose, null)
    expect(sites.map(({ siteId, position }) => [siteId, position !== null])).toEqual([
      ['harbor-gate', true],
      ['harbor-shop', true],
    ])
    const position = { latitude: 51.8827, longitude: 4.4499 }
    const view = { directionDeg: 45, angleDeg: 70, rangeM: 40 }
    const named = { sn: gate.sn, chlIndex: 1 }
    await admin.call(channelMapPut, { ...named, position, view })
    await admin.call(channelMapPut, { ...named, position: { ...position, latitude: 51.883 } })
    expect((await guard.call(mapGet, null)).cameras).toEqual([{ ...named, position: { ...position, latitude: 51.883 }, view }])
    expect((await admin.failure(channelMapPut, { ...named, position, view: { ...view, rangeM: 0 } })).code).toBe(1000)
    await admin.call(channelMapPut, { ...named, position: null })
    expect((await guard.call(mapGet, null)).cameras).toEqual([])
  })

  test('may load pictures of the world from the one origin that is set, and from no other', async () => {
    expect((await guard.call(mapGet, null)).tiles).toEqual({ url: TILES, attribution: ATTRIBUTION })
    const policy = (await fetch(service.url)).headers.get('content-security-policy') ?? ''
    const of = (directive: string) => policy.split('; ').find((part) => part.startsWith(`${directive} `))
    expect(of('img-src')).toBe("img-src 'self' blob: data: https://tiles.example.org")
    expect(
      of('connect-src')
        ?.split(' ')
        .filter((source) => source.startsWith('http')),
    ).toEqual(['https://tiles.example.org'])
    expect(of('script-src')).toBe("script-src 'self'")
  })
})

test('a device that is unbound stands nowhere when it comes back', async () => {
  await admin.call(channelMapPut, { sn: gate.sn, chlIndex: 0, position: { latitude: 1, longitude: 2 } })
  await admin.call(deviceUnbind, { sn: gate.sn })
  await service.edit((db) =>
    db.updateTable('device').set({ organization_id: 'harbor-logistics', site_id: 'harbor-gate' }).where('sn', '=', gate.sn).execute(),
  )
  const { cameras, plans } = await admin.call(mapGet, null)
  expect([cameras, plans.flatMap((plan) => plan.cameras)]).toEqual([[], []])
})
