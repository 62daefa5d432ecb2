import { generate } from 'selfsigned'
import { afterEach, describe, expect, test } from 'vitest'
import { RtspError } from '#device/bridge/rtsp/fault.ts'
import { tryCamera } from '#device/bridge/try-camera.ts'
import { heavier, loadClip } from '#tests/support/clip.ts'
import { RtspRecorder } from '#tests/support/rtsp-recorder.ts'
import { type RtspServerOptions, type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import type { TestCameraOptions } from '#tests/support/test-camera.ts'
import { g711 } from '#tests/support/test-sound.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0).toReversed()) await each.close()
})

async function serve(options: Partial<RtspServerOptions>, camera: Partial<TestCameraOptions> = {}): Promise<RtspTestServer> {
  const server = await startRtspServer({ cameras: [{ path: '/cam1', clip, fps: 120, ...camera }], ...options })
  open.push(server)
  return server
}

async function play(url: string, certificate?: string): Promise<RtspRecorder> {
  const recorder = new RtspRecorder(url, { certificate })
  open.push(recorder.session)
  await recorder.session.open()
  return recorder
}

/** Where in the clip each unit stands, by its bytes; -1 where it is torn. */
function placesOf({ units }: RtspRecorder): number[] {
  return units.map(({ data }) => clip.pictures.findIndex(({ unit }) => Buffer.compare(unit, data) === 0))
}

/** Each two neighbours the other way round. */
function swapped(packets: readonly Buffer[]): Buffer[] {
  return packets.flatMap((packet, at) => (at % 2 === 0 ? [packets[at + 1], packet] : [])).filter((packet) => packet !== undefined)
}

test('a camera that refuses TCP is seen and heard over UDP, whole though its packets overtake each other', async () => {
  const server = await serve({ sendsOver: 'udp', shuffle: swapped }, { sound: g711('PCMU') })
  const recorder = await play(server.url('/cam1'))
  await recorder.untilHeard(10)
  await recorder.until(100)
  const places = placesOf(recorder)
  expect(places).toEqual(places.map((_, at) => ((places[0] ?? NaN) + at) % clip.pictures.length))
  expect(recorder.session.stats.lostPackets).toBe(0)
  // The first was refused, and the sound is not asked for over TCP again.
  expect(server.requests.filter((method) => method === 'SETUP')).toHaveLength(3)
  await recorder.session.close()
  expect(server.requests.at(-1)).toBe('TEARDOWN')
})

test('a camera is asked for UDP alone where its address says so', async () => {
  const server = await serve({ sendsOver: 'udp' })
  const recorder = await play(`${server.url('/cam1')}?transport=udp`)
  await recorder.until(10)
  expect(server.requests.filter((method) => method === 'SETUP')).toHaveLength(1)
})

test('packets lost on the way are counted, and no torn picture is shown', async () => {
  const server = await serve({ sendsOver: 'udp' }, { loses: (packet) => packet % 97 === 96 })
  const recorder = await play(server.url('/cam1'))
  const units = await recorder.until(100)
  const places = placesOf(recorder)
  expect(recorder.session.stats.lostPackets).toBeGreaterThan(0)
  units.forEach((unit, at) => {
    expect(places[at]).toBeGreaterThanOrEqual(0)
    expect(unit.isKey || places[at] === ((places[at - 1] ?? NaN) + 1) % clip.pictures.length).toBe(true)
  })
})

describe('a camera of which no picture comes while it is tried', () => {
  const PATIENCE_MS = 1_000

  test('is good all the same when it sends, whether its key frames are far apart or lose packets on the way', async () => {
    const seldom = await serve({})
    seldom.camera('/cam1').holdKeys()
    // Each key frame is larger than twenty packets: none of them arrives whole.
    const lossy = await serve({ sendsOver: 'udp' }, { clip: heavier(clip, 40_000), fps: 30, loses: (packet) => packet % 20 === 19 })
    const tried = await Promise.all([seldom, lossy].map((server) => tryCamera(server.url('/cam1'), PATIENCE_MS)))
    const format = expect.objectContaining({ codec: 'avc1.4d4016', width: 640, height: 360 })
    expect(tried).toEqual([seldom, lossy].map(() => ({ ok: true, isLate: true, format, certificate: undefined })))
  })

  test('is good with what is known of it where it describes nothing, and learns that from what comes, though no key frame does', async () => {
    const told = { codec: 'avc1.4d4016', width: 640, height: 360 }
    const nothing = await serve({}, { describesSets: false })
    nothing.camera('/cam1').holdKeys()
    const lossy = await serve(
      { sendsOver: 'udp' },
      { describesSets: false, clip: heavier(clip, 40_000), loses: (packet) => packet % 20 === 19 },
    )
    const tried = await Promise.all([nothing, lossy].map((server) => tryCamera(server.url('/cam1'), PATIENCE_MS)))
    expect(tried).toMatchObject([
      { ok: true, isLate: true, format: undefined },
      { ok: true, isLate: true, format: told },
    ])
  })

  test('is told from one that sends nothing', async () => {
    const server = await serve({})
    server.camera('/cam1').stall()
    expect(await tryCamera(server.url('/cam1'), PATIENCE_MS)).toMatchObject({ ok: false, fault: { kind: 'timeout' } })
  })
})

test('a camera that sends neither over TCP nor over UDP says so', async () => {
  const server = await serve({ sendsOver: 'tcp' })
  await expect(play(`${server.url('/cam1')}?transport=udp`)).rejects.toThrow(/sends neither over TCP nor over UDP/)
})

test('an rtsps camera is seen, and only as long as it shows the certificate that it was added with', async () => {
  const [first, second] = await Promise.all([0, 1].map(() => generate([{ name: 'commonName', value: 'camera' }], { keyType: 'ec' })))
  if (!first || !second) throw new Error('there is no certificate')
  const server = await serve({
    tls: { key: first.private, cert: first.cert },
    auth: { username: 'anna', password: 's3cret', scheme: 'basic' },
  })
  const url = server.url('/cam1', 'anna:s3cret')
  const tried = await tryCamera(url)
  if (!tried.ok) throw new Error(tried.fault.message)
  expect(tried.certificate).toMatch(/^(?:[0-9A-F]{2}:){31}[0-9A-F]{2}$/)
  const recorder = await play(url, tried.certificate)
  await recorder.until(30)
  const places = placesOf(recorder)
  expect(places).toEqual(places.map((_, at) => ((places[0] ?? NaN) + at) % clip.pictures.length))

  const other = await serve({ tls: { key: second.private, cert: second.cert } })
  const error: unknown = await play(other.url('/cam1'), tried.certificate).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(RtspError)
  expect(error).toMatchObject({ fault: { kind: 'unauthorized', message: expect.stringContaining('another certificate') } })
  // Whoever sits there has been told no password, and nothing else.
  expect(other.requests.filter((method) => method !== 'OPTIONS')).toEqual([])
})
