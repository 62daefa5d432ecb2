import { describe, expect, test } from 'vitest'
import { MediaClock } from '#device/bridge/rtsp/media-clock.ts'
import { emptyRtpPacket, parseRtp } from '#device/bridge/rtsp/rtp.ts'
import { findSound, parseSdp, type SdpSound } from '#device/bridge/rtsp/sdp.ts'
import { SoundClock } from '#device/bridge/rtsp/sound-clock.ts'
import { type RawSound, SoundDepacketizer } from '#device/bridge/rtsp/sound-depacketizer.ts'
import { rtpPacket } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { soundPayload } from '#tests/support/test-sound.ts'

const AAC = 'streamtype=5; mode=AAC-hbr; sizeLength=13; indexLength=3; indexDeltaLength=3; config=1190'

function described(...lines: string[]): SdpSound | undefined {
  return findSound(parseSdp(['m=video 0 RTP/AVP 96', 'a=rtpmap:96 H264/90000', ...lines, 'a=control:trackID=2'].join('\r\n')))
}

describe('sound in a description', () => {
  test('is AAC with its configuration', () => {
    expect(described('m=audio 0 RTP/AVP 104', 'a=rtpmap:104 mpeg4-generic/48000/2', `a=fmtp:104 ${AAC}`)).toEqual({
      format: { codec: 'aac', sampleRateHz: 48_000, channels: 2, description: 'EZA=' },
      control: 'trackID=2',
      payloadType: 104,
      clockRate: 48_000,
      sizeBits: 13,
      indexBits: 3,
      frameTicks: 1024,
    })
  })

  test('is AAC whose configuration has to be thought of', () => {
    const track = described('m=audio 0 RTP/AVP 104', 'a=rtpmap:104 MPEG4-GENERIC/16000', `a=fmtp:104 ${AAC.replace('; config=1190', '')}`)
    expect(track?.format).toEqual({ codec: 'aac', sampleRateHz: 16_000, channels: 1, description: 'FAg=' })
  })

  test.each([
    ['m=audio 0 RTP/AVP 0', { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 }],
    ['m=audio 0 RTP/AVP 8', { codec: 'pcma', sampleRateHz: 8_000, channels: 1 }],
    ['m=audio 0 RTP/AVP 98\r\na=rtpmap:98 PCMA/16000/2', { codec: 'pcma', sampleRateHz: 16_000, channels: 2 }],
    ['m=audio 0 RTP/AVP 99 0\r\na=rtpmap:99 G726-32/8000', { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 }],
  ])('%s', (lines, format) => expect(described(lines)?.format).toEqual(format))

  test.each([
    'm=audio 0 RTP/AVP 99\r\na=rtpmap:99 G726-32/8000',
    `m=audio 0 RTP/AVP 104\r\na=rtpmap:104 MPEG4-GENERIC/48000\r\na=fmtp:104 ${AAC.replace('1190', 'ffff')}`,
    `m=audio 0 RTP/AVP 104\r\na=rtpmap:104 MPEG4-GENERIC/48000\r\na=fmtp:104 ${AAC.replace('Length=13', 'Length=99')}`,
    'm=audio 0 RTP/AVP 104\r\na=rtpmap:104 MPEG4-GENERIC/48000',
  ])('%s: nothing that we can read', (lines) => expect(described(lines)).toBeUndefined())
})

/** A depacketizer for AAC, fed by payloads that are numbered on. */
class Feed {
  readonly sounds: RawSound[] = []
  readonly #depacketizer: SoundDepacketizer
  readonly #packet = emptyRtpPacket()
  sequence = 65_534

  constructor(...lines: string[]) {
    const track = described(...lines)
    if (!track) throw new Error('no such track')
    this.#depacketizer = new SoundDepacketizer(track, (sound) => this.sounds.push(sound))
  }

