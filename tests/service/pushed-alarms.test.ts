import { afterEach, beforeEach, expect, test } from 'vitest'
import { isFound, pageWithNews } from '#contract/alarm-news.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmKinds } from '#contract/calls/event/alarm.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { MOST_NAMED } from '#contract/calls/event/unread-alarms.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import type { InputOf } from '#contract/define-call.ts'
import { always } from '#contract/weekly-schedule.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { jpegOf, report } from '#tests/support/seen-events.ts'
import { demoDevices, TestService, type PersonName } from '#tests/support/service.ts'

const MOST_BYTES = 4_096
const page = { pageSize: 100 }
const { gate, shop, warehouse } = demoDevices
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

async function signIn(name: PersonName) {
  const client = await service.signIn(name)
  return { client, push: await service.openPush(client) }
}

/** From now on each motion that a camera of these sites sees is an alarm; the rule's name is as long as it may be, in the widest letters. */
async function watchMotion(siteIds: string[]): Promise<void> {
  const admin = await service.signIn('admin')
  await admin.call(eventRuleAddOrEdit, {
    name: '夜'.repeat(64),
    isEnabled: true,
    scope: { siteIds, channels: [] },
    trigger: { kind: 'general', eventKinds: ['motion'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
}

/** Alarms of the past at this place, without anybody being told. */
async function addAlarms(
  count: number,
  of: (index: number) => { sn: string; chl_index: number | null; site_id: string; kind: 'motion' | 'face' },
) {
  const nowMs = service.now
  await service.edit((db) =>
    db
      .insertInto('alarm')
      .values(
        Array.from({ length: count }, (_, index) => ({
          ...of(index),
          id: `past-${index}`,
          organization_id: 'harbor-logistics',
          site_name: 'Some site',
          source_name: 'Some camera',
          started_at_ms: nowMs - 1_000 - index,
          recovered_at_ms: nowMs,
        })),
      )
      .execute(),
  )
}

test('an alarm is pushed to people of every role just as their list has it, in a message of 4 KB, and to nobody whose list lacks it', async () => {
  const people = {
    admin: await signIn('admin'),
    manager: await signIn('manager'),
    operator: await signIn('operator'),
    guard: await signIn('guard'),
    trainee: await signIn('trainee'),
    stranger: await signIn('stranger'),
  }
  await watchMotion(['harbor-gate', 'harbor-shop', 'harbor-warehouse'])
  for (const device of [gate, shop, warehouse]) {
    const agent = await service.connectDevice(device)
    report(agent, { event: 'motion', snapshot: jpegOf('blue').toString('base64') }, service.now)
  }
  await expect.poll(async () => (await people.admin.client.call(alarmSearchList, page)).total).toBe(3)
  // A message to all: what was pushed before has been heard by then.
  for (const { client, push } of Object.values(people)) {
    const { alarms } = await client.call(alarmSearchList, page)
    const pushed = []
    for (const { alarmId } of alarms) {
      const message = await push.next('alarm', { alarmId })
      expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThan(MOST_BYTES)
      pushed.push(message.infoContent)
    }
    // Links to pictures are signed anew each time.
    const withoutLinks = (rows: typeof alarms) => rows.map((alarm) => ({ ...alarm, pictureUrl: alarm.pictureUrl?.split('?')[0] }))
    expect(withoutLinks(pushed)).toEqual(withoutLinks(alarms))
    expect(push.heard.filter(({ infoType }) => infoType === 'alarm')).toHaveLength(alarms.length)
  }
  const seen = await Promise.all(Object.values(people).map(async ({ client }) => (await client.call(alarmSearchList, page)).total))
  expect(new Set(seen).size).toBeGreaterThan(2)
})

test('what decides on a screen whether a list shows an alarm decides as the service does', async () => {
  const { client } = await signIn('admin')
  const places = [gate, shop, warehouse].map(({ sn }, index) => ({
    sn,
    site_id: ['harbor-gate', 'harbor-shop', 'harbor-warehouse'][index] ?? '',
  }))
  await addAlarms(60, (index) => ({
    ...(places[index % places.length] as { sn: string; site_id: string }),
    chl_index: index % 5 === 0 ? null : index % 4,
    kind: index % 3 === 0 ? 'face' : 'motion',
  }))
  await client.call(alarmUpdateReadStatus, { alarmIds: Array.from({ length: 20 }, (_, index) => `past-${index * 3}`) })
  const { alarms: all } = await client.call(alarmSearchList, page)
  const random = new SeededRandom(3)
  const some = <T>(list: readonly T[]) => list.filter(() => random.below(3) === 0)
  const maybe = <T>(value: T) => (random.below(2) === 0 ? value : undefined)
  for (let round = 0; round < 60; round += 1) {
    const fromMs = maybe(service.now - 1_000 - random.below(60))
    const search: InputOf<typeof alarmSearchList> = {
      ...page,
      unreadOnly: maybe(random.below(2) === 0),
      kinds: maybe([...some(alarmKinds).slice(0, 10), 'motion']),
      siteIds: maybe(some(places).map(({ site_id: siteId }) => siteId)),
      channels: maybe(places.flatMap(({ sn }) => some([0, 1, 2, 3]).map((chlIndex) => ({ sn, chlIndex })))),
      fromMs,
      toMs: maybe((fromMs ?? service.now - 1_060) + random.below(60)),
    }
    const found = await client.call(alarmSearchList, search)
    const expected = all.filter((alarm) => isFound(search, alarm))
    expect(
      found.alarms.map(({ alarmId }) => alarmId),
      JSON.stringify(search),
    ).toEqual(expected.map(({ alarmId }) => alarmId))
    // In any order, as messages may come.
    const news = { alarms: all.map((alarm) => ({ alarm, isNew: true })).toReversed(), read: [] }
    const { alarms, total } = pageWithNews(search, { total: 0, alarms: [], next: null }, news)
    expect([alarms.map(({ alarmId }) => alarmId), total]).toEqual([found.alarms.map(({ alarmId }) => alarmId), found.total])
  }
})

test('what a person reads at one place is told to all places of that person, and to no colleague', async () => {
  const [here, there, colleague] = [await signIn('operator'), await signIn('operator'), await signIn('admin')]
  await addAlarms(100, () => ({ sn: gate.sn, site_id: 'harbor-gate', chl_index: null, kind: 'motion' }))
  await service.connectDevice(gate)
  await expect.poll(async () => (await here.client.call(alarmUnreadCount, undefined)).count).toBe(100)

  const one = await here.client.call(alarmUpdateReadStatus, { alarmIds: ['past-7', 'past-7', 'nothing'] })
  expect(one).toMatchObject({ alarmIds: ['past-7'], untilMs: null, unread: { count: 99 } })
  for (const { push } of [here, there]) expect((await push.next('alarms-read')).infoContent).toEqual(one)

  // As many as are named, and the others by time.
  const rest = await here.client.call(alarmUpdateReadStatus, { alarmIds: 'all' })
  expect(rest.alarmIds).toHaveLength(MOST_NAMED)
  expect(rest.unread).toEqual({ count: 0, latest: [] })
  const told = await there.push.next('alarms-read')
  expect(told.infoContent).toEqual(rest)
  expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThan(MOST_BYTES)
  const read = await colleague.client.call(alarmSearchList, page)
  const shown = pageWithNews(page, read, { alarms: [], read: [one, rest] })
  expect(shown.alarms.every(({ isRead }) => isRead)).toBe(true)
  expect((await here.client.call(alarmSearchList, page)).alarms.every(({ isRead }) => isRead)).toBe(true)

  // More than one message has names for.
  const ids = Array.from({ length: 100 }, (_, index) => `past-${index}`)
  await colleague.client.call(alarmUpdateReadStatus, { alarmIds: ids })
  const parts = [
    await colleague.push.next('alarms-read'),
    await colleague.push.next('alarms-read'),
    await colleague.push.next('alarms-read'),
  ]
  expect(new Set(parts.flatMap(({ infoContent }) => infoContent.alarmIds))).toEqual(new Set(ids))
  expect(parts.at(-1)?.infoContent.unread.count).toBe(0)
  for (const part of parts) expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(MOST_BYTES)
  expect(colleague.push.heard.filter(({ infoType }) => infoType === 'alarms-read')).toHaveLength(3)
})

test('the count of unread alarms names the newest of them, those that it counts', async () => {
  const { client } = await signIn('admin')
  expect(await client.call(alarmUnreadCount, undefined)).toEqual({ count: 0, latest: [] })
  await addAlarms(MOST_NAMED + 5, () => ({ sn: gate.sn, site_id: 'harbor-gate', chl_index: 0, kind: 'motion' }))
  const { count, latest } = await client.call(alarmUnreadCount, undefined)
  expect(count).toBe(MOST_NAMED + 5)
  expect(latest).toEqual(Array.from({ length: MOST_NAMED }, (_, index) => `past-${index}`))
})
