import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { eventDictGet } from '#contract/calls/event/event-dict-get.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import type { InputOf } from '#contract/define-call.ts'
import { limits } from '#contract/limits.ts'
import { almost } from '#tests/support/almost.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { OTHER_DEVICE } from '#tests/support/other-organization.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService, type PersonName } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate, shop } = demoDevices
let service: TestService
let span: { fromMs: number; toMs: number }
const clients = new Map<PersonName, ServiceClient>()

beforeAll(async () => {
  service = await TestService.start()
  for (const name of ['admin', 'operator', 'guard', 'stranger'] as const) clients.set(name, await service.signIn(name))
  const atGate = await service.connectDevice(gate, [channel(0), channel(1)])
  const atShop = await service.connectDevice(shop)
  const elsewhere = await service.connectDevice(OTHER_DEVICE)
  const nowMs = service.now
  const minutesAgo = (minutes: number) => nowMs - minutes * 60_000
  const snapshot = jpegOf('red').toString('base64')
  report(atGate, { event: 'motion' }, minutesAgo(50))
  report(atGate, { event: 'person', attributes: { age: 'juvenile', gender: 'female', hat: 'yes' }, snapshot }, minutesAgo(40))
  report(atGate, { event: 'person', chlIndex: 1, attributes: { age: 'elderly', gender: 'male' } }, minutesAgo(30))
  report(
    atGate,
    { event: 'plate', plate: 'KV-482 t', attributes: { vehicleType: 'van', brand: 'volvo', direction: 'out' } },
    minutesAgo(20),
  )
  report(atGate, { event: 'vehicle', plate: 'KV 489 A', attributes: { vehicleColour: 'red' } }, minutesAgo(10))
  report(atShop, { event: 'person', attributes: { age: 'infant' } }, minutesAgo(5))
  report(elsewhere, { event: 'motion' }, minutesAgo(4))
  await waitForEvents(as('admin'), 6, nowMs)
  await waitForEvents(as('stranger'), 1, nowMs)
  span = { fromMs: nowMs - 24 * 60 * 60_000, toMs: nowMs }
})
afterAll(() => service.close())

function as(name: PersonName): ServiceClient {
  const client = clients.get(name)
  if (client === undefined) throw new Error(`${name} has not signed in.`)
  return client
}

async function find(name: PersonName, filter: Partial<InputOf<typeof eventSearchList>>) {
  const { events } = await as(name).call(eventSearchList, { ...span, pageSize: 100, ...filter })
  return events.map((event) => `${event.kind} ${event.sn}/${event.chlIndex} ${event.plate ?? ''}`.trim())
}

