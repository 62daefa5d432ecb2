import { describe, expect, test } from 'vitest'
import { nalType, toAnnexB } from '#device/bridge/rtsp/annex-b.ts'
import { h264 } from '#device/bridge/rtsp/h264.ts'
import { parseH264Sps } from '#device/bridge/rtsp/h264-sps.ts'
import { ParameterSets } from '#device/bridge/rtsp/parameter-sets.ts'
import { emptyRtpPacket, parseRtp } from '#device/bridge/rtsp/rtp.ts'
import { type RawUnit, VideoDepacketizer } from '#device/bridge/rtsp/video-depacketizer.ts'
import { payloadsOf, rtpPacket } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const SPS = Buffer.from('6742c01fda014016ec0440000003004000000f03c60ca8', 'hex')
const PPS = Buffer.from('68ce0fc8', 'hex')
const AUD = Buffer.of(9, 0xf0)
const idr = (length: number, fill = 0x88) => Buffer.concat([Buffer.of(0x65, 0x88), Buffer.alloc(length, fill)])
const slice = (length: number, fill = 0x9a) => Buffer.concat([Buffer.of(0x41, 0x9a), Buffer.alloc(length, fill)])
const lowerHalf = (type: number) => Buffer.concat([Buffer.of(type, 0x1a), Buffer.alloc(50, 0x55)])

/** A depacketizer, fed by payloads that are numbered on. */
class Feed {
  readonly units: RawUnit[] = []
  readonly sets = new ParameterSets(h264)
  readonly depacketizer = new VideoDepacketizer(h264, this.sets, (unit) => this.units.push(unit))
  readonly #packet = emptyRtpPacket()
  sequence = 65_530

