import { describe, expect, test } from 'vitest'
import { MediaClock } from '#device/bridge/rtsp/media-clock.ts'
import { emptyRtpPacket, parseRtp, parseSenderReport } from '#device/bridge/rtsp/rtp.ts'
import { senderReport } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

describe('packets', () => {
  test('with contributing sources, an extension and padding', () => {
    const packet = emptyRtpPacket()
    const bytes = Buffer.from(
      ['b2e0fffe', 'fffffff0', '11223344', '00000001', '00000002', 'bede0001', 'aabbccdd', '65888404', '00000003'].join(''),
      'hex',
    )
    expect(parseRtp(bytes, packet)).toBe(true)
    expect(packet).toMatchObject({ payloadType: 96, marker: true, sequence: 0xfffe, timestamp: 0xfffffff0, ssrc: 0x11223344 })
    expect(Buffer.from(packet.payload).toString('hex')).toBe('6588840400')
  })

  test.each([
    ['short', '8060000100000000112233'],
    ['another version', '406000010000000011223344aa'],
    ['sources beyond the end', '8f6000010000000011223344aa'],
    ['an extension beyond the end', '906000010000000011223344bede0004aabbccdd'],
    ['padding beyond the start', 'a06000010000000011223344aaff'],
    ['no padding where some is announced', 'a06000010000000011223344aa00'],
  ])('refuses %s', (_, hex) => {
    expect(parseRtp(Buffer.from(hex, 'hex'), emptyRtpPacket())).toBe(false)
  })

  test('sender reports, also behind another report', () => {
    const wallClockMs = Date.UTC(2026, 1, 3, 4, 5, 6, 789)
    const report = senderReport(7, 4_000_000_000, wallClockMs)
    const receiverReport = Buffer.from('80c9000100000001', 'hex')
    for (const bytes of [report, Buffer.concat([receiverReport, report])]) {
      const parsed = parseSenderReport(bytes)
      expect(parsed?.rtpTimestamp).toBe(4_000_000_000)
      expect(parsed?.wallClockMs).toBeCloseTo(wallClockMs, 3)
    }
    expect(parseSenderReport(senderReport(7, 0, Date.UTC(1960, 0)))).toBeUndefined()
    for (let length = 0; length < report.length; length++) expect(parseSenderReport(report.subarray(0, length))).toBeUndefined()
  })

  test('random bytes do no harm', () => {
    const random = new SeededRandom(3)
    const packet = emptyRtpPacket()
    for (let round = 0; round < 20_000; round++) {
      const bytes = random.bytes(random.below(40))
      if (bytes.length > 0) bytes[0] = 0x80 | random.below(64)
      if (parseRtp(bytes, packet)) expect(packet.payload.length).toBeLessThanOrEqual(bytes.length - 12)
      parseSenderReport(bytes)
    }
  })
})

const START_MS = 1_800_000_000_000

/** Where on our clock a picture is put, against its arrival, whose camera reports this much behind. */
function captureMs(behindMs: number): number {
  const clock = new MediaClock()
  clock.senderReport({ rtpTimestamp: 4_294_967_000, wallClockMs: START_MS - behindMs })
  return clock.time((4_294_967_000 + 9_000) % 2 ** 32, START_MS + 100).captureMs - (START_MS + 100)
}

describe('the clock', () => {
  test('counts whole µs through the wrap of the timestamp', () => {
    const clock = new MediaClock()
    const times = Array.from({ length: 60 }, (_, at) => clock.time((2 ** 32 - 90_000 + at * 6_006) % 2 ** 32, START_MS + at * 67))
    expect(times.map((time) => time.ptsUs)).toEqual(times.map((_, at) => Math.round((at * 6_006e6) / 90_000)))
  })

  test('takes jitter out of the arrival', () => {
    const clock = new MediaClock()
    const random = new SeededRandom(4)
    const captures = Array.from(
      { length: 300 },
      (_, at) => clock.time(at * 6_000, START_MS + (at * 1000) / 15 + 5 + random.below(80)).captureMs,
    )
    const errors = captures.slice(50).map((capture, at) => capture - (START_MS + ((at + 50) * 1000) / 15))
    expect(Math.max(...errors.map(Math.abs))).toBeLessThanOrEqual(12)
  })

  test('follows a camera whose clock runs fast', () => {
    const clock = new MediaClock()
    let behindMs = 0
    for (let at = 0; at < 15 * 600; at++) {
      const arrivalMs = START_MS + (at * 1000) / 15
      behindMs = arrivalMs - clock.time(Math.round(at * 6_000 * 1.0005), arrivalMs).captureMs // 0.5 ms each second
    }
    expect(Math.abs(behindMs)).toBeLessThan(15)
  })

  test.each([
    ['a reset', () => 1_000],
    ['a leap ahead', (timestamp: number) => timestamp + 90_000 * 3600],
  ])('bridges %s of the camera’s clock', (_, jump) => {
    const clock = new MediaClock()
    const before = clock.time(500_000_000, START_MS)
    const after = clock.time(jump(500_000_000), START_MS + 40)
    expect(after.ptsUs - before.ptsUs).toBe(40_000)
    expect(after.captureMs).toBe(START_MS + 40)
  })

  test('goes on after a new source', () => {
    const clock = new MediaClock()
    clock.time(90_000, START_MS)
    clock.restart()
    expect(clock.time(95_000, START_MS + 200)).toEqual({ ptsUs: 200_000, captureMs: START_MS + 200 })
  })

  test('believes reports within reason only', () => {
    expect(captureMs(300)).toBe(-300)
    expect(captureMs(-40)).toBe(0) // a picture from the future was taken now
    expect(captureMs(60_000)).toBe(0)
    expect(captureMs(-60_000)).toBe(0)
  })
})
