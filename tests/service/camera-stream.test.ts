import { afterEach, expect, test, vi } from 'vitest'
import type { StreamFault } from '#contract/enums.ts'
import type { SoundUnit, SourceUnit, StreamFormat, StreamSink } from '#device/agent/channel-source.ts'
import { CameraStream, type CameraStreamOptions } from '#device/bridge/camera-stream.ts'
import { loadClip } from '#tests/support/clip.ts'
import { type RtspServerOptions, type RtspTestServer, startRtspServer } from '#tests/support/rtsp-server.ts'
import type { TestCameraOptions } from '#tests/support/test-camera.ts'
import { g711 } from '#tests/support/test-sound.ts'

const clip = loadClip(new URL('../fixtures/counter-640x360-15.h264', import.meta.url))

/** What a viewer is told and sent. */
class Watcher implements StreamSink {
  readonly formats: StreamFormat[] = []
  readonly faults: StreamFault[] = []
  readonly units: SourceUnit[] = []
  readonly sounds: SoundUnit[] = []
  opened = (format: StreamFormat) => void this.formats.push(format)
  failed = (fault: StreamFault) => void this.faults.push(fault)
  unit = (unit: SourceUnit) => void this.units.push(unit)
  sound = (unit: SoundUnit) => void this.sounds.push(unit)
}

const open: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

async function serve(camera: Partial<TestCameraOptions> = {}, options: Partial<RtspServerOptions> = {}): Promise<RtspTestServer> {
  const server = await startRtspServer({ cameras: [{ path: '/cam1', clip, fps: 120, ...camera }], ...options })
  open.push(() => server.close())
  return server
}

function watch(server: RtspTestServer, options: Partial<CameraStreamOptions> = {}): Watcher {
  const watcher = new Watcher()
  const stream = new CameraStream({ url: server.url('/cam1'), label: 'yard', log: () => {}, onChange: () => {}, ...options })
  open.push(() => stream.stop())
  stream.open(watcher)
  stream.start()
  return watcher
}

test('a camera that is away is asked again after pauses that grow, and from the shortest on once it has been there', async () => {
  const server = await serve()
  server.refuse()
  const pausesMs: number[] = []
  const resting: (() => void)[] = []
  const watcher = watch(server, {
    pause: async (ms, signal) => {
      pausesMs.push(ms)
      if (pausesMs.length === 6) await server.listen()
      // The seventh is the one after it had been back.
      if (pausesMs.length < 7) return
      await new Promise<void>((resolve) => {
        resting.push(resolve)
        signal.addEventListener('abort', () => resolve())
      })
    },
  })
  await vi.waitFor(() => expect(watcher.units.length).toBeGreaterThan(10), { timeout: 15_000 })
  server.refuse()
  server.dropConnections()
  await vi.waitFor(() => expect(resting).toHaveLength(1), { timeout: 15_000 })
  const longestMs = [1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 1_000]
  expect(pausesMs.map((ms, at) => ms >= (longestMs[at] ?? 0) / 2 && ms <= (longestMs[at] ?? 0))).toEqual(longestMs.map(() => true))
  expect(watcher.faults.slice(-2)).toEqual(['refused', 'lost'])
  expect(watcher.units.every((unit, at) => at === 0 || unit.ptsUs > (watcher.units[at - 1]?.ptsUs ?? 0))).toBe(true)
})

test.each([
  ['sends viewers on to another host', { status: '302 Found', headers: { Location: 'rtsp://elsewhere.invalid/' } }, 'moved'],
  ['does not play the stream', { status: '500 Internal Server Error' }, 'rejected'],
])('whoever watches a camera that %s is told that, and not that nobody listens', async (_what, answer, fault) => {
  const server = await serve({}, { refuses: (method) => (method === 'DESCRIBE' ? answer : undefined) })
  const watcher = watch(server, { pause: (_ms, signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())) })
  await vi.waitFor(() => expect(watcher.faults).toEqual(['offline', fault]), { timeout: 15_000 })
})

test('who comes late to a group that was too large to keep is told to wait for the next key frame, and begins with it', async () => {
  const server = await serve()
  const stream = new CameraStream({ url: server.url('/cam1'), label: 'yard', log: () => {}, onChange: () => {}, bounds: { maxUnits: 3 } })
  open.push(() => stream.stop())
  const late = new Watcher()
  let units = 0
  const first = new Watcher()
  first.unit = ({ isKey }) => {
    units = isKey ? 1 : units + 1
    if (units === 6 && late.faults.length === 0) stream.open(late)
  }
  stream.open(first)
  stream.start()
  await vi.waitFor(() => expect(late.units.length).toBeGreaterThan(1), { timeout: 15_000 })
  expect({ faults: late.faults, formats: late.formats.length, isKey: late.units[0]?.isKey }).toEqual({
    faults: ['no-key-frame'],
    formats: 1,
    isKey: true,
  })
  expect(first.faults).toEqual(['offline'])
})

test('sound is handed on behind the first picture, on the clocks of the pictures', async () => {
  const server = await serve({ sound: g711('PCMU') })
  const watcher = watch(server)
  const soundUs = () => watcher.sounds[10]?.ptsUs ?? Infinity
  // A picture later than the sound is there too: the nearest one is.
  await vi.waitFor(() => expect(watcher.units.at(-1)?.ptsUs).toBeGreaterThan(soundUs()), { timeout: 15_000 })
  expect(watcher.formats[0]).toMatchObject({ codec: 'avc1.4d4016', sound: { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 } })
  const nearest = Math.min(...watcher.units.map((unit) => Math.abs(unit.ptsUs - soundUs())))
  expect(nearest).toBeLessThan(80_000)
})

test('each picture goes to those who look at it before it is written down, whoever came first', async () => {
  const server = await serve()
  const stream = new CameraStream({ url: server.url('/cam1'), label: 'yard', log: () => {}, onChange: () => {} })
  open.push(() => stream.stop())
  const handed: string[] = []
  const note = (who: string): StreamSink => ({ opened: () => {}, failed: () => {}, sound: () => {}, unit: () => void handed.push(who) })
  stream.record(note('recorder'))
  stream.open(note('viewer'))
  stream.start()
  await vi.waitFor(() => expect(handed.length).toBeGreaterThan(5), { timeout: 15_000 })
  expect(handed.slice(0, 6)).toEqual(['viewer', 'recorder', 'viewer', 'recorder', 'viewer', 'recorder'])
})

test('a camera whose clock is wrong is told of once, in seconds, and is seen all the same', async () => {
  const words: string[] = []
  const server = await serve({ clock: () => Date.now() - 90_000 })
  const watcher = watch(server, { log: (level, message) => level === 'warn' && words.push(message) })
  await vi.waitFor(() => expect(watcher.units.filter((unit) => unit.isKey).length).toBeGreaterThan(2), { timeout: 15_000 })
  expect(words).toEqual(["yard: the camera's clock is 90 s behind; its pictures are timed by their arrival"])
  expect(Math.abs(Date.now() - (watcher.units.at(-1)?.captureMs ?? 0))).toBeLessThan(2_000)
})
