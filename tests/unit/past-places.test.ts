import { expect, test } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import type { MediaSender } from '#server/video/relay/media-sender.ts'
import { PastPiece } from '#server/video/relay/past-piece.ts'
import { PastPlaces } from '#server/video/relay/past-places.ts'

const { pieces, asks, waitingBytes, pieceBytes } = tenantLimits.past
const MB = 1024 * 1024

const unit = (bytes: number): MediaUnit => ({
  kind: 'video',
  channel: 0,
  isKey: true,
  isPreroll: false,
  codec: 1,
  ptsUs: 0,
  captureMs: 0,
  sequence: 1,
  data: new Uint8Array(bytes),
})

/** A line that takes nothing, or all at once. */
function lineOf(takes: boolean) {
  const said: string[] = []
  let waiting = 0
  const sender: Pick<MediaSender, 'say' | 'sendUnit' | 'waitingBytes'> = {
    get waitingBytes() {
      return waiting
    },
    say: ({ op, ...rest }) => void said.push('fault' in rest ? `${op} ${rest.fault}` : op),
    sendUnit: ({ data }) => {
      if (takes) return Promise.resolve()
      waiting += data.byteLength
      return new Promise(() => {})
    },
  }
  return { said, sender }
}

function begin(places: PastPlaces, line: ReturnType<typeof lineOf>, organizationId = 'one') {
  const place = places.take(organizationId, 'CAMERA0001') ?? expect.unreachable('no place')
  let isStopped = false
  const piece = new PastPiece({ channel: 1, sender: line.sender, place, now: () => 0, onOver: () => {} })
  piece.stop = () => (isStopped = true)
  return { piece, isStopped: () => isStopped }
}

test('an organization has its share of pieces and no more, of all devices and of one, and others have theirs', () => {
  const places = new PastPlaces(() => 0)
  const taken = Array.from({ length: pieces.ofOrganization + 1 }, (_, index) => places.take('one', `CAMERA${index % 10}`))
  expect(taken.slice(0, -1)).not.toContain(undefined)
  expect(taken.at(-1)).toBeUndefined()
  expect(places.take('two', 'OTHER')).toBeDefined()
  taken[0]?.leave()
  expect(places.take('one', 'CAMERA0')).toBeDefined()
  const ofDevice = Array.from({ length: pieces.ofDevice + 1 }, () => places.take('three', 'RECORDER'))
  expect(ofDevice.map((place) => place !== undefined)).toEqual([...ofDevice.slice(1).map(() => true), false])
  expect(places.take('four', 'RECORDER')).toBeDefined()
})

test('who asks faster than anybody looks is refused, and may ask again a moment later', () => {
  let nowMs = 0
  const places = new PastPlaces(() => nowMs)
  const ask = () => {
    const place = places.take('one', 'CAMERA')
    place?.leave()
    return place !== undefined
  }
  expect(Array.from({ length: asks.ofOrganization.burst + 1 }, ask).lastIndexOf(true)).toBe(asks.ofOrganization.burst - 1)
  expect(ask()).toBe(false)
  nowMs = 1_000
  expect(ask()).toBe(true)
})

test('what a viewer does not take is given up before it fills the memory: its own, and that of its organization', async () => {
  const places = new PastPlaces(() => 0)
  const line = lineOf(false)
  const slow = begin(places, line)
  for (let sent = 0; sent <= waitingBytes.ofSocket; sent += MB) void slow.piece.send(unit(MB))
  expect([slow.isStopped(), line.said]).toEqual([false, []])
  void slow.piece.send(unit(1))
  expect([slow.isStopped(), line.said]).toEqual([true, ['past-failed refused']])
  const others = Array.from({ length: 2 }, () => begin(places, lineOf(false)))
  for (let sent = 0; sent < waitingBytes.ofSocket; sent += MB) for (const { piece } of others) void piece.send(unit(MB))
  // Its own lines are free, and what waits for those of its colleagues is all that there may be.
  const next = begin(places, lineOf(true))
  await next.piece.send(unit(MB))
  expect(next.isStopped()).toBe(true)
  const stranger = begin(places, lineOf(true), 'two')
  await stranger.piece.send(unit(MB))
  expect(stranger.isStopped()).toBe(false)
})

test('a device that never ends a piece has it ended', async () => {
  const line = lineOf(true)
  const { piece, isStopped } = begin(new PastPlaces(() => 0), line)
  for (let sent = 0; sent < pieceBytes; sent += MB) await piece.send(unit(MB))
  expect(isStopped()).toBe(false)
  await piece.send(unit(1))
  expect([isStopped(), line.said]).toEqual([true, ['past-failed failed']])
})
