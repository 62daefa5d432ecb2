import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamFault } from '#contract/enums.ts'
import type { Asker } from '#contract/core-api.ts'
import { mediaClose } from '#contract/media.ts'
import type { MediaCore } from '#src/data/media/media-core.ts'
import type { MediaOrder } from '#src/data/media/media-port.ts'
import { RelaySource } from '#src/data/media/relay-source.ts'
import type { Feed } from '#src/data/media/video-source.ts'

const feed: Feed = {
  id: 1,
  window: 0,
  source: 'relay',
  sn: 'GATE000001',
  chlIndex: 0,
  stream: 'main',
  pace: 'all',
  isHeard: false,
  volume: 0,
  width: 640,
  height: 360,
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A source with one feed, and how many sockets it has had opened and closed. */
async function stand(answered: () => Promise<void> = async () => {}) {
  const ops: MediaOrder['op'][] = []
  const attempts: number[] = []
  const send = (order: MediaOrder) => {
    ops.push(order.op)
    if (order.op === 'connect') attempts.push(order.attempt ?? 0)
  }
  const faults: StreamFault[] = []
  let tickets = 0
  const askers: Asker[] = []
  const calledOff: Asker[] = []
  const core = {
    tabId: 'tab',
    ask: async (question: string, asker: Asker) => {
      if (question === 'cancelCall') return void calledOff.push(asker)
      askers.push(asker)
      const ticket = String((tickets += 1))
      await answered()
      return { url: 'ws://localhost/media-ws', ticket }
    },
  } as unknown as MediaCore
  const relay = new RelaySource(core, { send }, { onFault: (_, fault) => faults.push(fault), onDrawn: () => {}, hostOf: () => undefined })
  relay.open(feed)
  const settled = () => vi.advanceTimersByTimeAsync(0)
  await settled()
  const count = (op: MediaOrder['op']) => ops.filter((one) => one === op).length
  /** What the worker tells of a socket, the last one unless another is named. */
  const opened = (attempt = attempts.at(-1) ?? 0) => relay.socketOpened(attempt)
  const closed = (code: number, attempt = attempts.at(-1) ?? 0) => relay.socketClosed(code, attempt)
  return {
    relay,
    opened,
    closed,
    attempts,
    settled,
    faults,
    askers,
    calledOff,
    counts: () => ({ connect: count('connect'), disconnect: count('disconnect'), tickets }),
  }
}

it('has an open socket on which nothing comes replaced by one other, however many windows say so', async () => {
  const { opened, relay, settled, counts } = await stand()
  opened()
  await vi.advanceTimersByTimeAsync(2_000)
  // Who talks loses the way to the camera with the socket alone.
  expect(relay.renew()).toBe(true)
  expect(relay.renew()).toBe(false)
  await settled()
  expect(relay.renew()).toBe(false)
  await settled()
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
  opened()
  // Nothing has had the time to come by this one.
  await vi.advanceTimersByTimeAsync(1_999)
  expect(relay.renew()).toBe(false)
  await settled()
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
})

it('gives up a socket that does not open, its successor twice as late, and one that opens stays', async () => {
  const { opened, counts } = await stand()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(counts()).toEqual({ connect: 1, disconnect: 0, tickets: 1 })
  await vi.advanceTimersByTimeAsync(1)
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
  await vi.advanceTimersByTimeAsync(9_999)
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
  await vi.advanceTimersByTimeAsync(1)
  expect(counts()).toEqual({ connect: 3, disconnect: 2, tickets: 3 })
  opened()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(counts()).toEqual({ connect: 3, disconnect: 2, tickets: 3 })
})

it('asks for another ticket where the question for one hangs on a dead line, whoever tells that the line is well, and calls that one off', async () => {
  const hanging = Promise.withResolvers<void>()
  let answered = hanging.promise
  const { counts, askers, calledOff } = await stand(() => answered)
  expect(counts()).toEqual({ connect: 0, disconnect: 0, tickets: 1 })
  answered = Promise.resolve()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(counts()).toMatchObject({ connect: 1, tickets: 2 })
  expect(calledOff).toEqual([askers[0]])
  // It was answered: there is nothing left of it to be called off when its socket does not open.
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counts()).toMatchObject({ connect: 2, tickets: 3 })
  expect(calledOff).toHaveLength(1)
  expect(new Set(askers.map(({ callId }) => callId)).size).toBe(3)
})

it('gives up at once a socket that was begun before the service was there, and leaves one alone that is open', async () => {
  const { opened, relay, settled, counts } = await stand()
  relay.openAgain()
  await settled()
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
  opened()
  relay.openAgain()
  await settled()
  expect(counts()).toEqual({ connect: 2, disconnect: 1, tickets: 2 })
})

it('asks for a ticket anew when the service is there again, where the question hangs, and opens nothing by a late answer', async () => {
  const hanging = Promise.withResolvers<void>()
  let answered = hanging.promise
  const { opened, relay, settled, counts } = await stand(() => answered)
  expect(counts()).toEqual({ connect: 0, disconnect: 0, tickets: 1 })
  answered = Promise.resolve()
  relay.openAgain()
  await settled()
  expect(counts()).toMatchObject({ connect: 1, tickets: 2 })
  opened()
  hanging.resolve()
  await settled()
  expect(counts()).toMatchObject({ connect: 1, tickets: 2 })
})

it('goes by what is said of the socket of now alone', async () => {
  const hanging = Promise.withResolvers<void>()
  let answered = Promise.resolve()
  const { closed, opened, relay, settled, counts } = await stand(() => answered)
  opened()
  answered = hanging.promise
  await vi.advanceTimersByTimeAsync(2_000)
  relay.renew()
  await settled()
  // Told in the moment in which that socket was given up.
  closed(1_006)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts()).toEqual({ connect: 1, disconnect: 1, tickets: 2 })
})

it('says of each window that there are too many, whether the socket had opened or not, and does not ask again at once', async () => {
  const { closed, opened, relay, settled, faults, counts } = await stand()
  relay.open({ ...feed, id: 2, window: 1 })
  // Closed before anything was heard of it: nobody knows that its ticket was taken.
  closed(mediaClose.crowded)
  expect(faults).toEqual(['crowded', 'crowded'])
  await settled()
  // Twice as long as the short pauses with which a service is looked for that was restarted.
  await vi.advanceTimersByTimeAsync(249)
  expect(counts()).toMatchObject({ connect: 1, tickets: 1 })
  await vi.advanceTimersByTimeAsync(251)
  expect(counts()).toMatchObject({ connect: 2, tickets: 2 })
  opened()
  closed(mediaClose.crowded)
  expect(faults).toEqual(['crowded', 'crowded', 'crowded', 'crowded'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(counts()).toMatchObject({ connect: 3, tickets: 3 })
})

it('says nothing of too many where an open socket is merely cut off, nor asks again for windows that are closed', async () => {
  const { closed, opened, relay, faults, counts } = await stand()
  opened()
  closed(1006)
  expect(faults).toEqual([])
  relay.close(feed)
  closed(mediaClose.crowded)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(faults).toEqual([])
  expect(counts()).toMatchObject({ connect: 1, tickets: 1 })
})

it('gives up a socket that does not open, though the one before it is told to have opened when it had been given up', async () => {
  const { opened, closed, attempts, faults, counts } = await stand()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(counts()).toMatchObject({ connect: 2 })
  opened(attempts[0])
  closed(mediaClose.crowded, attempts[0])
  expect(faults).toEqual([])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(counts()).toEqual({ connect: 3, disconnect: 2, tickets: 3 })
})
