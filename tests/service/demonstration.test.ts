import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#contract/access.ts'
import { organizationGet } from '#contract/calls/account/organization-get.ts'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { archivesShareList } from '#contract/calls/archive/archives-share-list.ts'
import { archivesVideoList } from '#contract/calls/archive/archives-video-list.ts'
import { cloudStorageApplicationInfo } from '#contract/calls/cloud-storage/cloud-storage-application-info.ts'
import { cloudStorageChlOrderQuery } from '#contract/calls/cloud-storage/cloud-storage-chl-order-query.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { diskHistory } from '#contract/calls/device/disk-history.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { ruleKinds } from '#contract/calls/event/rule-kinds.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { eventRuleList } from '#contract/calls/event/event-rule-list.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import { licenseInstQuery } from '#contract/calls/licence/license-inst-query.ts'
import { licenseOrderPage } from '#contract/calls/licence/license-order-page.ts'
import { mapGet } from '#contract/calls/map/map-get.ts'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { plateGroupList } from '#contract/calls/vehicle/plate-group-list.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { deviceTypes } from '#contract/enums.ts'
import { pictureKinds } from '#contract/event-attributes.ts'
import { licenceButton } from '#contract/licence-terms.ts'
import { orderTypes } from '#contract/payment.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { userStatuses } from '#contract/states/user.ts'
import { prepareDevices } from '#device/simulator/devices-file.ts'
import { writeDemonstration } from '#device/simulator/demonstration.ts'
import { openDatabase } from '#server/db/open.ts'
import { seedDemo, type DemoNote } from '#server/demo/seed.ts'
import { BindingKeys } from '#server/devices/binding-keys.ts'
import { pictureSize } from '#server/people/picture-size.ts'
import { FolderStore } from '#server/objects/folder-store.ts'
import { Sealer } from '#server/runtime/sealer.ts'
import { writeTables } from '#tests/support/database.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { keptKeys } from '#tests/support/kept-keys.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const DAY_MS = 24 * 60 * 60_000
const all = { pageNum: 1, pageSize: 100 } as const
let service: TestService
let admin: ServiceClient
let events: Event[]

beforeAll(async () => {
  service = await TestService.start({ historySeed: 1 })
  admin = await service.signIn('admin')
  events = await everyEvent()
}, 120_000)
afterAll(() => service.close())

async function everyEvent(): Promise<Event[]> {
  const found: Event[] = []
  const span = { fromMs: service.now - 31 * DAY_MS + 60_000, toMs: service.now, pageSize: 100 }
  let after: string | undefined
  do {
    const page = await admin.call(eventSearchList, after === undefined ? span : { ...span, after })
    found.push(...page.events)
    after = page.next ?? undefined
  } while (after !== undefined)
  return found
}

