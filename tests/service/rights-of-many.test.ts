import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { archivesConditions } from '#contract/calls/archive/archives-conditions.ts'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { channelNum } from '#contract/calls/device/channel-num.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { eventExport } from '#contract/calls/event/event-export.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { TOKEN_HEADER, writeTokenHeader } from '#contract/envelope.ts'
import { archiveFilters, archiveStatuses } from '#contract/states/archive.ts'
import { writeRequest } from '#contract/write-request.ts'
import { noteAnswered } from '#tests/support/answered-calls.ts'
import { fleetSn, siteOf } from '#tests/support/fleet.ts'
import { addLargeOrganization } from '#tests/support/large-organization.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { TestService } from '#tests/support/service.ts'

const DAY_MS = 24 * 60 * 60_000
const DEVICES = 1_500
const SITES = 30
const ALARMS = 3_000
const EVENTS = 2_000

let service: TestService
let everywhere: ServiceClient
let onTwoSites: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  const database = service.databaseUrl === '' ? 'sqlite' : 'postgres'
  const size = { database, sites: SITES, devices: DEVICES, channelsOfDevice: 1, events: EVENTS, alarms: ALARMS } as const
  await service.edit(async (db) => {
    const [token] = await addLargeOrganization(db, { ...size, people: 2, sitesOfPerson: SITES, rolesOfPerson: 3 })
    everywhere = service.client(token)
    await db.deleteFrom('user_site_role').where('user_id', '=', 'harbor-operator').execute()
    const role = 'site-operator' as const
    const assigned = ['site-0', 'site-1'].map((site_id) => ({ user_id: 'harbor-operator', site_id, role }))
    await db.insertInto('user_site_role').values(assigned).execute()
    for (const device of [0, 2, DEVICES - 1]) await db.insertInto('archive').values(archiveRow(device)).execute()
  })
  onTwoSites = await service.signIn('operator')
})
afterAll(() => service.close())

/** An archive of the device's camera. */
function archiveRow(device: number) {
  const site_id = siteOf(
    device,
    Array.from({ length: SITES }, (_, index) => `site-${index}`),
  )
  const of = { organization_id: 'harbor-logistics', site_id, site_name: site_id, sn: fleetSn(device), chl_index: 0, camera_name: 'Yard' }
  const what = { id: `archive-${device}`, title: 'Yard', stream: 'main' as const, start_at_ms: 0, end_at_ms: 1_000, created_at_ms: device }
  const made = { status: archiveStatuses.success, progress: 100, fail_code: null, size_bytes: 1, codec: 'avc1', width: 1, height: 1 }
  return { ...of, ...what, ...made, object_key: null, user_id: 'harbor-admin', archived_by: 'Admin', lease_until_ms: 0 }
}

const span = () => ({ fromMs: service.now - 30.5 * DAY_MS, toMs: service.now })

async function exportedLines(client: ServiceClient): Promise<number> {
  const input = { ...span(), format: 'csv', language: 'en-US' }
  const response = await fetch(service.url + eventExport.path, {
    method: 'POST',
    body: writeRequest(input, { id: randomUUID(), nonce: 'n', nowMs: Date.now() }),
    headers: { 'content-type': 'application/json', [TOKEN_HEADER]: writeTokenHeader(client.token ?? '') },
  })
  noteAnswered(eventExport.path)
  return (await response.text()).trimEnd().split('\r\n').length - 1
}

test('a person with 1,500 devices gets the list of alarms, and marks all of them as read', async () => {
  const page = { pageNum: 1, pageSize: 20 }
  const { total, alarms } = await everywhere.call(alarmSearchList, page)
  expect([total, alarms[0]?.alarmId, alarms.length]).toEqual([ALARMS, `alarm-${ALARMS - 1}`, 20])
  expect((await everywhere.call(alarmUpdateReadStatus, { alarmIds: 'all' })).unread).toEqual({ count: 0, latest: [] })
  expect((await everywhere.call(alarmSearchList, { ...page, unreadOnly: true })).total).toBe(0)
  expect(await everywhere.call(alarmUnreadCount, undefined)).toEqual({ count: 0, latest: [] })
})

test('a person with 1,500 devices finds events, page after page, and takes them all along as a file', async () => {
  const first = await everywhere.call(eventSearchList, { ...span(), pageSize: 100 })
  const second = await everywhere.call(eventSearchList, { ...span(), pageSize: 100, after: first.next ?? '' })
  expect(new Set([...first.events, ...second.events].map(({ eventId }) => eventId)).size).toBe(200)
  expect(await exportedLines(everywhere)).toBe(await service.edit(countEvents))
})

test('a person with 1,500 devices sees pages of them, and the archives of their cameras', async () => {
  expect((await everywhere.call(devicePage, { pageNum: 2, pageSize: 20 })).total).toBe(DEVICES)
  expect((await everywhere.call(channelNum, {})).total).toBe(DEVICES)
  const { total } = await everywhere.call(archivesList, { pageNum: 1, status: archiveFilters.all })
  expect([total, (await everywhere.call(archivesConditions, undefined)).cameras.length]).toEqual([3, 3])
})

test('who sees two sites of thirty finds nothing of the others', async () => {
  const mine = new Set(Array.from({ length: DEVICES }, (_, index) => index).flatMap((index) => (index % SITES < 2 ? fleetSn(index) : [])))
  const { total, alarms } = await onTwoSites.call(alarmSearchList, { pageSize: 100 })
  expect([total, alarms.every(({ sn }) => mine.has(sn))]).toEqual([ALARMS / (SITES / 2), true])
  const { events } = await onTwoSites.call(eventSearchList, { ...span(), pageSize: 100 })
  expect([events.length, events.every(({ sn }) => mine.has(sn))]).toEqual([100, true])
  expect((await onTwoSites.call(devicePage, { pageNum: 1, pageSize: 20 })).total).toBe(mine.size)
  const { archives } = await onTwoSites.call(archivesList, { pageNum: 1, status: archiveFilters.all })
  expect(archives.map(({ archiveId }) => archiveId)).toEqual(['archive-0'])
})

async function countEvents(db: Awaited<ReturnType<TestService['openDatabase']>>): Promise<number> {
  const { count } = await db
    .selectFrom('event')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}
