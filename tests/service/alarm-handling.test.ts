import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alarmAssigneeList } from '#contract/calls/event/alarm-assignee-list.ts'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmHandle } from '#contract/calls/event/alarm-handle.ts'
import { MOST_STEPS, NOTE_LENGTH } from '#contract/calls/event/alarm-handling.ts'
import { alarmSearchList, type AlarmPlace } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { opLogsList } from '#contract/calls/log/op-logs-list.ts'
import { userInviteDelete } from '#contract/calls/people/user-invite-delete.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { codeOf } from '#contract/errors.ts'
import { demoDevices, TestService, type PersonName } from '#tests/support/service.ts'

const { gate, shop } = demoDevices
const MOST_BYTES = 4_096
let service: TestService
let made = 0

beforeAll(async () => {
  service = await TestService.start()
  await service.connectDevice(gate)
  await service.connectDevice(shop)
})
afterAll(() => service.close())

async function signIn(name: PersonName) {
  const client = await service.signIn(name)
  return { client, push: await service.openPush(client), person: await client.call(profileGet, undefined) }
}

/** Alarms of a camera that nobody was told of; answers their names. */
async function addAlarms(count: number, { sn = gate.sn, siteId = 'harbor-gate', startedAtMs = service.now } = {}): Promise<string[]> {
  made += 1
  const ids = Array.from({ length: count }, (_, index) => `handled-${made}-${String(index).padStart(4, '0')}`)
  const row = { organization_id: 'harbor-logistics', site_id: siteId, sn, chl_index: 0, kind: 'motion' as const }
  const names = { site_name: '门'.repeat(64), source_name: '门'.repeat(64), rule_name: '门'.repeat(64), rule_id: `rule-${made}` }
  await service.edit((db) =>
    db
      .insertInto('alarm')
      .values(ids.map((id) => ({ ...row, ...names, id, started_at_ms: startedAtMs, recovered_at_ms: startedAtMs })))
      .execute(),
  )
  return ids
}
const seen = (alarmId: string, version = 0) => [{ alarmId, version }]
let one = ''
beforeEach(async () => {
  one = (await addAlarms(1))[0] ?? ''
})

test('who acknowledges an alarm is named to everybody who sees it, in a message of 4 KB, and has read it', async () => {
  const [admin, operator, guard] = [await signIn('admin'), await signIn('operator'), await signIn('guard')]
  const before = (await operator.client.call(alarmUnreadCount, undefined)).count
  const note = '夜'.repeat(NOTE_LENGTH)
  const change = { state: 'acknowledged' as const, note, assignee: { person: operator.person.userId } }
  const { alarms, overtaken, read } = await operator.client.call(alarmHandle, { alarms: seen(one), change })
  const handling = {
    state: 'acknowledged',
    version: 1,
    byName: operator.person.alias,
    atMs: expect.any(Number) as number,
    assignee: { userId: operator.person.userId, name: operator.person.alias },
    note,
  }
  expect(alarms).toMatchObject([{ alarmId: one, isRead: true, handling }])
  expect(overtaken).toEqual([])
  expect(read).toMatchObject({ alarmIds: [one], unread: { count: before - 1 } })
  for (const { push } of [admin, operator, guard]) {
    const told = await push.next('alarm-changed', { alarmId: one })
    expect(told.infoContent).toMatchObject({ isRead: false, handling })
    expect(Buffer.byteLength(JSON.stringify(told))).toBeLessThan(MOST_BYTES)
  }
  expect((await operator.push.next('alarms-read')).infoContent.alarmIds).toEqual([one])
  expect(await admin.client.call(alarmDetail, { alarmId: one })).toMatchObject({
    alarm: { isRead: false, handling },
    history: [{ version: 1, state: 'acknowledged', note, assigneeName: operator.person.alias, byName: operator.person.alias }],
  })
})

test('who comes second is told what a colleague has done, and changes nothing', async () => {
  const [admin, operator] = [await service.signIn('admin'), await service.signIn('operator')]
  const [other = ''] = await addAlarms(1)
  await admin.call(alarmHandle, { alarms: seen(one), change: { state: 'false-alarm' } })
  const both = [...seen(one), ...seen(other)]
  const { alarms, overtaken } = await operator.call(alarmHandle, { alarms: both, change: { state: 'acknowledged' } })
  expect(alarms.map(({ alarmId }) => alarmId)).toEqual([other])
  expect(overtaken).toMatchObject([{ alarmId: one, isRead: false, handling: { state: 'false-alarm', version: 1 } }])
  const insisting = await operator.call(alarmHandle, { alarms: seen(one, 1), change: { state: 'acknowledged' } })
  expect(insisting).toMatchObject({ alarms: [{ handling: { state: 'acknowledged', version: 2 } }], overtaken: [] })
  const { history } = await admin.call(alarmDetail, { alarmId: one })
  expect(history.map(({ state }) => state)).toEqual(['acknowledged', 'false-alarm'])
})