async function bytesOf(path: string | null | undefined): Promise<Buffer> {
  const answer = await fetch(service.url + path)
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

describe('the demonstration organization', () => {
  test('has disks of which the last weeks are known', async () => {
    const { devices } = await admin.call(devicePage, { ...all, search: 'Warehouse recorder' })
    const { samples } = await admin.call(diskHistory, { sn: devices[0]?.sn ?? '', diskId: 'hdd-4' })
    expect(samples.length).toBeGreaterThan(100)
    const warmth = samples.map(({ temperatureC }) => temperatureC ?? 0)
    expect(Math.max(...warmth) - Math.min(...warmth)).toBeGreaterThan(2)
  })

  test('says where it is and whom to ask: nothing that its page shows of it is empty', async () => {
    const { organizationName, country, city, address, contact, phone, logoUrl } = await admin.call(organizationGet, null)
    for (const [name, text] of Object.entries({ organizationName, country, city, address, contact, phone }))
      expect(text, name).toMatch(/\S/)
    const { sites } = await admin.call(siteListChoose, {})
    // Its own people find it there: one of its sites stands at the same place.
    expect(sites.map((site) => `${site.address}, ${site.city}`)).toContain(`${address}, ${city}`)
    expect((await bytesOf(logoUrl)).toString('utf8')).toContain('<svg')
  })

  test('has 3 sites, 14 devices of every type and 40 channels', async () => {
    expect((await admin.call(siteListChoose, {})).sites).toHaveLength(3)
    const { devices } = await admin.call(devicePage, all)
    expect(devices).toHaveLength(14)
    expect(new Set(devices.map(({ devType }) => devType))).toEqual(new Set(Object.values(deviceTypes)))
    const { channels } = await admin.call(siteChannelList, {})
    expect(channels).toHaveLength(40)
    expect(new Set(channels.map(({ channelName }) => channelName)).size).toBe(40)
  })

  test('has a plan of each site, on which every camera of it stands', async () => {
    const { channels } = await admin.call(siteChannelList, {})
    const { plans } = await admin.call(mapGet, null)
    expect(new Set(plans.map(({ siteId }) => siteId)).size).toBe(3)
    const standing = plans.flatMap(({ siteId, cameras }) => cameras.map(({ sn, chlIndex }) => `${siteId} ${sn} ${chlIndex}`))
    expect(standing.toSorted()).toEqual(channels.map(({ siteId, sn, chlIndex }) => `${siteId} ${sn} ${chlIndex}`).toSorted())
    for (const { pictureUrl, widthPx, heightPx } of plans) {
      const picture = await fetch(new URL(pictureUrl, service.url))
      expect(pictureSize(new Uint8Array(await picture.arrayBuffer()))).toEqual({ widthPx, heightPx })
    }
  })

  test('has five people who can sign in, one of every role, one frozen and one who is invited', async () => {
    const { users } = await admin.call(inviteList, all)
    expect(
      users
        .filter(({ status }) => status === userStatuses.activated)
        .map(({ role }) => role)
        .toSorted(),
    ).toEqual([...roles].toSorted())
    expect(users.map(({ status }) => status)).toEqual(expect.arrayContaining(Object.values(userStatuses)))
    for (const name of ['admin', 'manager', 'operator', 'guard', 'trainee'] as const) await service.signIn(name)
  })

  test('bought with orders of every state, and its licence is expiring', async () => {
    const { orders } = await admin.call(licenseOrderPage, { pageNum: 1, pageSize: 100 })
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(Object.values(orderStatuses)))
    expect((await admin.call(licenseInstQuery, null)).currentInfo).toMatchObject({ status: licenceStatuses.expiring })
  })
})

