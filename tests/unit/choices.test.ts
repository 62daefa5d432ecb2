/// <reference types="vite/client" />
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Choices } from '#contract/calls/user/choices.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { becomePage } from '#tests/support/core/become-page.ts'
import { spansOf } from '#src/lib/quiet-period.ts'
import { person } from '#tests/support/core/test-ports.ts'

/** The built worker's address. */
vi.mock('#workers/core/shared-worker.ts?worker&url', () => ({ default: '/user/js/core.js' }))

const { profile } = await becomePage()
vi.stubGlobal('sessionStorage', { clear: () => {} })
// These look at their page as they are loaded.
const { choices, choose, chooseAtOnce, chooseColumns, followChoices } = await import('#src/data/person/choices.ts')
const { useNotices } = await import('#src/features/notifications/use-notices.ts')
const { useQuietHours } = await import('#src/features/notifications/use-quiet-hours.ts')
const { startCore } = await import('#src/data/core/core.ts')
await startCore()
followChoices()

let onService: Choices
beforeEach(() => {
  onService = {}
  profile.otherEnd.isReachable = true
  profile.otherEnd.on(profileUpdate.path, ({ data }) => {
    onService = { ...onService, ...(data as { choices: Choices }).choices }
    return { data: { ...person, choices: onService } }
  })
})
afterEach(() => profile.otherEnd.on(profileUpdate.path, () => ({ data: person })))

/** What the outbox holds of choices when this shows. */
async function whenShown(isShown: () => boolean): Promise<unknown[]> {
  const { store } = profile.ports()
  await vi.waitFor(() => expect(isShown()).toBe(true), 5_000)
  return (await store.outbox.list()).map(({ input }) => input)
}

it('what is chosen does not show before it is written down, though the service is out of reach, and reaches the service then', async () => {
  profile.otherEnd.isReachable = false
  choose({ rail: 'closed' })
  expect(choices.rail).not.toBe('closed')
  expect(await whenShown(() => choices.rail === 'closed')).toEqual([{ choices: { rail: 'closed' } }])
  chooseColumns('devices', { name: 200 })
  expect(await whenShown(() => choices.columns?.['devices']?.['name'] === 200)).toEqual([
    { choices: { rail: 'closed', columns: { devices: { name: 200 } } } },
  ])
  profile.otherEnd.isReachable = true
  choose({ cameras: 'closed' })
  await vi.waitFor(() => expect(onService).toEqual({ rail: 'closed', cameras: 'closed', columns: { devices: { name: 200 } } }), 5_000)
  expect(choices).toMatchObject(onService)
})

it('what is dragged shows at once, and is written down once, as it stands still', async () => {
  for (const volume of [10, 20, 30]) {
    chooseAtOnce({ volumes: { 0: volume } }, { isMoving: true })
    expect(choices.volumes).toEqual({ 0: volume })
  }
  await vi.waitFor(() => expect(onService).toEqual({ volumes: { 0: 30 } }), 5_000)
  expect(
    profile.otherEnd.askedFor(profileUpdate.path).filter(({ data }) => 'volumes' in (data as { choices: Choices }).choices),
  ).toHaveLength(1)
  expect(choices.volumes).toEqual({ 0: 30 })
})

/** What a page has of this, as it is drawn now. */
function drawn<T>(use: () => T): T {
  const all: T[] = []
  renderToStaticMarkup(
    createElement(() => {
      all.push(use())
      return null
    }),
  )
  const [first] = all
  if (first === undefined) throw new Error('Nothing was drawn.')
  return first
}

/** What the page of notices has to change them by. */
function drawnNotices() {
  const [now, change] = drawn(useNotices)
  return { now, change }
}

it('what is ticked of how one is told of alarms does not show before it is written down, and what is dragged of it shows at once', async () => {
  profile.otherEnd.isReachable = false
  const isSpoken = !drawnNotices().now.isSpoken
  drawnNotices().change({ isSpoken })
  expect(drawnNotices().now.isSpoken).toBe(!isSpoken)
  expect(await whenShown(() => drawnNotices().now.isSpoken === isSpoken)).toMatchObject([{ choices: { notices: { isSpoken } } }])
  drawnNotices().change({ volume: 7 }, { isMoving: true })
  expect(drawnNotices().now).toMatchObject({ volume: 7, isSpoken })
  profile.otherEnd.isReachable = true
  await vi.waitFor(() => expect(onService.notices).toMatchObject({ volume: 7, isSpoken }), 5_000)
})

it('two that are ticked one right after the other, and what is dragged after them, are all kept', async () => {
  const { now, change } = drawnNotices()
  const ticked = { isSpoken: !now.isSpoken, isOnDesktop: !now.isOnDesktop }
  change({ isSpoken: ticked.isSpoken })
  change({ isOnDesktop: ticked.isOnDesktop })
  change({ volume: 23 }, { isMoving: true })
  await vi.waitFor(() => expect(onService.notices).toMatchObject({ ...ticked, volume: 23 }), 5_000)
  expect(drawnNotices().now).toMatchObject({ ...ticked, volume: 23 })
})

it('of quiet hours all is kept that is pressed one right after the other, also what is made of the same value', async () => {
  const { quiet, turn, setDay, setHours, set } = drawn(useQuietHours)
  expect(quiet).toMatchObject({ isOn: false, spans: [] })
  turn(true)
  for (const day of [1, 2, 3, 4]) setDay(day, false)
  setHours({ fromMinute: 20 * 60 })
  setDay(4, true)
  set({ letsUrgentThrough: false })
  const isKept = { isOn: true, letsUrgentThrough: false, spans: spansOf({ days: [0, 5, 6, 4], fromMinute: 20 * 60, toMinute: 7 * 60 }) }
  await vi.waitFor(() => expect(onService.notices?.quiet).toMatchObject(isKept), 5_000)
  await vi.waitFor(
    () => expect(drawn(useQuietHours)).toMatchObject({ quiet: isKept, period: { fromMinute: 20 * 60, toMinute: 7 * 60 } }),
    5_000,
  )
})

it('of the days of quiet hours the last one stays, however quickly the others are taken away', async () => {
  const { turn, setDay } = drawn(useQuietHours)
  turn(true)
  for (const day of [1, 2, 3, 4, 5, 6, 0]) setDay(day, false)
  await vi.waitFor(() => expect(drawn(useQuietHours).period?.days).toEqual([0]), 5_000)
})

it('what is ticked while something is dragged shows with it once it is written down', async () => {
  const { now, change } = drawnNotices()
  change({ volume: 31 }, { isMoving: true })
  change({ isSpoken: !now.isSpoken })
  await vi.waitFor(() => expect(drawnNotices().now).toMatchObject({ volume: 31, isSpoken: !now.isSpoken }), 5_000)
})

it('what the service refuses shows as the service has it again', async () => {
  choose({ rail: 'open' })
  await vi.waitFor(() => expect(choices.rail).toBe('open'), 5_000)
  await vi.waitFor(() => expect(onService.rail).toBe('open'), 5_000)
  profile.otherEnd.on(profileUpdate.path, () => ({ code: 20001 }))
  chooseAtOnce({ rail: 'closed' })
  expect(choices.rail).toBe('closed')
  await vi.waitFor(() => expect(choices.rail).toBe('open'), 5_000)
})
