import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { always } from '#contract/weekly-schedule.ts'
import { jpegOf, report, waitForEvents } from '#tests/support/seen-events.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

const DAY_MS = 24 * 60 * 60_000
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

async function pictures(): Promise<string[]> {
  const entries = await readdir(join(service.folder, 'objects', 'snapshots'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Gives the demonstration organization a licence as if it had been bought; the rest of its row is of no concern here. */
async function licenceUntil(endsAtMs: number, id = 'l1'): Promise<void> {
  await service.edit((db) =>
    db
      .insertInto('licence')
      .values({
        id,
        organization_id: 'harbor-logistics',
        order_id: `order of ${id}`,
        license_type: 'paid',
        chl_num: 8,
        free_chl_num: 0,
        duration_type: 5,
        status: 2,
        starts_at_ms: service.now,
        ends_at_ms: endsAtMs,
        remaining_ms: null,
        due_at_ms: endsAtMs,
        created_at_ms: service.now,
      })
      .execute(),
  )
}

async function eventsOf(days: number) {
  const admin = await service.signIn('admin')
  const span = { fromMs: service.now - days * DAY_MS, toMs: service.now }
  return (await admin.call(eventSearchList, { ...span, pageSize: 100 })).events
}

test('without a licence, events are forgotten after 15 days, with their pictures and alarms', async () => {
  const admin = await service.signIn('admin')
  await admin.call(eventRuleAddOrEdit, {
    name: 'Motion',
    isEnabled: true,
    scope: { siteIds: ['harbor-gate'], channels: [] },
    trigger: { kind: 'general', eventKinds: ['motion'] },
    schedule: always,
    alertIntervalS: 10,
    emails: [],
  })
  const agent = await service.connectDevice(demoDevices.gate)
  const snapshot = jpegOf('red').toString('base64')
  report(agent, { event: 'motion', plate: 'KV 1', snapshot }, service.now)
  await waitForEvents(admin, 1, service.now)
  service.advance(DAY_MS)
  report(agent, { event: 'motion', plate: 'KV 2', snapshot }, service.now)
  await expect.poll(() => eventsOf(30)).toHaveLength(2)
  expect(await pictures()).toHaveLength(2)
  service.advance(14 * DAY_MS + 60_000)
  await expect.poll(async () => (await eventsOf(30)).map(({ plate }) => plate)).toEqual(['KV 2'])
  await expect.poll(() => pictures()).toHaveLength(1)
  const again = await service.signIn('admin')
  const { alarms } = await again.call(alarmSearchList, { pageSize: 10, kinds: ['motion'] })
  expect(alarms.map(({ plate }) => plate)).toEqual(['KV 2'])
})

test('with a licence they are kept for months; when it has ended for 15 days, none are taken until there is another', async () => {
  await licenceUntil(service.now + 40 * DAY_MS)
  const agent = await service.connectDevice(demoDevices.gate)
  report(agent, { event: 'motion' }, service.now)
  await expect.poll(() => eventsOf(1)).toHaveLength(1)
  const firstMs = service.now
  service.advance(30 * DAY_MS)
  report(agent, { event: 'person' }, service.now)
  await expect.poll(async () => (await eventsOf(31)).map(({ kind }) => kind)).toEqual(['person', 'motion'])
  service.advance(24 * DAY_MS)
  report(agent, { event: 'face' }, service.now)
  await expect.poll(async () => (await eventsOf(1)).map(({ kind }) => kind)).toEqual(['face'])
  const admin = await service.signIn('admin')
  const { events } = await admin.call(eventSearchList, { fromMs: firstMs - DAY_MS, toMs: firstMs + DAY_MS, pageSize: 10 })
  expect(events).toHaveLength(1)
  service.advance(2 * DAY_MS)
  report(agent, { event: 'vehicle' }, service.now)
  await expect.poll(async () => (await eventsOf(31)).map(({ kind }) => kind)).toEqual(['face'])
  report(agent, { event: 'vehicle' }, service.now)
  // Alarms of the outage come after the events before it: the device's events have been looked at by then.
  await agent.stop()
  service.advance(6_000)
  const later = await service.signIn('admin')
  await vi.waitFor(async () => {
    const { total } = await later.call(alarmSearchList, { pageSize: 10, kinds: ['device-offline'] })
    expect(total).toBe(1)
  }, 10_000)
  expect((await eventsOf(31)).map(({ kind }) => kind)).toEqual(['face'])
  await licenceUntil(service.now + 30 * DAY_MS, 'l2')
  report(await service.connectDevice(demoDevices.gate), { event: 'person' }, service.now)
  await expect.poll(async () => (await eventsOf(31)).map(({ kind }) => kind)).toEqual(['person', 'face'])
})
