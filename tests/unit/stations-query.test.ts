/// <reference types="vite/client" />
import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { becomePage } from '#tests/support/core/become-page.ts'

/** As often as the list of stations is asked for after something was sent to a screen, and at all other times. */
const SOON_EVERY_MS = 2_000
const EVERY_MS = 10_000

/** The built worker's address. */
vi.mock('#workers/core/shared-worker.ts?worker&url', () => ({ default: '/user/js/core.js' }))

it('what a screen says of what the office has put up is seen as soon as it can have said it, and it is not asked so often for longer', async () => {
  const { otherEnd } = (await becomePage()).profile
  otherEnd.on(stationList.path, () => ({ data: { stations: [], nowMs: Date.now() } }))
  otherEnd.on(stationShow.path, () => ({ data: { isHere: true } }))
  const { startCore } = await import('#src/data/core/core.ts')
  const { queryClient } = await import('#src/data/query/query-client.ts')
  const { showOnStation, stationsQuery } = await import('#src/data/places/stations.ts')
  await startCore()
  // Without a window nothing is asked for by itself.
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  const list = new QueryObserver(queryClient, stationsQuery)
  const stop = list.subscribe(() => {})
  const asked = () => otherEnd.askedFor(stationList.path).length
  /** How often it is asked in so much time. */
  const askedIn = async (ms: number) => {
    const before = asked()
    for (let passedMs = 0; passedMs < ms; passedMs += SOON_EVERY_MS) {
      await vi.advanceTimersByTimeAsync(SOON_EVERY_MS)
      await expect.poll(() => list.getCurrentResult().isFetching).toBe(false)
    }
    return asked() - before
  }
  await expect.poll(() => list.getCurrentResult().isSuccess).toBe(true)
  await showOnStation({ sn: 'VSABCDEFGHJ2', voId: 1, wish: { kind: 'clock' } })
  expect(asked()).toBe(2)
  expect(await askedIn(EVERY_MS)).toBe(EVERY_MS / SOON_EVERY_MS)
  // The last time of these may be a moment later.
  await askedIn(EVERY_MS)
  expect(await askedIn(3 * EVERY_MS)).toBe(3)
  stop()
})
