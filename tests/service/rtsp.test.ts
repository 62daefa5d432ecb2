import { createServer } from 'node:net'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { adviceOn } from '#device/bridge/fault-advice.ts'
import { BackChannel } from '#device/bridge/rtsp/back-channel.ts'
import type { RtspSessionOptions } from '#device/bridge/rtsp/client.ts'
import { RtspError, type RtspFault } from '#device/bridge/rtsp/fault.ts'
import type { AccessUnit } from '#device/bridge/rtsp/video-reader.ts'
import { type Clip, loadClip } from '#tests/support/clip.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { readCounter } from '#tests/support/read-counter.ts'
import { RtspRecorder } from '#tests/support/rtsp-recorder.ts'
import { type RtspServerOptions, type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import type { TestCameraOptions } from '#tests/support/test-camera.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const h265Clip = loadClip(new URL('../fixtures/counter-640x360-15.h265', import.meta.url))
const FPS = 120 // faster than life, so that there is a key frame each quarter of a second

const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function serve(camera: Partial<TestCameraOptions> = {}, options: Partial<RtspServerOptions> = {}): Promise<RtspTestServer> {
  const server = await startRtspServer({ cameras: [{ path: '/cam1', clip, fps: FPS, ...camera }], ...options })
  open.push(server)
  return server
}

/** A recorder that is closed behind the test. */
function record(url: string, options: Partial<RtspSessionOptions> = {}): RtspRecorder {
  const recorder = new RtspRecorder(url, options)
  open.push(recorder.session)
  return recorder
}

async function faultOfOpening(url: string, options: Partial<RtspSessionOptions> = {}): Promise<RtspFault> {
  const error: unknown = await record(url, options)
    .session.open()
    .then(
      () => undefined,
      (reason: unknown) => reason,
    )
  if (!(error instanceof RtspError)) throw new Error(`expected an RtspError, got ${String(error)}`)
  expect(error.message).not.toMatch(/s3cret|anna/)
  return error.fault
}

/** Where in the clip a unit stands, by its bytes. */
function indexIn({ pictures }: Clip, unit: AccessUnit): number {
  return pictures.findIndex((picture) => Buffer.compare(picture.unit, unit.data) === 0)
}

function indexOf(unit: AccessUnit): number {
  return indexIn(clip, unit)
}

/** A busy machine may be late with some of the units. */
function middleOf(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}

describe('a camera over TCP', () => {
  test('gives whole units, byte for byte those of the clip, from the first key frame on, across the loop', async () => {
    const server = await serve({ fps: 150 })
    const recorder = record(server.url('/cam1'))
    const format = await recorder.session.open()
    expect(format).toEqual({ codec: 'avc1.4d4016', width: 640, height: 360, fps: 150 })
    const units = await recorder.until(400)
    expect(units[0]?.isKey).toBe(true)
    const first = indexOf(units[0]!)
    expect(units.map(indexOf)).toEqual(units.map((_, at) => (first + at) % clip.pictures.length))
    expect(units.map((unit) => unit.isKey)).toEqual(units.map((_, at) => clip.pictures[(first + at) % 300]?.isKey))
    expect(recorder.formats).toEqual([format])
    expect(recorder.session.stats).toMatchObject({ lostPackets: 0 })
  })

  test('gives H.265 byte for byte, with its parameter sets and its format', async () => {
    const server = await serve({ clip: h265Clip, sendsSets: false })
    const recorder = record(server.url('/cam1'))
    expect(await recorder.session.open()).toEqual({ codec: 'hev1.1.6.L63.90', width: 640, height: 360, fps: FPS })
    const units = await recorder.until(200)
    const first = indexIn(h265Clip, units[0]!)
    expect(units[0]?.isKey).toBe(true)
    expect(units.map((unit) => indexIn(h265Clip, unit))).toEqual(units.map((_, at) => (first + at) % h265Clip.pictures.length))
    expect(units.map((unit) => unit.isKey)).toEqual(units.map((_, at) => h265Clip.pictures[(first + at) % 150]?.isKey))
  })

  test('gives each unit its time: whole µs from 0, and the wall clock of its sending', async () => {
    const server = await serve()
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const units = await recorder.until(150) // the 32-bit timestamp wraps among these
    units.forEach((unit, at) => expect(unit.ptsUs).toBe(Math.round((at * 1e6) / FPS)))
    const offsMs = units.map((unit) => Math.abs((server.camera('/cam1').ageMs(indexOf(unit), unit.captureMs + 1_000) ?? 0) - 1_000))
    expect(middleOf(offsMs)).toBeLessThan(50)
  })

  test('believes a camera that says its pictures are older than their arrival', async () => {
    const server = await serve({ clock: () => Date.now() - 500 })
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const units = await recorder.until(60)
    const offsMs = units.map((unit) => Math.abs((server.camera('/cam1').ageMs(indexOf(unit), unit.captureMs + 1_500) ?? 0) - 1_000))
    expect(middleOf(offsMs)).toBeLessThan(50)
  })

  test('is not misled by a camera whose clock is wrong', async () => {
    const server = await serve({ clock: () => Date.now() - 3_600_000 })
    const recorder = record(server.url('/cam1'))
    const startMs = Date.now()
    await recorder.session.open()
    const [unit] = await recorder.until(1)
    expect(unit?.captureMs).toBeGreaterThanOrEqual(startMs)
    expect(unit?.captureMs).toBeLessThanOrEqual(Date.now())
  })

  test('puts the described parameter sets before key frames that come without', async () => {
    const server = await serve({ sendsSets: false })
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const units = await recorder.until(60)
    const first = indexOf(units[0]!)
    expect(clip.pictures[first]?.isKey).toBe(true)
    const keys = units.filter((unit) => unit.isKey)
    expect(keys.length).toBeGreaterThanOrEqual(2)
    for (const key of keys) expect(indexOf(key)).toBeGreaterThanOrEqual(0) // sets where the clip has them: behind the delimiter
  })

  test('learns the format from the stream when the description does not tell', async () => {
    const server = await serve({ describesSets: false })
    expect(await record(server.url('/cam1')).session.open()).toMatchObject({ codec: 'avc1.4d4016', width: 640, height: 360 })
  })

  test('does without marker bits', async () => {
    const server = await serve({ marksEnd: false })
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const units = await recorder.until(40)
    expect(units.map(indexOf)).toEqual(units.map((_, at) => (indexOf(units[0]!) + at) % 300))
  })

  test('waits for the next key frame after a lost packet', async () => {
    let lost = 0
    const server = await serve({ loses: (packet) => packet > 200 && packet % 97 === 0 && ++lost > 0 })
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const units = await recorder.until(120)
    expect(lost).toBeGreaterThan(0)
    expect(recorder.session.stats.lostPackets).toBeGreaterThan(0)
    units.forEach((unit, at) => {
      const isNext = at > 0 && indexOf(unit) === (indexOf(units[at - 1]!) + 1) % 300
      expect(indexOf(unit)).toBeGreaterThanOrEqual(0) // never a torn one
      expect(isNext || unit.isKey).toBe(true)
    })
  })

  test('keeps the session alive', async () => {
    const server = await serve({}, { sessionTimeoutS: 1 })
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    const keepAlives = () => server.requests.filter((method) => method === 'GET_PARAMETER').length
    await expect.poll(keepAlives, { timeout: 15_000 }).toBeGreaterThanOrEqual(4) // two seconds, where one and a half would have been the end
  })

  test('says good-bye', async () => {
    const server = await serve()
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    await recorder.session.close()
    const { length } = recorder.units
    await expect.poll(() => server.connectionCount).toBe(0)
    expect(server.requests.at(-1)).toBe('TEARDOWN')
    expect(recorder.units).toHaveLength(length)
  })

  test('serves several cameras, and several viewers of one, at once', async () => {
    const paths = ['/cam1', '/cam2', '/cam3']
    const server = await startRtspServer({ cameras: paths.map((path) => ({ path, clip, fps: FPS })) })
    open.push(server)
    const recorders = [...paths, ...paths].map((path) => record(server.url(path)))
    await Promise.all(recorders.map((each) => each.session.open()))
    await Promise.all(recorders.map((each) => each.until(60)))
    for (const { units } of recorders) expect(units.map(indexOf)).toEqual(units.map((_, at) => (indexOf(units[0]!) + at) % 300))
  })
})

describe('authentication', () => {
  const auth = { username: 'anna', password: 's3cret:p@ss' }
  const user = 'anna:s3cret%3Ap%40ss'

  test.each([
    { ...auth, scheme: 'basic' as const },
    { ...auth, scheme: 'md5' as const },
    { ...auth, scheme: 'md5' as const, hasQop: true },
    { ...auth, scheme: 'sha-256' as const, hasQop: true },
  ])('$scheme, qop: $hasQop', async (options) => {
    const server = await serve({}, { auth: options, sessionTimeoutS: 1 })
    const recorder = record(server.url('/cam1', user))
    await recorder.session.open()
    server.authenticator?.renewNonce() // the next keep-alive meets a new challenge
    const keepAlives = () => server.requests.filter((method) => method === 'GET_PARAMETER').length
    await expect.poll(keepAlives, { timeout: 15_000 }).toBeGreaterThanOrEqual(options.scheme === 'basic' ? 2 : 3) // one of them twice
    expect(await faultOfOpening(server.url('/cam1', 'anna:s3cret-but-wrong'))).toMatchObject({ kind: 'unauthorized' })
    expect(await faultOfOpening(server.url('/cam1'))).toMatchObject({ kind: 'unauthorized' })
  })
})

describe('what goes wrong has a name', () => {
  test('nobody listens', async () => {
    const server = await serve()
    server.refuse()
    expect(await faultOfOpening(server.url('/cam1', 'anna:s3cret'))).toMatchObject({ kind: 'refused' })
    await server.listen()
    await record(server.url('/cam1')).session.open()
  })

  test('no such host', async () => {
    expect(await faultOfOpening('rtsp://no-such-camera.invalid/cam1')).toMatchObject({ kind: 'unreachable' })
  })

  test('no such path', async () => {
    const server = await serve()
    expect(await faultOfOpening(server.url('/s3cret'))).toMatchObject({ kind: 'not-found' })
  })

  describe('an answer that is a refusal', () => {
    const auth = { username: 'anna', password: 's3cret', scheme: 'md5' as const }
    const challenge = { 'WWW-Authenticate': 'Digest realm="Test, camera", nonce="another"' }
    test.each([
      ['too many are watching', 'SETUP', { status: '453 Not Enough Bandwidth' }, 'busy', /is busy .*: too many are watching/],
      ['the camera has enough to do', 'DESCRIBE', { status: '503 Service Unavailable' }, 'busy', /is busy .*: too many are watching/],
      [
        'a user who may look and not watch',
        'PLAY',
        { status: '401 Unauthorized', headers: challenge },
        'forbidden',
        /accepts the user name and password, but refuses PLAY: give this user/,
      ],
      ['a user without the right', 'SETUP', { status: '403 Forbidden' }, 'forbidden', /does not allow this user SETUP: give this user/],
      [
        'another host, which is told no password',
        'DESCRIBE',
        { status: '302 Found', headers: { Location: 'rtsp://elsewhere.invalid/cam1' } },
        'moved',
        /sends us on to elsewhere\.invalid:554: take the address/,
      ],
      [
        'a host that would bend a command, which is not repeated',
        'DESCRIBE',
        { status: '302 Found', headers: { Location: 'rtsp://$(reboot)/cam1' } },
        'rejected',
        /^127\.0\.0\.1:\d+ sends us on to an address that is none: it does not do what/,
      ],
      ['an error of the camera', 'SETUP', { status: '500 Internal Server Error' }, 'rejected', /answered SETUP with 500: .* restart it/],
    ])('%s', async (_what, method, answer, kind, sentence) => {
      const server = await serve({}, { auth, refuses: (asked) => (asked === method ? answer : undefined) })
      const fault = await faultOfOpening(server.url('/cam1', 'anna:s3cret'))
      expect(fault).toMatchObject({ kind })
      expect(adviceOn(fault)).toMatch(sentence)
      expect(adviceOn(fault)).not.toContain('may not be an RTSP camera')
    })
  })

  test('a camera that sends us on within itself is followed, with its password, but not in circles', async () => {
    const auth = { username: 'anna', password: 's3cret', scheme: 'md5' as const }
    const moves = (uri: string) => (/\/(old|round)$/.exec(uri) ? { status: '301 Moved', headers: { Location: target(uri) } } : undefined)
    const target = (uri: string) => (uri.endsWith('/old') ? inner.url('/cam1') : uri)
    const cameras = ['/old', '/round'].map((path) => ({ path, clip, fps: FPS }))
    const inner = await serve({}, { auth })
    const outer = await serve({}, { cameras, auth, refuses: (method, uri) => (method === 'DESCRIBE' ? moves(uri) : undefined) })
    const recorder = record(outer.url('/old', 'anna:s3cret'))
    await recorder.session.open()
    expect((await recorder.until(10))[0]?.isKey).toBe(true)
    expect(outer.connectionCount).toBe(0)
    const talk = new BackChannel({ url: outer.url('/old', 'anna:s3cret') })
    expect(await talk.look()).toBe('unsupported')
    expect(inner.requests.filter((method) => method === 'DESCRIBE').length).toBeGreaterThan(2)
    const fault = await faultOfOpening(outer.url('/round', 'anna:s3cret'))
    expect(fault).toMatchObject({ kind: 'moved', message: expect.stringContaining('again and again') })
    await expect.poll(() => outer.connectionCount).toBe(0)
  })

  test.each([
    ['LOCALHOST', 'localhost'],
    ['localhost', '127.0.0.1'],
  ])('a camera that was added as %s and sends us on to itself as %s is followed', async (added, told) => {
    const auth = { username: 'anna', password: 's3cret', scheme: 'md5' as const }
    const inner = await serve({}, { auth })
    const by = (url: string, host: string) => url.replace('127.0.0.1', host)
    const headers = { Location: by(inner.url('/cam1'), told) }
    const outer = await serve({}, { auth, refuses: (method) => (method === 'DESCRIBE' ? { status: '302 Found', headers } : undefined) })
    const recorder = record(by(outer.url('/cam1', 'anna:s3cret'), added))
    await recorder.session.open()
    expect((await recorder.until(2))[0]?.isKey).toBe(true)
  })

  test('no address', async () => {
    expect(await faultOfOpening('http://anna:s3cret@127.0.0.1/')).toMatchObject({ kind: 'protocol' })
    expect(await faultOfOpening('s3cret')).toMatchObject({ kind: 'protocol' })
  })

  test('a server that never answers', async () => {
    const server = await serve()
    server.isSilent = true
    expect(await faultOfOpening(server.url('/cam1'), { connectTimeoutMs: 200 })).toMatchObject({ kind: 'timeout' })
    await expect.poll(() => server.connectionCount).toBe(0)
  })

  test('a stream that stalls', async () => {
    const server = await serve()
    const recorder = record(server.url('/cam1'), { stallTimeoutMs: 800 })
    await recorder.session.open()
    await recorder.until(10)
    server.camera('/cam1').stall()
    expect(await recorder.closed).toMatchObject({ kind: 'timeout' })
  })

  test('a stream that never begins, its format untold', async () => {
    const server = await serve({ describesSets: false })
    server.camera('/cam1').stall()
    expect(await faultOfOpening(server.url('/cam1'), { stallTimeoutMs: 200 })).toMatchObject({ kind: 'timeout' })
  })

  test('pictures that are neither H.264 nor H.265', async () => {
    const server = await serve({ isJpeg: true })
    expect(await faultOfOpening(server.url('/cam1'))).toMatchObject({ kind: 'no-video', offered: ['JPEG'] })
  })

  test('a connection that breaks', async () => {
    const server = await serve()
    const recorder = record(server.url('/cam1'))
    await recorder.session.open()
    await recorder.until(10)
    server.dropConnections()
    expect(await recorder.closed).toMatchObject({ kind: 'lost' })
  })

  test('a session closed while it opens', async () => {
    const server = await serve()
    server.isSilent = true
    const { session } = record(server.url('/cam1'))
    const opening = session.open()
    await session.close()
    await expect(opening).rejects.toBeInstanceOf(RtspError)
  })

  test.each([
    ['HTTP', 'HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n'],
    ['noise', Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 37) & 0xff))],
  ])('a server that talks %s', async (_, words) => {
    const listener = createServer((socket) => socket.on('error', () => {}).end(words)).listen(0, '127.0.0.1')
    await once(listener, 'listening')
    open.push({ close: async () => void listener.close() })
    const address = listener.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await faultOfOpening(`rtsp://localhost:${port}/cam1`)).toMatchObject({ kind: 'protocol' })
  })
})

describe('the test server, seen by ffmpeg', () => {
  test.each([
    ['tcp', undefined],
    ['udp', undefined],
    ['tcp', { username: 'anna', password: 's3cret', scheme: 'md5', hasQop: true }],
    ['udp', { username: 'anna', password: 's3cret', scheme: 'basic' }],
  ] as const)('%s, %o', async (transport, auth) => {
    const server = await serve({ fps: 30 }, auth ? { auth } : {})
    const url = server.url('/cam1', auth ? 'anna:s3cret' : '')
    const wanted = { kind: 'video', filters: 'format=rgba', most: 20, probeBytes: 100_000 } as const
    const counters = (await framesIn(`${url}?${transport}`, wanted)).map(({ data }) => readCounter(data, 640, 360))
    expect(counters).toHaveLength(20)
    expect(counters).toEqual(counters.map((_, at) => ((counters[0] ?? NaN) + at) % 300))
    expect(server.camera('/cam1').ageMs(counters[19] ?? -1, Date.now())).toBeLessThan(5_000)
  })
})
