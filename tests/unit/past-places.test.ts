import { expect, test } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import type { MediaSender } from '#server/video/relay/media-sender.ts'
import { PastLine } from '#server/video/relay/past-line.ts'
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

/** A viewer whose line takes nothing, or all at once. */
function viewerOf(takes: boolean) {
  const said: string[] = []
  const link = {
    hasRoom: takes,
    sendUnit: ({ ptsUs }: MediaUnit, channel: number) => {
      said.push(`${channel}: ${ptsUs}`)
      return Promise.resolve()
    },
  }
  const sender: Pick<MediaSender, 'say'> = { say: ({ op, ...rest }) => void said.push('fault' in rest ? `${op} ${rest.fault}` : op) }
  return { said, link, sender, line: new PastLine(link) }
}

interface Begin {
  organizationId?: string
  channel?: number
  isKeysOnly?: boolean
}

function begin(
  places: PastPlaces,
  viewer: ReturnType<typeof viewerOf>,
  { organizationId = 'one', channel = 1, isKeysOnly = false }: Begin = {},
) {
  const place = places.take(organizationId, 'CAMERA0001') ?? expect.unreachable('no place')
  const { sender, line } = viewer
  let isStopped = false
  const piece = new PastPiece({ channel, isKeysOnly, sender, line, place, now: () => 0, onOver: () => {} })
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
  const viewer = viewerOf(false)
  const slow = begin(places, viewer)
  for (let sent = 0; sent < waitingBytes.ofSocket; sent += MB) void slow.piece.send(unit(MB))
  expect([slow.isStopped(), viewer.said]).toEqual([false, []])
  void slow.piece.send(unit(1))
  expect([slow.isStopped(), viewer.said]).toEqual([true, ['past-failed refused']])
  // What waited is gone with it. Of these all waits that may wait of an organization.
  const others = Array.from({ length: waitingBytes.ofOrganization / waitingBytes.ofSocket }, () => begin(places, viewerOf(false)))
  await Promise.resolve()
  for (let sent = 0; sent < waitingBytes.ofSocket; sent += MB) for (const { piece } of others) void piece.send(unit(MB))
  expect(others.map(({ isStopped }) => isStopped())).toEqual(others.map(() => false))
  const next = begin(places, viewerOf(false))
  await next.piece.send(unit(MB))
  expect(next.isStopped()).toBe(true)
  const stranger = begin(places, viewerOf(false), { organizationId: 'two' })
  void stranger.piece.send(unit(MB))
  expect(stranger.isStopped()).toBe(false)
})

test('a device that never ends a piece has it ended', async () => {
  const viewer = viewerOf(true)
  const { piece, isStopped } = begin(new PastPlaces(() => 0), viewer)
  for (let sent = 0; sent < pieceBytes; sent += MB) await piece.send(unit(MB))
  expect(isStopped()).toBe(false)
  await piece.send(unit(1))
  expect([isStopped(), viewer.said.at(-1)]).toEqual([true, 'past-failed failed'])
})

test('on a thin line pieces take turns, what somebody looks through goes first, and what is no longer wanted never leaves', async () => {
  const places = new PastPlaces(() => 0)
  const viewer = viewerOf(false)
  const pieces = [1, 2, 3].map((channel) => begin(places, viewer, { channel, isKeysOnly: channel === 3 }).piece)
  const gone = begin(places, viewer, { channel: 4 }).piece
  for (const piece of [...pieces, gone]) {
    for (const at of [1, 2]) void piece.send({ ...unit(1), ptsUs: at })
    piece.ended()
  }
  gone.cancel()
  expect([viewer.said, pieces.map(({ isOver }) => isOver)]).toEqual([[], [false, false, false]])
  viewer.link.hasRoom = true
  viewer.line.pump()
  const end = 'past-end'
  expect(viewer.said).toEqual(['3: 1', '3: 2', end, '1: 1', '2: 1', '1: 2', end, '2: 2', end])
  expect(viewer.line.waitingBytes).toBe(0)
})
