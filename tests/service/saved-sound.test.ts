import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { BEEP_EVERY_PICTURES, beepFormat } from '#tests/support/beeps.ts'
import { BeepingSource } from '#tests/support/beeping-source.ts'
import { deep } from '#tests/support/depth.ts'
import { listenToFile } from '#tests/support/listen-to-file.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { demoDevices } from '#tests/support/service.ts'
import { storeInCloud } from '#tests/support/stored-in-cloud.ts'

const { sn } = demoDevices.gate
const { success } = archiveStatuses
const IN_SYNC_MS = 40
/** Over the begin of another minute of the part, so that it is put together of two pieces. */
const LONG_MS = 62_000
const PIECE = 0x8000

let stand: ArchiveStand
let source: BeepingSource
/** Of a person; the cloud has it from 5 s before to 14 s after, in two files. */
let atMs: number

beforeAll(async () => {
  stand = await ArchiveStand.start()
  source = new BeepingSource()
  await stand.reconnect(source)
  atMs = Date.now() - 30_000
  await storeInCloud(stand, atMs)
}, 40_000)
afterAll(() => stand.close())

async function partFile(wish: Pick<InputOf<typeof archiveCalls.recordedPartCreate>, 'startMs' | 'endMs' | 'from' | 'format'>) {
  const { partId } = await stand.admin.call(archiveCalls.recordedPartCreate, { sn, chlIndex: 0, ...wish })
  const made = await vi.waitFor(async () => {
    const part = await stand.admin.call(archiveCalls.recordedPartGet, { partId })
    expect(part.status).toBe(success)
    return part
  }, 20_000)
  return new Uint8Array(await (await stand.get(made.file?.url ?? '')).arrayBuffer())
}

/** Each tone of the file begins with a picture whose number says so, and there are as many of both. */
async function expectHeard(file: Uint8Array, leastTones: number): Promise<void> {
  const [{ tonesMs, picturesMs, endMs }, numbers] = await Promise.all([listenToFile(file), numbersIn(file)])
  const flashesMs = picturesMs.slice(-numbers.length).filter((ms, at) => ms >= 0 && (numbers[at] ?? 1) % BEEP_EVERY_PICTURES === 0)
  // A tone at the very end may belong to the picture that is not in the file any more, as one at the beginning to the one before.
  const whole = tonesMs.slice(1).filter((toneMs) => toneMs < endMs.picture - 100)
  const offMs = whole.map((toneMs) => Math.min(...flashesMs.map((flashMs) => Math.abs(toneMs - flashMs))))
  expect(tonesMs.length).toBeGreaterThanOrEqual(leastTones)
  expect(Math.max(...offMs), offMs.join()).toBeLessThan(IN_SYNC_MS)
  expect(Math.abs(endMs.sound - endMs.picture)).toBeLessThan(150)
}

test('an archive is heard where it is seen', async () => {
  const { archiveId } = await stand.make({ stream: 'main' })
  const { videos } = await stand.admin.call(archiveCalls.archivesVideoList, { archiveId })
  await expectHeard(new Uint8Array(await (await stand.get(videos[0]?.url ?? '')).arrayBuffer()), 5)
})

test('a redacted file is heard where it is seen, or has no sound at all', async () => {
  const { archiveId } = await stand.make({ stream: 'main' })
  const box = { x: 0.1, y: 0.5, width: 0.2, height: 0.2 }
  const area = { form: 'rectangle', look: 'black', fromMs: 0, toMs: 60_000, moments: [{ atMs: 0, box }] } as const
  const redacted = async (isSilent: boolean) => {
    const wish = { archiveId, areas: [{ ...area, moments: [...area.moments] }], isSilent }
    const { redactionId } = await stand.admin.call(archiveCalls.archivesRedactCreate, wish)
    return vi.waitFor(async () => {
      const { videos } = await stand.admin.call(archiveCalls.archivesRedactVideoList, { redactionId })
      return new Uint8Array(await (await stand.get(videos[0]?.url ?? '')).arrayBuffer())
    }, 20_000)
  }
  await expectHeard(await redacted(false), 5)
  const silent = await redacted(true)
  await expect(listenToFile(silent)).rejects.toThrow('no audio')
  expect((await numbersIn(silent)).length).toBe(60)
})

test.each(deep(['mp4', 'avi'] as const, ['avi'] as const))(
  'a part of what the device has is heard where it is seen, over the minute too, as %s',
  async (format) => {
    const startMs = Date.now() - 120_000
    // The same is made into AVI: some seconds of it are enough.
    const lengthMs = format === 'mp4' ? LONG_MS : 10_000
    await expectHeard(await partFile({ startMs, endMs: startMs + lengthMs, from: 'local', format }), (lengthMs / 1000) * 1.4)
  },
)

test.each(deep(['mp4', 'avi'] as const, ['mp4'] as const))(
  'a part of what the cloud has is heard where it is seen, from one recording into the next, as %s',
  async (format) => {
    await expectHeard(await partFile({ startMs: atMs - 1_510, endMs: atMs + 13_000, from: 'cloud', format }), 20)
  },
)

test('what the cloud has is heard by who plays it back, as the camera spoke, and not by who wants no sound or key frames alone', async () => {
  const viewer = await MediaViewer.open(stand.admin)
  const asked = { sn, chlIndex: 0, stream: 'main', from: 'cloud', startMs: atMs - 1_510, endMs: atMs + 3_010 } as const
  const heard = async (channel: number, changes: object = {}) => {
    await viewer.past({ channel, ...asked, ...changes })
    return viewer.units(channel).filter(({ kind }) => kind === 'sound')
  }
  const frames = await heard(PIECE)
  expect(viewer.pastAnswers(PIECE)[0]).toMatchObject({ op: 'past-opened', sound: beepFormat })
  const heardMs = frames.reduce((sum, { data }) => sum + data.byteLength / 8, 0)
  expect(Math.abs(heardMs - 4_520)).toBeLessThan(100)
  for (const [index, { captureMs }] of frames.slice(1).entries())
    expect(Math.abs(captureMs - (frames[index]?.captureMs ?? 0) - 32)).toBeLessThan(1)
  expect(await heard(PIECE + 1, { sound: false })).toEqual([])
  expect(viewer.pastAnswers(PIECE + 1)[0]).not.toHaveProperty('sound')
  expect(await heard(PIECE + 2, { pictures: 'key' })).toEqual([])
  viewer.close()
})