test('of many who acknowledge an alarm at once one has done it, and the same question twice does it once', async () => {
  const clients = await Promise.all((['admin', 'guard', 'operator'] as const).map((name) => service.signIn(name)))
  const question = { alarms: seen(one), change: { state: 'acknowledged' as const } }
  const answers = await Promise.all(clients.map((client) => client.call(alarmHandle, question)))
  expect(answers.flatMap(({ alarms }) => alarms)).toHaveLength(1)
  const [other = ''] = await addAlarms(1)
  const twice = { alarms: seen(other), change: { note: 'Twice' } }
  const [operator] = clients.slice(2)
  const ask = () => operator?.call(alarmHandle, twice, { id: `once-${other}` })
  expect([(await ask())?.alarms.length, (await ask())?.alarms.length]).toEqual([1, 1])
  expect((await operator?.call(alarmDetail, { alarmId: other }))?.history).toHaveLength(1)
})

test('nobody handles an alarm that they do not see, nor is given one', async () => {
  const [admin, operator, stranger] = [await signIn('admin'), await signIn('operator'), await signIn('stranger')]
  const change = { state: 'acknowledged' as const }
  const notFound = codeOf('not-found')
  expect((await stranger.client.failure(alarmHandle, { alarms: seen(one), change })).code).toBe(notFound)
  expect((await stranger.client.failure(alarmAssigneeList, { alarmId: one })).code).toBe(notFound)
  expect((await admin.client.failure(alarmHandle, { alarms: seen('nothing'), change })).code).toBe(notFound)
  const trainee = await signIn('trainee')
  expect((await trainee.client.failure(alarmHandle, { alarms: seen(one), change })).code).toBe(notFound)
  for (const { person } of [stranger, trainee]) {
    const assignee = { person: person.userId }
    expect((await admin.client.failure(alarmHandle, { alarms: seen(one), change: { assignee } })).code).toBe(codeOf('assignee-cannot-see'))
  }
  // What is passed over is not told of either.
  const { alarms } = await operator.client.call(alarmHandle, { alarms: [...seen('nothing'), ...seen(one)], change })
  expect(alarms.map(({ alarmId }) => alarmId)).toEqual([one])
  const { people } = await operator.client.call(alarmAssigneeList, { alarmId: one })
  const ids = people.map(({ userId }) => userId)
  expect(ids).toEqual(expect.arrayContaining([admin.person.userId, operator.person.userId]))
  for (const { person } of [stranger, trainee]) expect(ids).not.toContain(person.userId)
  const found = await operator.client.call(alarmAssigneeList, { alarmId: one, search: operator.person.alias.slice(1).toUpperCase() })
  expect(found.people.map(({ userId }) => userId)).toContain(operator.person.userId)
})

test('what is done about alarms stands in the trail, and the newest steps in the alarm', async () => {
  const [admin, operator] = [await service.signIn('admin'), await service.signIn('operator')]
  for (let version = 0; version < MOST_STEPS + 2; version += 1) {
    service.advance(1_000)
    await operator.call(alarmHandle, { alarms: seen(one, version), change: { note: `Step ${version + 1}` } })
  }
  const { history } = await admin.call(alarmDetail, { alarmId: one })
  expect(history).toHaveLength(MOST_STEPS)
  expect(history[0]).toMatchObject({ note: `Step ${MOST_STEPS + 2}`, version: MOST_STEPS + 2 })
  const { logs } = await admin.call(opLogsList, { pageNum: 1, pageSize: 10, fromMs: service.now - 600_000, untilMs: service.now })
  expect(JSON.stringify(logs)).toContain('alarmHandle')
})

test('a list is narrowed by what was done, by the rule and by whom it is given to, and goes on page by page', async () => {
  const admin = await signIn('admin')
  const operator = await signIn('operator')
  const ids = await addAlarms(250, { startedAtMs: service.now - 60_000 })
  const rule = { ruleIds: [`rule-${made}`] }
  const name = ids.slice(0, 3).map((alarmId) => ({ alarmId, version: 0 }))
  const assignee = { person: operator.person.userId }
  await operator.client.call(alarmHandle, { alarms: name, change: { state: 'acknowledged', assignee } })
  for (const { client } of [admin, operator]) {
    const found: string[] = []
    let after: AlarmPlace | null | undefined
    const totals: (number | null)[] = []
    while (after !== null) {
      const page = await client.call(alarmSearchList, { ...rule, pageSize: 100, ...(after && { after }) })
      found.push(...page.alarms.map(({ alarmId }) => alarmId))
      totals.push(page.total)
      after = page.next
    }
    // All of one moment: in the order of their names, each once.
    expect(found).toEqual(ids)
    expect(totals).toEqual([250, null, null])
    const count = async (filter: object) => (await client.call(alarmSearchList, { ...rule, ...filter, pageSize: 1 })).total
    expect(await count({ states: ['acknowledged'] })).toBe(3)
    expect(await count({ states: ['open', 'false-alarm'] })).toBe(247)
    expect(await count({ assignedTo: operator.person.userId })).toBe(3)
    expect(await count({ assignedTo: admin.person.userId })).toBe(0)
  }
})

test('an alarm of somebody who leaves is nobody’s, and stays handled', async () => {
  const admin = await service.signIn('admin')
  const guard = await signIn('guard')
  const change = { state: 'acknowledged' as const, assignee: { person: guard.person.userId } }
  await admin.call(alarmHandle, { alarms: seen(one), change })
  await admin.call(userInviteDelete, { userId: guard.person.userId })
  const { alarm, history } = await admin.call(alarmDetail, { alarmId: one })
  expect(alarm.handling).toMatchObject({ state: 'acknowledged', assignee: null })
  expect(history[0]?.assigneeName).toBe(guard.person.alias)
})