describe('a search for events', () => {
  test('finds them newest first, with what the device said and the names of the moment', async () => {
    const { events } = await as('admin').call(eventSearchList, { ...span, pageSize: 100, kinds: ['plate'] })
    expect(events).toMatchObject([
      {
        kind: 'plate',
        sn: gate.sn,
        chlIndex: 0,
        siteName: 'Harbor Gate and Parking',
        sourceName: 'Camera 1',
        plate: 'KV-482 t',
        attributes: { vehicleType: 'van', brand: 'volvo', direction: 'out' },
        pictureUrl: null,
      },
    ])
    const all = await find('admin', {})
    expect(all).toEqual([
      `person ${shop.sn}/0`,
      `vehicle ${gate.sn}/0 KV 489 A`,
      `plate ${gate.sn}/0 KV-482 t`,
      `person ${gate.sn}/1`,
      `person ${gate.sn}/0`,
      `motion ${gate.sn}/0`,
    ])
  })

  test('finds what the person may play back, and nothing of another organization', async () => {
    expect(await find('operator', {})).toHaveLength(5)
    expect(await find('operator', { channels: [{ sn: shop.sn, chlIndex: 0 }] })).toEqual([])
    expect(await find('operator', { siteIds: ['harbor-shop'] })).toEqual([])
    expect(await find('admin', { siteIds: ['other-site'] })).toEqual([])
    expect(await find('admin', { channels: [{ sn: OTHER_DEVICE.sn, chlIndex: 0 }] })).toEqual([])
    expect(await find('stranger', {})).toEqual([`motion ${OTHER_DEVICE.sn}/0`])
    expect(await as('guard').failure(eventSearchList, { ...span, pageSize: 10 })).toMatchObject({ code: 5000 })
  })

  test('narrows by site, channel, kind and time', async () => {
    expect(await find('admin', { siteIds: ['harbor-shop'] })).toEqual([`person ${shop.sn}/0`])
    expect(await find('admin', { channels: [{ sn: gate.sn, chlIndex: 1 }] })).toEqual([`person ${gate.sn}/1`])
    expect(await find('admin', { kinds: ['motion', 'vehicle'] })).toHaveLength(2)
    expect(await find('admin', { siteIds: ['harbor-gate'], kinds: ['person'] })).toHaveLength(2)
    const { events } = await as('admin').call(eventSearchList, { ...span, pageSize: 100, kinds: ['motion'] })
    const atMs = events[0]?.atMs ?? 0
    expect(await find('admin', { fromMs: atMs, toMs: atMs })).toEqual([`motion ${gate.sn}/0`])
    expect(await find('admin', { fromMs: atMs + 1, toMs: atMs + 1 })).toEqual([])
  })

  test('narrows by attributes: groups of ages are spelled out, and 0 is dropped', async () => {
    expect(await find('admin', { attributes: { age: ['child'] } })).toEqual([`person ${shop.sn}/0`, `person ${gate.sn}/0`])
    expect(await find('admin', { attributes: { age: ['adult'] } })).toEqual([`person ${gate.sn}/1`])
    expect(await find('admin', { attributes: { age: ['child', 'adult'] } })).toHaveLength(3)
    expect(await find('admin', { attributes: { age: ['infant', 0] } })).toEqual([`person ${shop.sn}/0`])
    expect(await find('admin', { attributes: { age: [0] } })).toHaveLength(6)
    expect(await find('admin', { attributes: { age: ['child'], gender: ['female'], hat: ['yes'] } })).toEqual([`person ${gate.sn}/0`])
    expect(await find('admin', { attributes: { brand: ['volvo', 'volkswagen'] } })).toHaveLength(1)
    expect(await find('admin', { attributes: { direction: ['in'] } })).toEqual([])
    const wrong = { attributes: { age: ['ancient'] } } as unknown as { attributes: { age: ['child'] } }
    expect(await as('admin').failure(eventSearchList, { ...span, pageSize: 10, ...wrong })).toMatchObject({
      code: 1000,
      detail: { field: 'attributes.age.0' },
    })
  })

  test.each([
    ['KV482T', 1],
    ['kv 482 t', 1],
    ['KV48', 0],
    ['KV48*', 2],
    ['*8??', 2],
    ['*482?', 1],
    ['??48?T', 1],
    ['?48*', 0],
    ['*', 2],
    ['%', 0],
    ['KV_82T', 0],
  ])('finds plates like %s', async (plate, count) => {
    expect(await find('admin', { plate })).toHaveLength(count)
    expect(await find('operator', { plate, siteIds: ['harbor-gate'] })).toHaveLength(count)
    expect(await find('stranger', { plate })).toEqual([])
  })

  test('is over at most 31 days, and its span has an order', async () => {
    const toMs = span.toMs
    const question = { pageSize: 10 }
    expect(await as('admin').failure(eventSearchList, { ...question, fromMs: toMs - limits.searchRangeMs, toMs })).toMatchObject({
      code: 200,
    })
    expect(await as('admin').failure(eventSearchList, { ...question, fromMs: toMs - limits.searchRangeMs - 1, toMs })).toMatchObject({
      code: 33060,
    })
    expect(await as('admin').failure(eventSearchList, { ...question, fromMs: toMs, toMs: toMs - 1 })).toMatchObject({
      code: 1000,
      detail: { field: 'toMs' },
    })
  })

  test('goes on from page to page, each event once', async () => {
    const seen: string[] = []
    let after: string | undefined
    for (let page = 0; page < 3; page += 1) {
      const { events, next } = await as('admin').call(eventSearchList, { ...span, pageSize: 2, after })
      seen.push(...events.map((event) => event.eventId))
      expect(next).toBe(page === 2 ? null : events.at(-1)?.eventId)
      after = next ?? undefined
    }
    expect(new Set(seen).size).toBe(6)
  })
})

describe('the picture of an event', () => {
  async function pictureUrl(): Promise<string> {
    const { events } = await as('admin').call(eventSearchList, { ...span, pageSize: 100, attributes: { hat: ['yes'] } })
    return service.url + (events[0]?.pictureUrl ?? '')
  }

  test('comes by a signed link, whole or in parts, as what it is', async () => {
    const whole = await fetch(await pictureUrl())
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.equals(jpegOf('red'))).toBe(true)
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': String(bytes.byteLength),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    })
    const part = await fetch(await pictureUrl(), { headers: { range: 'bytes=2-5' } })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 2-5/${bytes.byteLength}`)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(2, 6))).toBe(true)
    const outside = await fetch(await pictureUrl(), { headers: { range: `bytes=${bytes.byteLength}-` } })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.byteLength}`])
    const head = await fetch(await pictureUrl(), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.byteLength)])
  })

  test('is not there without the right signature, for another object, or later', async () => {
    const url = await pictureUrl()
    const { pathname, searchParams } = new URL(url)
    const until = searchParams.get('until') ?? ''
    const signature = searchParams.get('signature') ?? ''
    const wrong = [
      pathname,
      `${pathname}?until=${until}`,
      `${pathname}?until=${Number(until) + 1}&signature=${signature}`,
      `${pathname}?until=${until}&signature=${almost(signature)}`,
      `${pathname}?until=${until}&until=${until}&signature=${signature}`,
      `${pathname.replace('.jpg', '0.jpg')}?until=${until}&signature=${signature}`,
      `/objects/../sightline.db?until=${until}&signature=${signature}`,
      `/objects/..%2f..%2fsightline.db?until=${until}&signature=${signature}`,
    ]
    for (const path of wrong) expect((await fetch(service.url + path)).status, path).toBe(404)
    service.advance(20 * 60_000)
    expect((await fetch(url)).status).toBe(404)
    service.advance(-20 * 60_000)
    expect((await fetch(url)).status).toBe(200)
  })
})

