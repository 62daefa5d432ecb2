import { expect, test } from 'vitest'
import { ReorderWindow } from '#device/bridge/rtsp/reorder-window.ts'
import { rtpPacket } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

/** What comes out when packets with these sequence numbers come in, one each millisecond unless said otherwise. */
function through(sequences: readonly number[], stepMs = 1): number[] {
  const out: number[] = []
  const window = new ReorderWindow((bytes) => out.push(bytes.readUInt16BE(2)))
  sequences.forEach((sequence, at) => window.push(rtpPacket(Buffer.of(1), { marker: false, sequence, timestamp: 0, ssrc: 1 }), at * stepMs))
  return out
}

const upTo = (end: number) => Array.from({ length: end }, (_, at) => at)

test('packets that overtook each other come out in order, also over the end of the count', () => {
  expect(through([65_534, 0, 65_535, 2, 1, 3])).toEqual([65_534, 65_535, 0, 1, 2, 3])
})

test('one that is sent twice comes once', () => {
  expect(through([1, 2, 2, 3, 1, 4])).toEqual([1, 2, 3, 4])
})

test('one that never comes is waited for 50 ms at most, and left out', () => {
  expect(through([1, 3, 4, 5], 20)).toEqual([1])
  expect(through([1, 3, 4, 5, 6], 20)).toEqual([1, 3, 4, 5, 6])
})

test('nor do more than 64 packets wait for it, and when it comes after that it is thrown away', () => {
  const late = [0, ...upTo(66).slice(2), 66, 1, 67]
  expect(through(late, 0)).toEqual([0, ...upTo(68).slice(2)])
})

test('another count is followed at once', () => {
  expect(through([10, 11, 30_000, 30_001, 5, 6], 60)).toEqual([10, 11, 30_000, 30_001, 5, 6])
})

test('random packets do no harm, and what comes next is read', () => {
  const random = new SeededRandom(11)
  const out: number[] = []
  const window = new ReorderWindow((bytes) => out.push(bytes.length))
  for (let round = 0; round < 5_000; round++) window.push(random.bytes(random.below(20)), round)
  const before = out.length
  for (const sequence of [1, 2, 3])
    window.push(rtpPacket(Buffer.of(1), { marker: false, sequence, timestamp: 0, ssrc: 1 }), 10_000 + sequence * 60)
  expect(out.length).toBeGreaterThan(before)
})