describe('what it bought', () => {
  test('has cloud storage in every state that a camera has, and orders of those that only what follows has', async () => {
    const { channels } = await admin.call(cloudStorageChlOrderQuery, {})
    const follow = [cloudStorageStatuses.toBeUsed, cloudStorageStatuses.toBeUsedAgain]
    const { orders } = await admin.call(licenseOrderPage, { pageNum: 1, pageSize: 100, orderType: orderTypes.cloudStorage })
    const services = orders.map(({ cloud }) => cloud?.serviceStatus)
    expect(services).toEqual(expect.arrayContaining(follow))
    expect(new Set([...channels.map(({ status }) => status), ...follow])).toEqual(new Set(Object.values(cloudStorageStatuses)))
    expect(orders.filter(({ cloud }) => cloud?.isAutomatic)).toMatchObject([{ status: orderStatuses.toBePaid, payFault: 23022 }])
    expect((await admin.call(cloudStorageApplicationInfo, null)).renewals).toMatchObject([{ payFault: 23022, cameras: 1 }])
  })

  test('cloud storage has kept something of each day of the last week, which is there to be seen', async () => {
    const { days, recordings } = await admin.call(cloudStorageApplicationInfo, null)
    const today = Math.floor(service.now / DAY_MS)
    const known = new Map(days.map(({ dayMs, usedBytes }) => [today - dayMs / DAY_MS, usedBytes]))
    for (const daysAgo of [1, 2, 3, 4, 5, 6]) expect(known.get(daysAgo) ?? 0, `${daysAgo} days ago`).toBeGreaterThan(100_000)
    const kept = await service.edit((db) => db.selectFrom('cloud_recording').where('state', '=', 'stored').selectAll().execute())
    expect(kept.length).toBe(recordings)
    const seen = new Set(events.map(({ eventId }) => eventId))
    for (const { event_id, expires_at_ms, size_bytes, object_key } of kept) {
      expect(seen.has(String(event_id))).toBe(true)
      expect(expires_at_ms).toBeGreaterThan(service.now)
      expect(await service.objects.sizeOf(object_key ?? '')).toBe(size_bytes)
    }
    const file = join(service.folder, 'kept.mp4')
    await pipeline(service.objects.read(kept[0]?.object_key ?? ''), createWriteStream(file))
    expect((await framesIn(file, { kind: 'video', filters: 'scale=16:9,format=gray' })).length).toBeGreaterThanOrEqual(15 * 14)
  })

  test('beside it small organizations show the licence in every other state, each with its one next step', async () => {
    const note = JSON.parse(await readFile(join(service.folder, 'demo.json'), 'utf8')) as DemoNote
    const seen = new Map<string, unknown>()
    const statuses = new Set<number>()
    const buttons: unknown[] = []
    const own = await admin.call(licenseInstQuery, null)
    for (const { loginName, password } of note.states) {
      const client = await service.client().signIn({ loginName, password })
      const { currentInfo, renewInfo, expireInfo } = await client.call(licenseInstQuery, null)
      for (const info of [currentInfo, renewInfo, expireInfo]) if (info !== null && info.licenseType !== 'free') statuses.add(info.status)
      const [button] = currentInfo.buttonList
      buttons.push(button)
      seen.set(loginName, { type: currentInfo.licenseType, button })
    }
    for (const info of [own.currentInfo, own.renewInfo, own.expireInfo]) if (info !== null) statuses.add(info.status)
    expect(statuses).toEqual(new Set(Object.values(licenceStatuses)))
    expect(new Set(buttons)).toEqual(new Set(licenceButton.options))
    expect(Object.fromEntries(seen)).toEqual({
      'licence-none': { type: 'free', button: 'buy-now' },
      'licence-trial': { type: 'trial', button: 'buy-now' },
      'licence-using': { type: 'paid', button: 'extend' },
      'licence-ending': { type: 'paid', button: 'renew-now' },
      'licence-expired': { type: 'free', button: 'buy-again' },
      'licence-terminated': { type: 'free', button: 'buy-again' },
      'licence-disputed': { type: 'paid', button: 'buy-again' },
      'licence-again': { type: 'paid', button: 'upgrade-now' },
    })
  })
})

