import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import { writeSuccess } from '#contract/envelope.ts'
import { keepStation } from '#src/data/station/station-key.ts'

const shown = {
  sn: 'STATION001',
  voId: 1,
  name: 'Hall',
  siteName: 'Gate',
  timeZone: 'UTC',
  content: { kind: 'clock' },
  turns: [],
  remote: null,
  message: null,
  isMuted: true,
  alarms: [],
  cameras: [],
}

/** What is asked of the service, and answered by it, in order. */
let order: string[]
let isAway: boolean
/** Answers to what the screen shows wait for it. */
let mayShow: Promise<void>

class IdleSocket extends EventTarget {
  static readonly OPEN = 1
  readonly readyState = 0
  close() {}
}

beforeEach(() => {
  order = []
  isAway = false
  mayShow = Promise.resolve()
  let tickets = 0
  const answers: Record<string, () => unknown> = {
    [stationToken.path]: () => ({ token: 'vs.token', expiresAtMs: Date.now() + 600_000, nowMs: Date.now() }),
    [stationTicket.path]: () => ({ ticket: `vs.ticket${(tickets += 1)}`, expiresAtMs: Date.now() + 30_000 }),
    [stationNow.path]: () => ({ ...shown, nowMs: Date.now() }),
  }
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('WebSocket', IdleSocket)
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string) => {
    if (isAway) throw new TypeError('Failed to fetch')
    order.push(path)
    if (path === stationNow.path) await mayShow
    return Response.json(writeSuccess(answers[path]?.()))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('has pictures asked for with the answer that says that the service is there again, before it knows what else there is', async () => {
  const { StationLink, stationState } = await import('#src/data/station/station-link.ts')
  await keepStation(shown.sn)
  const link = new StationLink(1, () => {})
  void link.run()
  await vi.waitFor(() => expect(stationState.now?.name).toBe('Hall'))
  isAway = true
  expect(await link.check()).toBe(false)
  expect(stationState.trouble).toBe('service')

  const opened = Promise.withResolvers<string>()
  let isAsked = false
  link.core.onState(() => {
    if (isAsked || !link.core.state.isServiceReachable) return
    isAsked = true
    void link.core.ask('relayAddress').then(({ url }) => opened.resolve(url))
  })
  const show = Promise.withResolvers<void>()
  mayShow = show.promise
  order = []
  isAway = false
  expect(await opened.promise).toBe('ws://127.0.0.1/media-ws?ticket=vs.ticket1')
  await vi.waitFor(() => expect(order).toContain(stationNow.path))
  expect(order).toEqual([stationTicket.path, stationNow.path])
  expect(stationState.trouble).toBe('service')
  show.resolve()
  await vi.waitFor(() => expect(stationState.trouble).toBeUndefined())
  // One that was used up is used no more.
  expect((await link.core.ask('relayAddress')).url).toContain('vs.ticket2')
})
