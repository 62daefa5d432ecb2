import { afterAll, beforeAll, expect, test } from 'vitest'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { always } from '#contract/weekly-schedule.ts'
import { drawEventId } from '#server/events/event-id.ts'
import { report } from '#tests/support/seen-events.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'

const { gate } = demoDevices
const EVENTS = 500
let service: TestService
let admin: ServiceClient

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
})
afterAll(() => service.close())

test('a rule that many events almost meet keeps nobody waiting, and goes off when they do', { timeout: 60_000 }, async () => {
  const person = { eventKind: 'person' as const }
  const rule = {
    name: 'Three people and a van',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'combination' as const, conditions: [person, person, person, { eventKind: 'vehicle' as const }], withinS: 300 },
    schedule: always,
    alertIntervalS: 10 as const,
    emails: [],
  }
  for (let count = 0; count < 10; count += 1) await admin.call(eventRuleAddOrEdit, { ...rule, name: `${rule.name} ${count}` })
  const agent = await service.connectDevice(gate)
  const place = { organization_id: 'harbor-logistics', site_id: 'harbor-gate', site_name: 'Gate', source_name: 'Camera 1' }
  const seen = { kind: 'person' as const, traits: 0, plate: null, plate_key: null, attributes_json: '{}', snapshot_key: null }
  const rows = Array.from({ length: EVENTS }, (_, index) => ({
    id: drawEventId(service.now - 60_000 + index),
    ...place,
    ...seen,
    sn: gate.sn,
    chl_index: 0,
  }))
  await service.edit((db) => db.insertInto('event').values(rows).execute())
  report(agent, { event: 'person' }, service.now)
  report(agent, { event: 'person' }, service.now)
  report(agent, { event: 'vehicle' }, service.now)
  const waitsMs: number[] = []
  await expect
    .poll(
      async () => {
        const askedMs = performance.now()
        await admin.call(profileGet, null)
        waitsMs.push(performance.now() - askedMs)
        return (await admin.call(alarmSearchList, { pageSize: 100 })).total
      },
      { timeout: 40_000 },
    )
    .toBe(10)
  expect(Math.max(...waitsMs)).toBeLessThan(5_000)
})
