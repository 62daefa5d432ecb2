import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { archiveCalls } from '#contract/calls/archive/archive-calls.ts'
import type { InputOf } from '#contract/define-call.ts'
import { archiveStatuses } from '#contract/states/archive.ts'

import { ArchiveStand } from '#tests/support/archive-stand.ts'
import { BeepingSource } from '#tests/support/beeping-source.ts'
import { listenToFile } from '#tests/support/listen-to-file.ts'
import { numbersIn } from '#tests/support/look-at-clip.ts'
import { largeCounterClip } from '#tests/support/recording-camera.ts'
import { demoDevices } from '#tests/support/service.ts'

const { sn } = demoDevices.gate
const { success } = archiveStatuses
const camera = { sn, chlIndex: 0 }
const BEFORE_MS = 3_000
const AFTER_MS = 5_000
/** Of the camera once its pictures are larger. */
const FPS = 25
const KEY_EVERY_MS = 2_000

let stand: ArchiveStand
/** When the camera began to film larger pictures. */
let changedMs: number

beforeAll(async () => {
  stand = await ArchiveStand.start()
  changedMs = Date.now() - 60_000
  await stand.reconnect(new BeepingSource({ clip: largeCounterClip(), atMs: changedMs }))
}, 40_000)
afterAll(() => stand.close())

const fileOf = async (url: string) => new Uint8Array(await (await stand.get(url)).arrayBuffer())

/** Every picture of a file, none missing, and as much sound. */
async function expectWhole(file: Uint8Array, seconds: { least: number; most: number }, shape: { fps: number; frames: number }) {
  const [numbers, heard] = await Promise.all([numbersIn(file), listenToFile(file)])
  const steps = numbers.slice(1).map((number = -1, index) => (number - (numbers[index] ?? -1) + shape.frames) % shape.frames)
  expect(new Set(steps)).toEqual(new Set([1]))
  expect(numbers.length / shape.fps).toBeGreaterThanOrEqual(seconds.least)
  expect(numbers.length / shape.fps).toBeLessThanOrEqual(seconds.most)
  expect(heard.tonesMs.length).toBeGreaterThanOrEqual(2)
}

const small = { fps: 15, frames: 300 }
const large = { fps: FPS, frames: 500 }
const ofBefore = { least: BEFORE_MS / 1000 - 0.1, most: BEFORE_MS / 1000 + 2.6 }
/** It begins with the first key frame. */
const ofAfter = { least: (AFTER_MS - KEY_EVERY_MS) / 1000 - 0.1, most: AFTER_MS / 1000 + 0.1 }

test('an archive over the moment in which the camera began to film larger pictures becomes two, and says so', async () => {
  const wish = stand.wish({ startMs: changedMs - BEFORE_MS, endMs: changedMs + AFTER_MS, stream: 'main' })
  const { archiveId } = await stand.admin.call(archiveCalls.archivesCreate, wish)
  const first = await stand.until(archiveId, success)
  expect(first).toMatchObject({ title: 'Truck at the gate', startMs: wish.startMs, endMs: changedMs, durationMs: BEFORE_MS })
  const rest = await stand.until(first.restId ?? '', success)
  expect(rest).toMatchObject({ title: 'Truck at the gate (2)', startMs: changedMs, endMs: wish.endMs, restId: null, progress: 100 })
  const videoOf = async (id: string) => (await stand.admin.call(archiveCalls.archivesVideoList, { archiveId: id })).videos[0]
  const [one, other] = [await videoOf(archiveId), await videoOf(rest.archiveId)]
  expect([one, other]).toMatchObject([
    { width: 640, height: 360, endMs: changedMs },
    { width: 1280, height: 720, startMs: changedMs },
  ])
  await expectWhole(await fileOf(one?.url ?? ''), ofBefore, small)
  await expectWhole(await fileOf(other?.url ?? ''), ofAfter, large)
})

test.each(['mp4', 'avi'] as const)(
  'a part over that moment becomes two files of %s, and the same question is answered with the same',
  async (format) => {
    const wish: InputOf<typeof archiveCalls.recordedPartCreate> = {
      ...camera,
      // Of each kind another part.
      startMs: changedMs - BEFORE_MS - (format === 'avi' ? 500 : 0),
      endMs: changedMs + AFTER_MS,
      from: 'local',
      format,
    }
    const made = (partId: string) =>
      vi.waitFor(async () => {
        const part = await stand.admin.call(archiveCalls.recordedPartGet, { partId })
        expect(part.status).toBe(success)
        return part
      }, 20_000)
    const first = await made((await stand.admin.call(archiveCalls.recordedPartCreate, wish)).partId)
    expect(first.startMs).toBe(wish.startMs)
    // Up to where the first of the new kind is.
    expect(first.endMs - changedMs).toBeGreaterThanOrEqual(0)
    expect(first.endMs - changedMs).toBeLessThan(20)
    const rest = await made(first.restId ?? '')
    expect(rest).toMatchObject({ startMs: first.endMs, endMs: wish.endMs, restId: null, from: 'local', format })
    await expectWhole(await fileOf(first.file?.url ?? ''), ofBefore, small)
    await expectWhole(await fileOf(rest.file?.url ?? ''), ofAfter, large)
    expect(await stand.admin.call(archiveCalls.recordedPartCreate, wish)).toMatchObject({ partId: first.partId, restId: rest.partId })
  },
)

test('a camera whose pictures change all the time gets no more than twenty files of one wish', async () => {
  const times = { start_at_ms: changedMs - 2_000, end_at_ms: changedMs + 2_000 }
  await stand.addRow({ id: 'many', status: archiveStatuses.preparing, file_number: 20, ...times })
  expect(await stand.until('many', success)).toMatchObject({ endMs: changedMs, restId: null })
})