describe('what a device reports', () => {
  test('is refused when it brings no JPEG, and dropped while the device is not bound', async () => {
    const probe = await GatewayProbe.open(service.url)
    const key = 'ab'.repeat(32)
    const { nonce } = await probe.first('challenge')
    expect(nonce).toHaveLength(64)
    await probe.hello('UNBOUND001', key, [channel(0)])
    await probe.first('enrol')
    probe.say({ kind: 'enrol', key })
    await probe.first('welcome')
    const event = { kind: 'event', chlIndex: 0, event: 'motion', atMs: service.now, attributes: {} }
    probe.say(event)
    await probe.wasHeard()
    const bound = await GatewayProbe.open(service.url)
    await bound.hello(gate.sn, await deviceKey(gate.sn, gate.securityCode), [channel(0)])
    await bound.first('welcome')
    bound.say({ ...event, snapshot: Buffer.from('<svg onload=alert(1)>').toString('base64') })
    expect(await bound.first('refused')).toMatchObject({ reason: 'bad-message' })
    expect(await find('admin', { toMs: service.now + 60_000 })).toHaveLength(6)
  })

  test('is dropped beyond 120 in a minute', async () => {
    const agent = await service.connectDevice(demoDevices.warehouse)
    for (let count = 0; count < 150; count += 1) report(agent, { event: 'motion' }, service.now)
    // Heard after the events on the same socket: by then all of them were counted.
    agent.setChannels([channel(0), channel(1)])
    await vi.waitFor(async () => {
      const { channels } = await as('operator').call(siteChannelList, { siteIds: ['harbor-warehouse'] })
      expect(channels).toHaveLength(2)
    }, 10_000)
    service.advance(61_000)
    report(agent, { event: 'face' }, service.now)
    const here = { fromMs: span.fromMs, toMs: service.now, siteIds: ['harbor-warehouse'], pageSize: 100 }
    const first = await vi.waitFor(async () => {
      const page = await as('operator').call(eventSearchList, here)
      expect(page.events[0]?.kind).toBe('face')
      return page
    }, 10_000)
    const { events: rest } = await as('operator').call(eventSearchList, { ...here, after: first.next ?? undefined })
    expect(rest).toHaveLength(21)
  })
})

describe('what else is asked of events', () => {
  test('spans with something to see: events close together are one, each type for itself', async () => {
    const { segments } = await as('admin').call(eventVideoSearch, { sn: gate.sn, chlIndex: 0, ...span })
    expect(segments.map(({ type, startMs, endMs }) => [type, endMs - startMs])).toEqual([
      ['MOTION', 15_000],
      ['SMART_MOTION', 15_000],
      ['PLATE', 15_000],
      ['SMART_MOTION', 15_000],
    ])
    const plates = await as('operator').call(eventVideoSearch, { sn: gate.sn, chlIndex: 0, ...span, types: ['PLATE', 'MANUAL'] })
    expect(plates.segments).toHaveLength(1)
    expect(await as('operator').failure(eventVideoSearch, { sn: shop.sn, chlIndex: 0, ...span })).toMatchObject({ code: 33005 })
    expect(await as('admin').failure(eventVideoSearch, { sn: OTHER_DEVICE.sn, chlIndex: 0, ...span })).toMatchObject({ code: 33005 })
  })

  test('the words of events and rules', async () => {
    const words = await as('guard').call(eventDictGet, null)
    expect(words.ageGroups).toContainEqual({ name: 'child', values: ['infant', 'juvenile'] })
    expect(words.attributes.find(({ name }) => name === 'vehicleColour')?.values).toHaveLength(13)
    expect(words.attributes.find(({ name }) => name === 'brand')?.values).toHaveLength(128)
    expect(words.alertIntervalsS).toEqual([10, 15, 30, 60, 300])
    expect(words.ruleKinds).toEqual(['general', 'device-health', 'ai', 'combination'])
  })
})