  send(payload: Uint8Array, timestamp: number): void {
    const bytes = rtpPacket(payload, { marker: true, sequence: this.sequence++, timestamp, ssrc: 1 })
    if (parseRtp(bytes, this.#packet)) this.#depacketizer.push(this.#packet, 5)
  }

  get lengths(): number[] {
    return this.sounds.map(({ data }) => data.length)
  }
}

const aacFeed = () => new Feed('m=audio 0 RTP/AVP 104', 'a=rtpmap:104 MPEG4-GENERIC/48000', `a=fmtp:104 ${AAC}`)
const frame = (length: number) => new Uint8Array(length).fill(length & 0xff)
const whole = (...lengths: number[]) => soundPayload({ isAac: true }, lengths.map(frame))

describe('frames of sound', () => {
  test('several in a packet have a time each', () => {
    const feed = aacFeed()
    feed.send(whole(100, 120, 90), 4_294_967_000)
    expect(feed.sounds.map(({ rtpTimestamp }) => rtpTimestamp)).toEqual([4_294_967_000, 728, 1752])
    expect(feed.lengths).toEqual([100, 120, 90])
  })

  test('too large for a packet are put together, and one that lost a piece is left out alone', () => {
    const feed = aacFeed()
    const large = whole(3000)
    const pieces = (lost: boolean) => {
      for (const [from, end] of [
        [4, 1404],
        [1404, 2804],
        [2804, 3004],
      ] as const) {
        if (lost && from === 1404) feed.sequence++
        else feed.send(Buffer.concat([large.subarray(0, 4), large.subarray(from, end)]), 0)
      }
    }
    pieces(false)
    pieces(true)
    feed.send(whole(50), 2048)
    expect(feed.lengths.filter((length) => length !== 200)).toEqual([3000, 50])
  })

  test('of G.711 are the packets as they come', () => {
    const feed = new Feed('m=audio 0 RTP/AVP 0')
    feed.send(frame(160), 0)
    feed.sequence-- // sent twice
    feed.send(frame(160), 0)
    feed.send(new Uint8Array(), 160)
    feed.send(frame(80), 320)
    expect(feed.lengths).toEqual([160, 80])
  })

  test('10,000 random and damaged packets do no harm', () => {
    const random = new SeededRandom(12)
    const feed = aacFeed()
    for (let round = 0; round < 10_000; round++) {
      feed.send(random.below(3) === 0 ? random.bytes(random.below(60)) : random.mutate(whole(100, 90)), round * 1024)
      if (random.below(50) === 0) feed.sequence += random.below(3)
    }
    expect(Math.max(...feed.lengths)).toBeLessThanOrEqual(8_192)
    const { length } = feed.sounds
    feed.sequence++
    feed.send(whole(77), 0)
    expect(feed.sounds.length).toBe(length + 1) // still at work
  })
})

const START_MS = 1_800_000_000_000

/** Pictures and sound of the same moments: how much later the sound is put, ms. `delayMs` is what it takes longer on its way. */
function lagMs({ delayMs = 0, videoSaysMs, soundSaysMs }: { delayMs?: number; videoSaysMs?: number; soundSaysMs?: number }): number {
  const video = new MediaClock()
  const sound = new SoundClock(8_000, video)
  if (videoSaysMs !== undefined) video.senderReport({ rtpTimestamp: 0, wallClockMs: videoSaysMs })
  if (soundSaysMs !== undefined) sound.senderReport({ rtpTimestamp: 77_000, wallClockMs: soundSaysMs })
  let last = NaN
  for (let at = 0; at < 40; at++) {
    const picture = video.time(at * 3600, START_MS + at * 40)
    const heard = sound.time(77_000 + at * 320, START_MS + at * 40 + delayMs)
    last = ((heard?.ptsUs ?? NaN) - picture.ptsUs) / 1000
  }
  return Math.round(last)
}

describe('the clock of sound', () => {
  test('puts together what arrives together, as long as the camera tells nothing', () => {
    expect(lagMs({})).toBe(0)
    expect(lagMs({ videoSaysMs: START_MS })).toBe(0)
  })

  test('puts together what the camera says is of one moment, right or wrong as its clock is', () => {
    expect(lagMs({ delayMs: 400, videoSaysMs: START_MS, soundSaysMs: START_MS })).toBe(0)
    expect(lagMs({ delayMs: 400, videoSaysMs: 5_000, soundSaysMs: 5_000 })).toBe(0)
    expect(lagMs({ videoSaysMs: START_MS, soundSaysMs: START_MS - 150 })).toBe(-150)
  })

  test('does not believe that what arrives together is minutes apart', () => {
    expect(lagMs({ videoSaysMs: START_MS, soundSaysMs: START_MS - 600_000 })).toBe(0)
  })
})

describe('times of capture', () => {
  test('move slowly to what a late report says, and are never ahead of the arrival', () => {
    const clock = new MediaClock()
    const agesMs: number[] = []
    for (let at = 0; at < 15 * 20; at++) {
      if (at === 30) clock.senderReport({ rtpTimestamp: at * 6_000, wallClockMs: START_MS + (at * 1000) / 15 - 400 })
      const arrivalMs = START_MS + (at * 1000) / 15
      agesMs.push(arrivalMs - clock.time(at * 6_000, arrivalMs).captureMs)
    }
    const steps = agesMs.slice(1).map((ageMs, at) => ageMs - (agesMs[at] ?? 0))
    expect(agesMs[29]).toBeCloseTo(0)
    expect(agesMs.at(-1)).toBeCloseTo(400)
    expect(Math.max(...steps)).toBeLessThan(4)
    expect(Math.min(...agesMs)).toBeGreaterThanOrEqual(0)
  })

  test('stay where they are when the camera is set to another time, and say by how much it is off', () => {
    const clock = new MediaClock()
    const at = (ms: number) => START_MS + ms - clock.time(ms * 90, START_MS + ms).captureMs
    clock.senderReport({ rtpTimestamp: 0, wallClockMs: START_MS })
    expect(at(0)).toBe(0)
    expect(clock.errorMs).toBeUndefined()
    clock.senderReport({ rtpTimestamp: 3_600, wallClockMs: START_MS - 7_200_000 })
    expect(at(40)).toBe(0)
    expect(clock.errorMs).toBe(7_200_040)
  })
})
