import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { mediaCodecs, type MediaUnit } from '#contract/media.ts'
import { bridgeFolder, readCameras } from '#device/bridge/cameras.ts'
import { BridgeStand, identityIn } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { childrenWith } from '#tests/support/process-table.ts'
import { startRtspServer } from '#tests/support/rtsp-server.ts'
import { g711 } from '#tests/support/test-sound.ts'

const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h265'))
/** Longer than the relay keeps a stream that nobody watches. */
const LINGER_MS = 11_000

let stand: BridgeStand
let sn: string

beforeAll(async () => {
  stand = await BridgeStand.start({ cameras: [{ path: '/yard', clip, fps: 60, sound: g711('PCMU') }] })
  const added = await stand.camera('add', '--name', 'Yard', '--url', stand.rtsp.url('/yard'))
  expect(added.stdout).toMatch(/640×360, 60 pictures a second, hev1\.1\.6\.L63\.90, sound in G\.711/)
  const identity = identityIn(added.stdout)
  sn = identity.sn
  await stand.startBridge()
  await stand.admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
})
afterAll(() => stand.close())

/** The processes that the bridge has started, their numbers. */
function transcoders(): number[] {
  return childrenWith(stand.processId, 'codec/main.ts')
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}

async function watch(decodesH265: boolean): Promise<{ viewer: MediaViewer; units: MediaUnit[]; sounds: MediaUnit[] }> {
  const viewer = await MediaViewer.open(stand.admin)
  viewer.send({ op: 'open', channel: 1, sn, chlIndex: 0, stream: 'main', decodesH265 })
  await viewer.until(() => viewer.units().filter((unit) => !unit.isPreroll).length >= 45, 'a good half of a second of pictures')
  viewer.send({ op: 'sound', channel: 1, isOn: true })
  const sounds = () => viewer.units().filter((unit) => unit.kind === 'sound')
  await viewer.until(() => sounds().length >= 5, 'sound')
  // A machine with much to do transcodes later than it passes sound on.
  const heardMs = sounds()[0]?.captureMs ?? NaN
  const isSeen = () => viewer.units().some((unit) => unit.kind === 'video' && unit.captureMs >= heardMs)
  await viewer.until(isSeen, 'the picture of what is heard')
  return { viewer, units: viewer.units().filter((unit) => unit.kind === 'video'), sounds: sounds() }
}

test('who decodes H.265 sees what the camera films, byte for byte, and nothing is transcoded', async () => {
  const { viewer, units } = await watch(true)
  viewer.close()
  expect(viewer.lastControl(1)).toMatchObject({ op: 'config', codec: 'hev1.1.6.L63.90', width: 640, height: 360 })
  const filmed = units.map((unit) => clip.pictures.findIndex((picture) => Buffer.compare(picture.unit, unit.data) === 0))
  expect(filmed).toEqual(filmed.map((_, at) => ((filmed[0] ?? -1) + at) % clip.pictures.length))
  expect(units.every((unit) => unit.codec === mediaCodecs.h265)).toBe(true)
  expect(transcoders()).toEqual([])
})

test('who does not sees every picture in H.264 with its own time; one process transcodes for all of them, and ends behind them', async () => {
  const sound = { codec: 'pcmu', sampleRateHz: 8_000, channels: 1 }
  const [first, second] = await Promise.all([watch(false), watch(false)])
  expect(transcoders()).toHaveLength(1)
  for (const { viewer, units, sounds } of [first, second]) {
    viewer.close()
    expect(viewer.controls(1)).toEqual([
      { op: 'config', channel: 1, stream: 'main', codec: expect.stringMatching(/^avc1\.64/), width: 640, height: 360, fps: 60, sound },
    ])
    expect(units[0]?.isKey).toBe(true)
    // The sound of the camera goes with its pictures, whoever has made those.
    expect(sounds.every((frame) => frame.codec === mediaCodecs.pcmu && frame.data.length === 160)).toBe(true)
    const [frame] = sounds
    expect(Math.min(...units.map((unit) => Math.abs(unit.captureMs - (frame?.captureMs ?? 0))))).toBeLessThan(80)
    expect(units.every((unit) => unit.codec === mediaCodecs.h264)).toBe(true)
    const numbers = await numbersIn(Buffer.concat(units.map((unit) => unit.data)))
    expect(numbers).toEqual(numbers.map((_, at) => ((numbers[0] ?? NaN) + at) % clip.pictures.length))
    expect(numbers).toHaveLength(units.length)
    // Each picture bears the time at which just this one was filmed.
    const camera = stand.rtsp.camera('/yard')
    const offsMs = units.map((unit, at) => Math.abs((camera.ageMs(numbers[at] ?? NaN, unit.captureMs + 1_000) ?? NaN) - 1_000))
    expect(offsMs.toSorted((one, other) => one - other)[Math.floor(offsMs.length / 2)]).toBeLessThan(50)
  }
  stand.service.advance(LINGER_MS)
  await expect.poll(transcoders, { timeout: 15_000 }).toEqual([])
})