  send(payload: Uint8Array, timestamp: number, marker = false): void {
    const bytes = rtpPacket(payload, { marker, sequence: this.sequence++, timestamp, ssrc: 1 })
    if (parseRtp(bytes, this.#packet)) this.depacketizer.push(this.#packet, timestamp / 90)
  }

  picture(nals: Uint8Array[], timestamp: number, { aggregates = true, marker = true } = {}): void {
    const payloads = payloadsOf(nals, aggregates)
    payloads.forEach((payload, at) => this.send(payload, timestamp, marker && at === payloads.length - 1))
  }

  get hex(): string[] {
    return this.units.map((unit) => Buffer.from(unit.data).toString('hex'))
  }
}

const hex = (...nals: Uint8Array[]) => Buffer.from(toAnnexB(nals)).toString('hex')

describe('whole units', () => {
  test.each([true, false])('from single NAL units, STAP-A (%s) and FU-A', (aggregates) => {
    const feed = new Feed()
    const pictures = [
      [AUD, SPS, PPS, idr(5000)],
      [AUD, slice(300)],
      [AUD, slice(1398)],
      [AUD, slice(1399)],
      [AUD, slice(9000)],
    ]
    pictures.forEach((nals, at) => feed.picture(nals, at * 6000, { aggregates }))
    expect(feed.hex).toEqual(pictures.map((nals) => hex(...nals)))
    expect(feed.units.map((unit) => unit.isKey)).toEqual([true, false, false, false, false])
    expect(feed.units.map((unit) => unit.rtpTimestamp)).toEqual([0, 6000, 12_000, 18_000, 24_000])
    expect(feed.units[1]?.arrivalMs).toBeCloseTo(6000 / 90)
  })

  test('begin with the first key frame', () => {
    const feed = new Feed()
    feed.send(Buffer.of(0x7c, 0x45, 1, 2), 0, true) // the last piece of a key frame under way
    feed.picture([slice(100)], 6000)
    feed.picture([SPS, PPS, idr(100)], 12_000)
    expect(feed.hex).toEqual([hex(SPS, PPS, idr(100))])
  })

  test('own their bytes', () => {
    const feed = new Feed()
    feed.picture([SPS, PPS, idr(3000, 1)], 0)
    const before = feed.hex[0]
    feed.picture([slice(3000, 2)], 6000)
    expect(feed.hex[0]).toBe(before)
  })

  test('keep the slices of one picture together, also when a camera marks each of them', () => {
    const feed = new Feed()
    const key = [SPS, PPS, idr(50), lowerHalf(0x65)]
    for (let at = 0; at < 4; at++) for (const nal of key) feed.send(nal, at * 6000, true)
    for (const nal of [slice(20), lowerHalf(0x41)]) feed.send(nal, 30_000, true)
    feed.send(AUD, 36_000)
    expect(feed.hex.slice(-3)).toEqual([hex(...key), hex(...key), hex(slice(20), lowerHalf(0x41))])
  })

  test('end with the next timestamp where there are no markers', () => {
    const feed = new Feed()
    feed.picture([SPS, PPS, idr(3000)], 0, { marker: false })
    feed.picture([slice(100)], 6000, { marker: false })
    expect(feed.hex).toEqual([hex(SPS, PPS, idr(3000))])
  })

  test('may carry several NAL units with start codes in one payload, as cheap cameras send them', () => {
    const feed = new Feed()
    feed.send(Buffer.from(toAnnexB([SPS, PPS, idr(40)])).subarray(4), 0, true)
    expect(feed.units[0]?.isKey).toBe(true)
    expect(feed.hex).toEqual([hex(SPS, PPS, idr(40))])
  })
})

describe('parameter sets', () => {
  test('of the description go in front of key frames, behind the delimiter', () => {
    const feed = new Feed()
    feed.sets.take(SPS)
    feed.sets.take(PPS)
    feed.picture([AUD, idr(100)], 0)
    feed.picture([idr(100)], 6000)
    feed.picture([AUD, slice(100)], 12_000)
    expect(feed.hex).toEqual([hex(AUD, SPS, PPS, idr(100)), hex(SPS, PPS, idr(100)), hex(AUD, slice(100))])
  })

  test('sent as a unit of their own are kept', () => {
    const feed = new Feed()
    for (let at = 0; at < 2; at++) {
      feed.send(SPS, at * 6000, true)
      feed.send(PPS, at * 6000, true)
      feed.send(idr(100), at * 6000, true)
    }
    expect(feed.hex).toEqual([hex(SPS, PPS, idr(100)), hex(SPS, PPS, idr(100))])
  })

  test('of the stream replace those of the description', () => {
    const other = Buffer.from('674d401ef4058126c044000003000400000300c87c50aa80', 'hex')
    const feed = new Feed()
    feed.sets.take(other)
    feed.sets.take(PPS)
    expect(feed.sets.info?.width).toBe(704)
    feed.picture([SPS, PPS, idr(100)], 0)
    feed.picture([idr(100)], 6000)
    expect(feed.sets.info?.width).toBe(1280)
    expect(feed.hex[1]).toBe(hex(SPS, PPS, idr(100)))
  })

  test('missing altogether hold everything back: no decoder could start', () => {
    const feed = new Feed()
    feed.picture([idr(100)], 0)
    feed.picture([slice(100)], 6000)
    expect(feed.units).toEqual([])
  })
})

describe('loss', () => {
  const pictures = [[SPS, PPS, idr(5000)], [slice(4000)], [slice(100)], [SPS, PPS, idr(5000)], [slice(4000)]]
  const packets = pictures.flatMap((nals, at) => {
    const payloads = payloadsOf(nals, true)
    return payloads.map((payload, index) => ({ payload, at, marker: index === payloads.length - 1 }))
  })

  test.each(packets.map((_, lost) => lost))('of packet %i costs the pictures up to the next key frame, and tears none', (lost) => {
    const feed = new Feed()
    feed.sets.take(SPS)
    feed.sets.take(PPS)
    packets.forEach(({ payload, at, marker }, index) => {
      if (index === lost) feed.sequence++
      else feed.send(payload, at * 6000, marker)
    })
    const hit = packets[lost]?.at ?? 0
    const nextKey = hit < 3 ? 3 : 5
    // Lost parameter sets cost nothing: they are known from the description, and the top slice shows that no more is missing.
    const isSetsOnly = nalType(packets[lost]?.payload ?? AUD) === 24
    const expected = pictures.filter((_, at) => isSetsOnly || at < hit || at >= nextKey)
    expect(feed.hex).toEqual(expected.map((nals) => hex(...nals)))
  })

  test('within a picture that no other one is built on costs that picture alone', () => {
    const spare = Buffer.concat([Buffer.of(0x01, 0x9a), Buffer.alloc(5000, 0x9a)])
    for (const [lost, costs] of [
      [1, [1]],
      [2, [1]],
      // The head or the end of it: what else was lost there nobody knows.
      [0, [1, 2]],
      [3, [1, 2]],
    ] as const) {
      const feed = new Feed()
      const film = [[SPS, PPS, idr(100)], [spare], [slice(100)], [SPS, PPS, idr(200)]]
      film.forEach((nals, at) => {
        const payloads = payloadsOf(nals, true)
        payloads.forEach((payload, index) => {
          if (at === 1 && index === lost) feed.sequence++
          else feed.send(payload, at * 6000, index === payloads.length - 1)
        })
      })
      expect(feed.hex).toEqual(film.filter((_, at) => !costs.some((cost) => cost === at)).map((nals) => hex(...nals)))
      expect(feed.depacketizer.stats.lostPackets).toBe(1)
    }
  })

  test('is counted, and a packet sent twice is no loss', () => {
    const feed = new Feed()
    feed.picture([SPS, PPS, idr(10)], 0)
    feed.sequence--
    feed.send(slice(1), 0, true)
    feed.picture([slice(10)], 6000)
    expect(feed.units).toHaveLength(2)
    feed.sequence += 3
    feed.picture([slice(10)], 12_000)
    expect(feed.depacketizer.stats).toEqual({ units: 2, droppedUnits: 1, lostPackets: 3 })
  })
})

describe('malformed payloads', () => {
  test.each([
    ['an aggregate that promises more than it has', Buffer.of(0x78, 0, 9, 0x41, 1)],
    ['an aggregate within an aggregate', Buffer.of(0x78, 0, 2, 0x78, 0)],
    ['an empty piece in an aggregate', Buffer.of(0x78, 0, 0, 0x41)],
    ['a fragment without a header', Buffer.of(0x7c)],
    ['a fragment without its start', Buffer.of(0x7c, 0x01, 1, 2)],
    ['the forbidden bit', Buffer.of(0xc1, 0x9a)],
    ['interleaved mode', Buffer.of(0x79, 0, 0, 0, 2, 0x41, 0x9a)],
  ])('%s: dropped up to the next key frame', (_, payload) => {
    const feed = new Feed()
    feed.picture([SPS, PPS, idr(10)], 0)
    feed.send(payload, 6000, true)
    feed.picture([slice(10)], 12_000)
    expect(feed.units).toHaveLength(1)
    feed.picture([SPS, PPS, idr(10)], 18_000)
    expect(feed.units).toHaveLength(2)
  })

  test('a unit without an end does not fill the memory', () => {
    const feed = new Feed()
    const piece = Buffer.concat([Buffer.of(0x7c, 0x05), Buffer.alloc(1400, 1)])
    feed.send(Buffer.of(0x7c, 0x85, 0x88), 0)
    for (let at = 0; at < 10_000; at++) feed.send(piece, 0)
    feed.send(Buffer.of(0x7c, 0x45, 1), 0, true)
    expect(feed.units).toEqual([])
    feed.picture([SPS, PPS, idr(10)], 6000)
    expect(feed.units).toHaveLength(1)
  })

  test('30,000 random and damaged payloads do no harm', () => {
    const random = new SeededRandom(5)
    const feed = new Feed()
    const sound = payloadsOf([AUD, SPS, PPS, idr(4000)], true)
    for (let round = 0; round < 30_000; round++) {
      if (random.below(50) === 0) feed.sequence += random.below(3)
      const payload = random.below(3) === 0 ? random.bytes(random.below(60)) : random.mutate(sound[random.below(sound.length)] ?? AUD)
      feed.send(payload, round * 100, random.below(4) === 0)
    }
    expect(feed.units.length).toBeGreaterThan(0)
    feed.sequence += 1
    const { length } = feed.units
    feed.picture([SPS, PPS, idr(10)], 9_000_000)
    expect(feed.units.length).toBeGreaterThan(length) // still at work
  })
})

describe('sequence parameter sets', () => {
  test.each([
    ['6742c028da01e0089f97011000000300100000030320f1832a', 'avc1.42c028', 1920, 1080, 25],
    ['6742c01fda014016ec0440000003004000000f03c60ca8', 'avc1.42c01f', 1280, 720, 30],
    ['674d401ef4058126c044000003000400000300c87c50aa80', 'avc1.4d401e', 704, 576, 25],
    ['6742c00cda05467889b011000003000100000300180f142aa0', 'avc1.42c00c', 322, 182, 12],
    ['677a0016bcb40501ed8088000003000800000300a078b175', 'avc1.7a0016', 640, 480, 10],
  ])('%s', (sps, codec, width, height, fps) => {
    expect(parseH264Sps(Buffer.from(sps, 'hex'))).toEqual({ codec, width, height, fps })
  })

  test('broken ones are refused', () => {
    const random = new SeededRandom(6)
    for (let length = 0; length < 8; length++) expect(parseH264Sps(SPS.subarray(0, length))).toBeUndefined()
    expect(parseH264Sps(PPS)).toBeUndefined()
    expect(parseH264Sps(Buffer.concat([SPS.subarray(0, 4), Buffer.alloc(500)]))).toBeUndefined()
    for (let round = 0; round < 20_000; round++) {
      const info = parseH264Sps(round % 2 === 0 ? random.mutate(SPS) : Buffer.concat([SPS.subarray(0, 1), random.bytes(30)]))
      if (info) expect(Math.max(info.width, info.height)).toBeLessThanOrEqual(16_384)
    }
  })
})
