import { describe, expect, test } from 'vitest'
import { toAnnexB } from '#device/bridge/rtsp/annex-b.ts'
import { h265 } from '#device/bridge/rtsp/h265.ts'
import { parseH265Sps } from '#device/bridge/rtsp/h265-sps.ts'
import { ParameterSets } from '#device/bridge/rtsp/parameter-sets.ts'
import { emptyRtpPacket, parseRtp } from '#device/bridge/rtsp/rtp.ts'
import { type RawUnit, VideoDepacketizer } from '#device/bridge/rtsp/video-depacketizer.ts'
import { loadClip } from '#tests/support/clip.ts'
import { payloadsOf, rtpPacket } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
const [VPS = new Uint8Array(), SPS = new Uint8Array(), PPS = new Uint8Array()] = clip.sets
const nal = (type: number, ...rest: number[]) => Buffer.from([type << 1, 1, ...rest])
const idr = (length: number) => Buffer.concat([nal(19, 0x80), Buffer.alloc(length, 0x88)])
const slice = (length: number) => Buffer.concat([nal(1, 0x80), Buffer.alloc(length, 0x9a)])

/** A depacketizer, fed by payloads that are numbered on. */
class Feed {
  readonly units: RawUnit[] = []
  readonly sets = new ParameterSets(h265)
  readonly depacketizer = new VideoDepacketizer(h265, this.sets, (unit) => this.units.push(unit))
  readonly #packet = emptyRtpPacket()
  sequence = 65_530

  send(payload: Uint8Array, timestamp: number, marker = false): void {
    const bytes = rtpPacket(payload, { marker, sequence: this.sequence++, timestamp, ssrc: 1 })
    if (parseRtp(bytes, this.#packet)) this.depacketizer.push(this.#packet, timestamp / 90)
  }

  picture(nals: Uint8Array[], timestamp: number, aggregates = true): void {
    const payloads = payloadsOf(nals, aggregates, 'H265')
    payloads.forEach((payload, at) => this.send(payload, timestamp, at === payloads.length - 1))
  }

  get hex(): string[] {
    return this.units.map((unit) => Buffer.from(unit.data).toString('hex'))
  }
}

const hex = (...nals: Uint8Array[]) => Buffer.from(toAnnexB(nals)).toString('hex')

describe('H.265', () => {
  test.each([true, false])('comes whole out of single NAL units, aggregates (%s) and pieces', (aggregates) => {
    const feed = new Feed()
    const pictures = clip.pictures.slice(0, 40)
    pictures.forEach(({ nals }, at) => feed.picture(nals, at * 6000, aggregates))
    expect(feed.units.map((unit) => Buffer.compare(unit.data, pictures[feed.units.indexOf(unit)]?.unit ?? VPS))).toEqual(
      pictures.map(() => 0),
    )
    expect(feed.units.map((unit) => unit.isKey)).toEqual(pictures.map((picture) => picture.isKey))
  })

  test('gets its described parameter sets in front of a key frame that comes without', () => {
    const feed = new Feed()
    for (const set of [PPS, SPS, VPS]) feed.sets.take(set)
    feed.picture([idr(3000)], 0)
    feed.picture([slice(20)], 6000)
    expect(feed.hex).toEqual([hex(VPS, SPS, PPS, idr(3000)), hex(slice(20))])
  })

  test('is held back while one of the three sets is missing', () => {
    const feed = new Feed()
    feed.picture([SPS, PPS, idr(100)], 0)
    expect(feed.units).toEqual([])
    feed.picture([VPS, SPS, PPS, idr(100)], 6000)
    expect(feed.units).toHaveLength(1)
  })

  test('after a lost piece goes on with the next key frame, and nothing torn comes out', () => {
    const feed = new Feed()
    const key = [VPS, SPS, PPS, idr(5000)]
    feed.picture(key, 0)
    const payloads = payloadsOf([slice(5000)], true, 'H265')
    payloads.forEach((payload, at) => (at === 1 ? feed.sequence++ : feed.send(payload, 6000, at === payloads.length - 1)))
    feed.picture([slice(30)], 12_000)
    feed.picture(key, 18_000)
    expect(feed.hex).toEqual([hex(...key), hex(...key)])
  })

  test.each([
    ['an aggregate that promises more than it has', Buffer.of(0x60, 1, 0, 9, 2, 1)],
    ['an aggregate within an aggregate', Buffer.of(0x60, 1, 0, 3, 0x60, 1, 0)],
    ['a piece without a header', Buffer.of(0x62, 1)],
    ['a piece without its beginning', Buffer.of(0x62, 1, 0x01, 1, 2)],
    ['the forbidden bit', Buffer.of(0x82, 1, 0x80)],
    ['a way of packing that nobody agreed on', Buffer.of(0x64, 1, 0, 0, 2)],
  ])('%s: dropped up to the next key frame', (_, payload) => {
    const feed = new Feed()
    feed.picture([VPS, SPS, PPS, idr(10)], 0)
    feed.send(payload, 6000, true)
    feed.picture([slice(10)], 12_000)
    expect(feed.units).toHaveLength(1)
    feed.picture([VPS, SPS, PPS, idr(10)], 18_000)
    expect(feed.units).toHaveLength(2)
  })

  test('10,000 random and damaged payloads do no harm', () => {
    const random = new SeededRandom(9)
    const feed = new Feed()
    const sound = payloadsOf([VPS, SPS, PPS, idr(4000)], true, 'H265')
    for (let round = 0; round < 10_000; round++) {
      if (random.below(50) === 0) feed.sequence += random.below(3)
      const payload = random.below(3) === 0 ? random.bytes(random.below(60)) : random.mutate(sound[random.below(sound.length)] ?? VPS)
      feed.send(payload, round * 100, random.below(4) === 0)
    }
    feed.sequence += 1
    const { length } = feed.units
    feed.picture([VPS, SPS, PPS, idr(10)], 9_000_000)
    expect(feed.units.length).toBeGreaterThan(length) // still at work
  })
})

describe('sequence parameter sets of H.265', () => {
  // As x265 writes them: main and main 10, with sizes that are no multiple of a block.
  test.each([
    [Buffer.from(SPS).toString('hex'), 'hev1.1.6.L63.90', 640, 360],
    ['42010101600000030090000003000003003ca00a480b9c9596566924caf0168080000003008000000c84', 'hev1.1.6.L60.90', 322, 182],
    ['420101022000000300900000030000030078a003c08010e4d96566924caf016808000003000800000300c840', 'hev1.2.4.L120.90', 1920, 1080],
    ['42010101600000030090000003000003005aa005820090596566924caf016808000003000800000300c840', 'hev1.1.6.L90.90', 704, 576],
  ])('%s', (sps, codec, width, height) => {
    const parsed = parseH265Sps(Buffer.from(sps, 'hex'))
    expect(parsed?.info).toMatchObject({ codec, width, height })
  })

  test('broken ones are refused', () => {
    const random = new SeededRandom(10)
    for (let length = 0; length < 20; length++) expect(parseH265Sps(SPS.subarray(0, length))).toBeUndefined()
    for (let round = 0; round < 10_000; round++) {
      const parsed = parseH265Sps(round % 2 === 0 ? random.mutate(SPS) : Buffer.concat([SPS.subarray(0, 2), random.bytes(40)]))
      if (parsed) expect(Math.max(parsed.info.width, parsed.info.height)).toBeLessThanOrEqual(16_384)
    }
  })
})