test('what was filmed in H.265 is played back in H.264 by who decodes nothing else: every picture with its own time, key frames where they were', async () => {
  const viewer = await MediaViewer.open(stand.admin)
  await vi.waitFor(
    async () => {
      const { segments } = await stand.admin.call(eventVideoSearch, {
        sn,
        chlIndex: 0,
        fromMs: Date.now() - 60_000,
        toMs: Date.now() - 1_500,
      })
      const [segment] = segments
      expect((segment?.endMs ?? 0) - (segment?.startMs ?? 0)).toBeGreaterThan(4_000)
    },
    { timeout: 20_000, interval: 250 },
  )
  const endMs = Date.now() - 1_500
  const piece = { sn, chlIndex: 0, stream: 'main', startMs: endMs - 2_000, endMs } as const
  const pictures = (channel: number) => viewer.units(channel).filter(({ kind }) => kind === 'video')
  const said = (channel: number) => pictures(channel).map(({ captureMs, isKey, isPreroll }) => ({ captureMs, isKey, isPreroll }))
  expect(await viewer.past({ channel: 1, ...piece })).toMatchObject({ op: 'past-end' })
  expect(viewer.pastAnswers(1)[0]).toMatchObject({ codec: 'hev1.1.6.L63.90' })
  expect(await viewer.past({ channel: 2, ...piece, asH264: true })).toMatchObject({ op: 'past-end' })
  expect(viewer.pastAnswers(2)[0]).toMatchObject({
    codec: expect.stringMatching(/^avc1\.64/),
    width: 640,
    height: 360,
    sound: { codec: 'pcmu' },
  })
  const filmed = pictures(1).map(({ data }) => clip.pictures.findIndex(({ unit }) => Buffer.compare(unit, data) === 0))
  const shown = await numbersIn(Buffer.concat(pictures(2).map(({ data }) => data)))
  expect(filmed.length).toBeGreaterThan(100)
  expect(shown).toEqual(filmed)
  // Those that the encoder adds are no harm.
  const keys = said(1).filter(({ isKey }) => isKey)
  expect(said(2).filter(({ isKey }) => isKey)).toEqual(expect.arrayContaining(keys))
  expect(said(2).map(({ captureMs, isPreroll }) => [captureMs, isPreroll])).toEqual(
    said(1).map(({ captureMs, isPreroll }) => [captureMs, isPreroll]),
  )
  const sounds = (channel: number) => viewer.units(channel).filter(({ kind }) => kind === 'sound')
  expect(sounds(2).map(({ captureMs }) => captureMs)).toEqual(sounds(1).map(({ captureMs }) => captureMs))
  // Looking through it: key frames alone, each by itself.
  expect(await viewer.past({ channel: 3, ...piece, pictures: 'key', asH264: true })).toMatchObject({ op: 'past-end' })
  expect(said(3)).toEqual(keys)
  viewer.close()
  await expect.poll(transcoders, { timeout: 15_000 }).toEqual([])
})

test('the certificate of an rtsps camera is kept with it, so that no other one is taken for it', async () => {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'camera' }], { keyType: 'ec' })
  const secure = await startRtspServer({ cameras: [{ path: '/gate', clip, fps: 60 }], tls: { key, cert } })
  const { code } = await stand.camera('add', '--name', 'Gate', '--url', secure.url('/gate'))
  await secure.close()
  expect(code).toBe(0)
  const kept = readCameras(bridgeFolder(stand.service.folder)).find(({ name }) => name === 'Gate')
  expect(kept?.certificate).toBe(new X509Certificate(cert).fingerprint256)
})

test('a transcoder that dies is told of and replaced, knows no secret, and does not stay behind when the bridge is killed @deep', async () => {
  const { viewer } = await watch(false)
  const [first = 0] = transcoders()
  process.kill(first, 'SIGKILL')
  await viewer.until(() => viewer.controls(1).some((control) => control.op === 'failed' && control.fault === 'lost'), 'the fault')
  await viewer.until(() => viewer.lastControl(1)?.op === 'config', 'pictures again')
  const [second = 0] = transcoders()
  expect(isAlive(second)).toBe(true)
  // It reads what strangers send: nothing that it might give away is told to it.
  if (process.platform === 'linux') {
    const names = readFileSync(`/proc/${second}/environ`, 'utf8')
      .split('\0')
      .map((line) => line.split('=')[0])
    expect(names.filter((name) => name !== '' && name !== 'PATH' && name !== 'TMPDIR')).toEqual([])
    expect(readFileSync(`/proc/${stand.processId}/environ`, 'utf8')).toContain('SIGHTLINE_DATA=')
  }
  await stand.stopBridge('SIGKILL')
  await expect.poll(() => isAlive(second), { timeout: 15_000 }).toBe(false)
  viewer.close()
})
