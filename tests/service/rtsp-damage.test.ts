import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { RtspSession } from '#device/bridge/rtsp/client.ts'
import { RtspError } from '#device/bridge/rtsp/fault.ts'
import { type Clip, loadClip } from '#tests/support/clip.ts'
import { payloadsOf, rtpPacket, senderReport } from '#tests/support/rtp-packetizer.ts'
import { RtspRecorder } from '#tests/support/rtsp-recorder.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import { soundPayload } from '#tests/support/test-sound.ts'

const clips = ['h264', 'h265'].map((codec) => loadClip(new URL(`../fixtures/counter-640x360-15.${codec}`, import.meta.url)))
const aacFrames = Array.from({ length: 40 }, (_, at) => new Uint8Array(60 + at).fill(at + 1))
const soundFormat = 'mode=AAC-hbr;sizelength=13;indexlength=3;indexdeltalength=3;config=1408'
interface Film {
  sdp: string
  /** interleaved frames: pictures, their reports, sound, its reports */
  frames: { channel: number; packet: Buffer }[]
}

function filmOf({ codec, pictures, sets }: Clip): Film {
  const [first = '', second = '', third = ''] = sets.map((nal) => Buffer.from(nal).toString('base64'))
  const h264Sets = `packetization-mode=1;sprop-parameter-sets=${first},${second}`
  const lines = [
    'v=0',
    'a=control:*',
    'm=video 0 RTP/AVP 96',
    `a=rtpmap:96 ${codec}/90000`,
    `a=fmtp:96 ${codec === 'H264' ? h264Sets : `sprop-vps=${first};sprop-sps=${second};sprop-pps=${third}`}`,
    'a=control:track1',
    'm=audio 0 RTP/AVP 97',
    'a=rtpmap:97 MPEG4-GENERIC/16000/1',
    `a=fmtp:97 ${soundFormat}`,
    'a=control:track2',
  ]
  let sequence = 0
  const frames = pictures.slice(0, 20).flatMap(({ nals }, at) => {
    const payloads = payloadsOf(nals, true, codec)
    const timestamp = at * 6000
    const video = payloads.map((payload, index) =>
      rtpPacket(payload, { marker: index === payloads.length - 1, sequence: sequence++, timestamp, ssrc: 1 }),
    )
    const heard = soundPayload({ isAac: true }, aacFrames.slice(at * 2, at * 2 + 2))
    const sound = rtpPacket(heard, { marker: true, sequence: at, timestamp: at * 2048, ssrc: 2, payloadType: 97 })
    return [
      { channel: 1, packet: senderReport(1, timestamp, Date.now()) },
      ...video.map((packet) => ({ channel: 0, packet })),
      { channel: 3, packet: senderReport(2, at * 2048, Date.now()) },
      { channel: 2, packet: sound },
    ]
  })
  return { sdp: `${lines.join('\r\n')}\r\n`, frames }
}

const films = clips.map(filmOf)

function answerTo(method: string, track: string, { sdp }: Film): string {
  const channels = track === '2' ? '2-3' : '0-1'
  const answers: Record<string, string> = {
    OPTIONS: 'Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER\r\n\r\n',
    DESCRIBE: `Content-Type: application/sdp\r\nContent-Length: ${sdp.length}\r\n\r\n${sdp}`,
    SETUP: `Session: 1234;timeout=60\r\nTransport: RTP/AVP/TCP;unicast;interleaved=${channels}\r\n\r\n`,
    PLAY: 'Session: 1234\r\n\r\n',
  }
  return answers[method] ?? '\r\n'
}

/** A camera that speaks the protocol, with damage in about every fourth answer and tenth packet of pictures, sound and reports. */
function damagedCamera(socket: Socket, random: SeededRandom): void {
  const film = films[random.below(films.length)] ?? films[0]!
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    const [, method = '', track = '', number = '0'] = /^(\w+) \S*?(?:track(\d))? RTSP[^]*?CSeq: (\d+)/.exec(chunk.toString('latin1')) ?? []
    const answer = Buffer.from(`RTSP/1.0 200 OK\r\nCSeq: ${number}\r\n${answerTo(method, track, film)}`)
    socket.write(random.below(4) === 0 ? random.mutate(answer) : answer)
    if (method !== 'PLAY') return
    for (const { channel, packet } of film.frames) {
      const payload = random.below(10) === 0 ? random.mutate(packet) : packet
      const framed = Buffer.concat([Buffer.of(0x24, channel, payload.length >> 8, payload.length & 0xff), payload])
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

test('400 sessions with damaged cameras end in pictures or in a fault and nothing else, and another camera does not suffer', async () => {
  const { port } = listener.address() as AddressInfo
  const units = new Set(clips.flatMap(({ pictures }) => pictures.map((picture) => picture.unit.length)))
  const sound = new Set(aacFrames.map((frame) => frame.length))
  const outcomes: Record<string, number> = {}
  let whole = 0
  let heard = 0
  let badTimes = 0
  const healthy = await startRtspServer({ cameras: [{ path: '/cam1', clip: clips[0]!, fps: 30 }] })
  const recorder = new RtspRecorder(healthy.url('/cam1'))
  await recorder.session.open()
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
      onSound: ({ data, ptsUs, captureMs }) => {
        if (sound.has(data.length)) heard++
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
  expect(heard).toBeGreaterThan(200)
  const places = recorder.units.map(({ data }) => clips[0]?.pictures.findIndex(({ unit }) => Buffer.compare(unit, data) === 0))
  expect(places.length).toBeGreaterThan(10)
  expect(places).toEqual(places.map((_, at) => ((places[0] ?? NaN) + at) % 300))
  expect(recorder.formats).toHaveLength(1)
  await recorder.session.close()
  await healthy.close()
})