describe('its thirty days', () => {
  test('hold 20,000 events of every kind, on every channel but that of no camera', async () => {
    expect(events).toHaveLength(20_000)
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(20_000)
    expect(Math.min(...events.map(({ atMs }) => atMs))).toBeGreaterThan(service.now - 30.1 * DAY_MS)
    const days = new Set(events.map(({ atMs }) => new Date(atMs).toISOString().slice(0, 10)))
    expect(days.size).toBeGreaterThanOrEqual(30)
    for (const kind of pictureKinds) expect(events.filter((event) => event.kind === kind).length).toBeGreaterThan(500)
    expect(new Set(events.map(({ sn, chlIndex }) => `${sn}/${chlIndex}`)).size).toBe(40)
  })

  test('have a rhythm: rush hours at the gate, quiet nights, Saturdays in the shop, Sundays off in the warehouse', () => {
    const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Amsterdam', hour: '2-digit', weekday: 'short', hourCycle: 'h23' })
    const seen = events.map(({ atMs, siteName, sourceName }) => {
      const parts = Object.fromEntries(clock.formatToParts(atMs).map(({ type, value }) => [type, value]))
      return { siteName, sourceName, hour: Number(parts['hour']), day: parts['weekday'] ?? '' }
    })
    const count = (is: (one: (typeof seen)[number]) => boolean) => seen.filter(is).length
    const gate = seen.filter(({ sourceName }) => sourceName.startsWith('Gate 1'))
    const gateAt = (hour: number) => gate.filter((one) => one.hour === hour).length
    // Twice as much in the mean; which of it depends on the moment at which the weeks end.
    expect(gateAt(7)).toBeGreaterThan(gateAt(11))
    expect(gateAt(17)).toBeGreaterThan(gateAt(14))
    expect(count(({ hour }) => hour < 5)).toBeLessThan(0.1 * events.length)
    const inShop = (day: string) => count((one) => one.day === day && one.sourceName.startsWith('Shop –'))
    expect(inShop('Sat')).toBeGreaterThan(1.2 * inShop('Tue'))
    const inHalls = (day: string) => count((one) => one.day === day && one.sourceName.startsWith('Hall'))
    expect(inHalls('Sun')).toBeLessThan(0.3 * inHalls('Wed'))
  })

  test('every event has the picture of its kind: each link answers a JPEG', async () => {
    const links = new Map(events.map(({ pictureUrl }) => [pictureUrl?.split('?')[0], pictureUrl]))
    expect(links.has(undefined)).toBe(false)
    expect(links.size).toBeGreaterThan(50)
    for (const link of links.values()) {
      const picture = await bytesOf(link)
      expect(picture.subarray(0, 3).toString('hex')).toBe('ffd8ff')
    }
    // What is in view fits: no vehicles in the shop, no plates but at gates.
    expect(events.filter(({ kind, sourceName }) => kind === 'vehicle' && sourceName.startsWith('Shop –'))).toEqual([])
    expect(events.filter(({ kind, pictureUrl }) => kind === 'plate' && !pictureUrl?.includes('/gate-'))).toEqual([])
  })

  test('twenty events in a list do not all look alike', () => {
    const pages = Array.from({ length: 100 }, (_, page) => events.slice(page * 20, page * 20 + 20))
    const pictures = pages.map((page) => new Set(page.map(({ pictureUrl }) => pictureUrl?.split('?')[0])).size)
    const kinds = pages.map((page) => new Set(page.map(({ kind }) => kind)).size)
    // In a quiet hour of the night a page can hold little but motion.
    expect(Math.min(...pictures)).toBeGreaterThan(4)
    expect(Math.min(...kinds)).toBeGreaterThan(1)
    expect(pictures.filter((count) => count > 9).length).toBeGreaterThan(80)
    expect(kinds.filter((count) => count > 2).length).toBeGreaterThan(80)
  })

  test('what the cameras reported of the last day is what their recordings show', () => {
    const recorded = events.filter(({ atMs, kind }) => kind === 'plate' && atMs > service.now - DAY_MS + 60_000)
    expect(recorded).not.toEqual([])
    expect(recorded.filter(({ pictureUrl }) => pictureUrl?.includes('visit'))).toEqual([])
  })

  test('plates have owners, and the gates saw known and unknown ones', async () => {
    const { plates } = await admin.call(plateList, all)
    expect(plates.length).toBeGreaterThan(80)
    for (const { owner, brand, vehicleType, phone } of plates) expect([owner, brand, vehicleType, phone]).not.toContain('')
    const { groups } = await admin.call(plateGroupList, all)
    expect(groups.length).toBe(4)
    expect(groups.every(({ plateTotal }) => plateTotal > 0)).toBe(true)
    const known = new Set(plates.map(({ plate }) => plate))
    const seen = [...new Set(events.flatMap(({ plate }) => plate ?? []))]
    expect(seen.length).toBeGreaterThan(25)
    expect(seen.filter((plate) => known.has(plate)).length).toBeGreaterThan(10)
    expect(seen.filter((plate) => !known.has(plate)).length).toBeGreaterThan(4)
  })

  test('rules of all four kinds, with schedules and recipients, have raised alarms that were read or not, and are over', async () => {
    const { rules } = await admin.call(eventRuleList, {})
    expect(new Set(rules.map(({ trigger }) => trigger.kind))).toEqual(new Set(ruleKinds))
    expect((await admin.call(contactList, all)).contacts.length).toBeGreaterThan(3)
    const { alarms, total } = await admin.call(alarmSearchList, { pageSize: 100 })
    expect(total).toBeGreaterThan(80)
    expect(alarms.every(({ recoveredAtMs, startedAtMs }) => recoveredAtMs !== null && recoveredAtMs >= startedAtMs)).toBe(true)
    const unread = (await admin.call(alarmUnreadCount, null)).count
    expect(unread).toBeGreaterThan(2)
    expect(unread).toBeLessThan((total ?? 0) / 2)
    for (const kind of ['combination', 'channel-offline', 'motion', 'plate'] as const)
      expect((await admin.call(alarmSearchList, { pageSize: 1, kinds: [kind] })).total, kind).toBeGreaterThan(0)
  })

  test('archives play, one has failed, and some are shared @deep', async () => {
    const { archives } = await admin.call(archivesList, { pageNum: 1, status: archiveFilters.success })
    expect(archives.length).toBeGreaterThan(6)
    const states = new Set<string>()
    for (const { archiveId } of archives) {
      const { videos } = await admin.call(archivesVideoList, { archiveId })
      const file = join(service.folder, `${archiveId}.mp4`)
      await writeFile(file, await bytesOf(videos[0]?.url))
      const shown = await framesIn(file, { kind: 'video', filters: 'scale=16:9,format=gray' })
      expect(shown.length).toBeGreaterThanOrEqual(15 * 15)
      const { shares } = await admin.call(archivesShareList, { archiveId })
      for (const { state } of shares) states.add(state)
    }
    expect(states).toEqual(new Set(['open', 'expired', 'revoked']))
    expect((await admin.call(archivesList, { pageNum: 1, status: archiveFilters.fail })).total).toBe(1)
  }, 180_000)

  test('people have saved layouts and left a trail, and the installer asks for access', async () => {
    for (const name of ['admin', 'operator', 'guard'] as const) {
      const { configs } = await (await service.signIn(name)).call(userConfigsList, { configType: 'layout' })
      expect(configs.length).toBeGreaterThan(0)
    }
    const { total, logs } = await admin.call(opLogsList, { ...all, fromMs: service.now - 30.5 * DAY_MS, untilMs: service.now })
    expect(total).toBeGreaterThan(100)
    expect(logs.every(({ module }) => module !== '')).toBe(true)
    const { requests } = await admin.call(remoteAccessReqList, all)
    expect(requests.map(({ status }) => status)).toContain(0)
  })
})

