import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RtspSession } from '#device/bridge/rtsp/client.ts'
import { RtspError } from '#device/bridge/rtsp/fault.ts'
import { loadClip } from '#tests/support/clip.ts'
import { payloadsOf, rtpPacket } from '#tests/support/rtp-packetizer.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const sets = [clip.sps, clip.pps].map((nal) => Buffer.from(nal).toString('base64')).join(',')
const sdp = `v=0\r\na=control:*\r\nm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=fmtp:96 packetization-mode=1;sprop-parameter-sets=${sets}\r\na=control:track1\r\n`

let sequence = 0
const packets = clip.pictures.slice(0, 20).flatMap(({ nals }, at) => {
  const payloads = payloadsOf(nals, true)
  return payloads.map((payload, index) =>
    rtpPacket(payload, { marker: index === payloads.length - 1, sequence: sequence++, timestamp: at * 6000, ssrc: 1 }),
  )
})

const answers: Record<string, string> = {
  OPTIONS: 'Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER\r\n\r\n',
  DESCRIBE: `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`,
  SETUP: 'Session: 1234;timeout=60\r\nTransport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n\r\n',
  PLAY: 'Session: 1234\r\n\r\n',
}

/** A camera that speaks the protocol, with damage in about every third answer and tenth packet. */
function damagedCamera(socket: Socket, random: SeededRandom): void {
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const [, method = '', number = '0'] = /^(\w+)[^]*?CSeq: (\d+)/.exec(chunk.toString('latin1')) ?? []
    const answer = Buffer.from(`RTSP/1.0 200 OK\r\nCSeq: ${number}\r\n${answers[method] ?? '\r\n'}`)
    socket.write(random.below(3) === 0 ? random.mutate(answer) : answer)
    if (method !== 'PLAY') return
    for (const packet of packets) {
      const payload = random.below(10) === 0 ? random.mutate(packet) : packet
      const framed = Buffer.concat([Buffer.of(0x24, 0, payload.length >> 8, payload.length & 0xff), payload])
      socket.write(random.below(200) === 0 ? random.mutate(framed) : framed)
    }
  })
}

const random = new SeededRandom(8)
const listener = createServer((socket) => damagedCamera(socket, random))

beforeAll(async () => {
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
})

afterAll(() => void listener.close())

test('400 sessions with damaged cameras end in pictures or in a fault, and nothing else', async () => {
  const { port } = listener.address() as AddressInfo
  const units = new Set(clip.pictures.map((picture) => picture.unit.length))
  const outcomes: Record<string, number> = {}
  let whole = 0
  let badTimes = 0
  const one = async () => {
    const ended = Promise.withResolvers<string>()
    const session = new RtspSession({
      url: `rtsp://127.0.0.1:${port}/cam`,
      connectTimeoutMs: 150,
      stallTimeoutMs: 100,
      onUnit: ({ data, ptsUs, captureMs }) => {
        if (units.has(data.length)) whole++
        if (!Number.isInteger(ptsUs) || !Number.isFinite(captureMs)) badTimes++
      },
      onClose: (fault) => ended.resolve(`closed: ${fault.kind}`),
    })
    const outcome = await session.open().then(
      () => ended.promise,
      (error: unknown) => (error instanceof RtspError ? `refused: ${error.fault.kind}` : `thrown: ${String(error)}`),
    )
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    await session.close()
  }
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 20 }, one))
  expect(Object.keys(outcomes).filter((outcome) => outcome.startsWith('thrown'))).toEqual([])
  expect(Object.values(outcomes).reduce((sum, count) => sum + count, 0)).toBe(400)
  expect(outcomes['refused: protocol']).toBeGreaterThan(0)
  expect(outcomes['refused: timeout']).toBeGreaterThan(0)
  expect(outcomes['closed: timeout']).toBeGreaterThan(0) // these played until the packets ran out
  expect(badTimes).toBe(0)
  expect(whole).toBeGreaterThan(200)
})
