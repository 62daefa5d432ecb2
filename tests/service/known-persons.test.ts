import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmDetail } from '#contract/calls/event/alarm-detail.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { InputOf } from '#contract/define-call.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { always } from '#contract/weekly-schedule.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { report, waitForEvents } from '#tests/support/seen-events.ts'
import { channel, demoDevices, TestService, type PersonName } from '#tests/support/service.ts'

const { gate, warehouse } = demoDevices
const person = {
  owner: 'Harm Veldkamp',
  birthday: '1957-03-14',
  nativePlace: 'Zwolle',
  idType: 'identity-card',
  idNumber: 'XD57031402',
} as const
let service: TestService
let span: { fromMs: number; toMs: number }
let key: string

beforeAll(async () => {
  service = await TestService.start()
  key = await deviceKey(warehouse.sn, warehouse.securityCode)
  const admin = await service.signIn('admin')
  await admin.call(eventRuleAddOrEdit, {
    name: 'Faces',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['face'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
  const agent = await service.connectDevice(gate, [channel(0)])
  const nowMs = service.now
  report(agent, { event: 'face', similarity: 93, person }, nowMs - 50_000)
  report(agent, { event: 'face', similarity: 40 }, nowMs - 40_000)
  report(agent, { event: 'plate', plate: 'KV 1', similarity: 0, person: { owner: 'Ada' } }, nowMs - 30_000)
  report(agent, { event: 'person', similarity: 99, person }, nowMs - 20_000)
  await waitForEvents(admin, 4, nowMs)
  span = { fromMs: nowMs - 60_000, toMs: nowMs }
})
afterAll(() => service.close())

async function find(name: PersonName, filter: Partial<InputOf<typeof eventSearchList>> = {}) {
  const { events } = await (await service.signIn(name)).call(eventSearchList, { ...span, pageSize: 100, ...filter })
  return events
}

test('whom a camera has recognized is told with the event, of faces and plates alone', async () => {
  expect(await find('admin')).toMatchObject([
    { kind: 'person', similarity: null, person: null },
    { kind: 'plate', similarity: 0, person: { owner: 'Ada' } },
    { kind: 'face', similarity: 40, person: null },
    { kind: 'face', similarity: 93, person },
  ])
})

test('who may look back but does not administer sees the number of the document masked', async () => {
  const [, , , face] = await find('operator')
  expect(face?.person).toEqual({ ...person, idNumber: '***02' })
})

test('who may not look back learns nothing of the person, from the alarm either', async () => {
  const detailFor = async (name: PersonName) => {
    const client = await service.signIn(name)
    const { alarms } = await client.call(alarmSearchList, { pageSize: 20, kinds: ['face'] })
    const details = await Promise.all(alarms.map(({ alarmId }) => client.call(alarmDetail, { alarmId })))
    return details.flatMap(({ events }) => events).find(({ similarity }) => similarity === 93)
  }
  expect(await detailFor('admin')).toMatchObject({ person })
  expect(await detailFor('operator')).toMatchObject({ person: { idNumber: '***02' } })
  // Who may only look live gets no record of the past at all.
  expect(await detailFor('guard')).toBeUndefined()
})

test('a search finds those that are similar enough', async () => {
  const similar = async (minSimilarity: number, more = {}) => (await find('admin', { minSimilarity, ...more })).map((one) => one.similarity)
  expect(await similar(0)).toEqual([0, 40, 93])
  expect(await similar(40)).toEqual([40, 93])
  expect(await similar(41)).toEqual([93])
  expect(await similar(94)).toEqual([])
  expect(await similar(0, { kinds: ['plate'] })).toEqual([0])
  expect(await similar(0, { kinds: ['person'] })).toEqual([])
  expect(await (await service.signIn('admin')).failure(eventSearchList, { ...span, pageSize: 10, minSimilarity: 101 })).toMatchObject({
    code: 1000,
    detail: { field: 'minSimilarity' },
  })
})

test.each([
  [{ similarity: 101 }],
  [{ similarity: 12.5 }],
  [{ person: { birthday: '1957-02-30' } }],
  [{ person: { idNumber: '<script>' } }],
  [{ person: { owner: 'x'.repeat(65) } }],
  [{ person: { idType: 'library-card' } }],
])('a device that reports %j is refused', async (wrong) => {
  const probe = await GatewayProbe.open(service.url)
  await probe.hello(warehouse.sn, key, [channel(0)])
  await probe.first('welcome')
  probe.say({ kind: 'event', chlIndex: 0, event: 'face', atMs: service.now, attributes: {}, ...wrong })
  expect(await probe.first('refused')).toMatchObject({ reason: 'bad-message' })
})
