import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { encodeMediaUnit, mediaCodecs } from '#contract/media.ts'
import { INTERCOM_FUNCTION } from '#contract/sound.ts'
import { drawIdentity } from '#device/agent/identity.ts'
import { bridgeFolder, writeCameras } from '#device/bridge/cameras.ts'
import { BridgeStand } from '#tests/support/bridge-stand.ts'
import { loadClip } from '#tests/support/clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { heardTone, spokenTone } from '#tests/support/spoken-tone.ts'
import { TestLoudspeaker } from '#tests/support/test-loudspeaker.ts'

const clip = loadClip(join(import.meta.dirname, '..', 'fixtures', 'counter-640x360-15.h264'))
const TONE_HZ = 440
const FRAMES = 50
const channel = 3

const loudspeaker = new TestLoudspeaker('8')
let stand: BridgeStand
/** Serial numbers: a camera with a loudspeaker, and one without. */
let yard: string
let gate: string

beforeAll(async () => {
  const auth = { scheme: 'md5', username: 'viewer', password: 'pa55word' } as const
  const cameras = [
    { path: '/yard', clip, fps: 15, loudspeaker },
    { path: '/gate', clip, fps: 15 },
  ]
  stand = await BridgeStand.start({ cameras, auth })
  const [atYard, atGate] = [drawIdentity(), drawIdentity()]
  writeCameras(bridgeFolder(stand.service.folder), [
    { ...atYard, name: 'Yard', url: stand.rtsp.url('/yard', 'viewer:pa55word') },
    { ...atGate, name: 'Gate', url: stand.rtsp.url('/gate', 'viewer:pa55word') },
  ])
  await stand.startBridge()
  for (const identity of [atYard, atGate]) await stand.admin.call(deviceBind, { ...identity, siteId: 'harbor-gate' })
  yard = atYard.sn
  gate = atGate.sn
})
afterAll(() => stand.close())

async function functionsOf(sn: string): Promise<readonly string[] | undefined> {
  const { channels } = await stand.admin.call(siteChannelList, {})
  return channels.find((each) => each.sn === sn)?.capability.supportFun
}

async function watch(sn: string): Promise<MediaViewer> {
  const viewer = await MediaViewer.open(stand.admin)
  viewer.openChannel(channel, sn)
  await viewer.until(() => viewer.units().at(-1)?.isPreroll === false, 'the newest picture')
  return viewer
}

async function answerTo(viewer: MediaViewer): Promise<unknown> {
  const before = viewer.controls().filter(({ op }) => op === 'talk').length
  viewer.send({ op: 'talk', channel, isOn: true })
  const answers = () => viewer.controls().filter(({ op }) => op === 'talk')
  await viewer.until(() => answers().length > before, 'an answer about talking')
  return answers().at(-1)
}

test('what is said in a page is heard at a camera in its own way of coding, tone for tone and without a gap', async () => {
  await expect.poll(() => functionsOf(yard)).toContain(INTERCOM_FUNCTION)
  const viewer = await watch(yard)
  expect(await answerTo(viewer)).toEqual({ op: 'talk', channel, isOn: true })
  const unit = { kind: 'sound', channel, isKey: false, isPreroll: false, codec: mediaCodecs.pcmu, captureMs: 1 } as const
  spokenTone(TONE_HZ, FRAMES).forEach((frame, sequence) => viewer.socket.send(encodeMediaUnit({ ...unit, ...frame, sequence })))
  await expect.poll(() => loudspeaker.heard.length).toBe(FRAMES)
  const { share, missing } = heardTone(loudspeaker.heard, 'a', TONE_HZ)
  expect(missing).toBe(0)
  expect(share).toBeGreaterThan(0.99)
  viewer.send({ op: 'talk', channel, isOn: false })
  // The connection of the pictures alone is left of that camera.
  await expect.poll(() => stand.rtsp.connectionCount).toBe(2)
  viewer.close()
})

test('a camera that refuses to be talked to says so, and its pictures go on', async () => {
  const viewer = await watch(yard)
  loudspeaker.refuses = { method: 'SETUP', status: '461 Unsupported Transport' }
  expect(await answerTo(viewer)).toEqual({ op: 'talk', channel, isOn: false, fault: 'refused' })
  const seen = viewer.units(channel).length
  await viewer.until(() => viewer.units(channel).length > seen + 5, 'pictures')
  loudspeaker.refuses = undefined
  expect(await answerTo(viewer)).toEqual({ op: 'talk', channel, isOn: true })
  expect(viewer.controls(channel).filter(({ op }) => op !== 'talk')).toMatchObject([{ op: 'config' }])
  viewer.close()
})

test('a camera without a loudspeaker does not claim to have one, and nobody can talk to it', async () => {
  const viewer = await watch(gate)
  expect(await functionsOf(gate)).not.toContain(INTERCOM_FUNCTION)
  expect(await answerTo(viewer)).toEqual({ op: 'talk', channel, isOn: false, fault: 'unsupported' })
  viewer.close()
})

test('a camera that has lost its loudspeaker in an update is known for that from the first talk on', async () => {
  const viewer = await watch(yard)
  loudspeaker.refuses = { method: 'DESCRIBE', status: '551 Option not supported' }
  expect(await answerTo(viewer)).toEqual({ op: 'talk', channel, isOn: false, fault: 'unsupported' })
  await expect.poll(() => functionsOf(yard)).not.toContain(INTERCOM_FUNCTION)
  viewer.close()
})