test('nothing of it is swept away while the licence lasts', async () => {
  const oldMs = service.now - 200 * DAY_MS
  await service.edit(async (db) => {
    const newest = await db.selectFrom('event').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    await db
      .insertInto('event')
      .values({ ...newest, id: oldMs * 1000 })
      .execute()
  })
  const count = () =>
    service.edit((db) =>
      db
        .selectFrom('event')
        .select(({ fn }) => fn.countAll().as('total'))
        .executeTakeFirstOrThrow(),
    )
  service.advance(2 * 60 * 60_000)
  await expect.poll(async () => Number((await count()).total), { timeout: 10_000 }).toBe(20_000)
  // The picture that the old event shared with the newest one has stayed.
  const { events: left } = await (await service.signIn('admin')).call(eventSearchList, {
    fromMs: service.now - DAY_MS,
    toMs: service.now,
    pageSize: 1,
  })
  expect((await bytesOf(left[0]?.pictureUrl)).subarray(0, 3).toString('hex')).toBe('ffd8ff')
})

test('the same seed makes the same weeks, another one makes others @deep', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sightline-seeds-'))
  writeDemonstration(folder, prepareDevices(folder))
  const nowMs = Date.UTC(2026, 10, 21, 9)
  const tables = [
    'event',
    'event_plate',
    'plate',
    'alarm',
    'alarm_read',
    'alarm_rule',
    'contact',
    'user_config',
    'audit',
    'archive',
  ] as const
  const weeks = async (seed: number) => {
    const file = join(folder, `${seed}-${Math.random()}.db`)
    await writeTables(file)
    const db = await openDatabase(file)
    const told = join(folder, 'simulator')
    const history = { file: join(told, 'demonstration.json'), seed }
    await seedDemo(db, {
      dataFolder: folder,
      demoFile: join(told, 'devices.json'),
      history,
      objects: new FolderStore(join(folder, 'objects')),
      nowMs,
      bindingKeys: new BindingKeys({ db, now: () => nowMs, sealer: new Sealer(randomBytes(32)) }),
      keys: keptKeys(),
    })
    const rows = await Promise.all(tables.map(async (table) => [table, await db.selectFrom(table).selectAll().execute()] as const))
    await db.destroy()
    return Object.fromEntries(rows)
  }
  const [one, same, other] = [await weeks(1), await weeks(1), await weeks(2)]
  for (const table of tables) expect(same[table], table).toEqual(one[table])
  expect(other['event']).not.toEqual(one['event'])
  await rm(folder, { recursive: true, force: true })
}, 180_000)
