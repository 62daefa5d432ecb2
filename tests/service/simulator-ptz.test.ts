import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ptzEdit } from '#contract/calls/device/ptz-edit.ts'
import { ptzExecute } from '#contract/calls/device/ptz-execute.ts'
import { ptzGet } from '#contract/calls/device/ptz-get.ts'
import { ptzRenew } from '#contract/calls/device/ptz-renew.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { PTZ_FUNCTION, type PtzMotion, type PtzStatus } from '#contract/ptz.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack } from '#tests/support/stack.ts'

const WIDTH = 64
const HEIGHT = 36
const moveId = 'a-movement-of-mine'
let stack: Stack
let admin: ServiceClient
let place: { sn: string; chlIndex: number }

beforeAll(async () => {
  stack = await Stack.start(['simulator'])
  admin = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const { channels } = await admin.call(siteChannelList, {})
  const moving = channels.filter(({ capability }) => capability.supportFun.includes(PTZ_FUNCTION))
  expect(moving).toHaveLength(1)
  const { sn, chlIndex } = moving[0] ?? expect.unreachable()
  place = { sn, chlIndex }
})
afterAll(() => stack.close())

/** The newest picture of the viewer, small and grey, once so many more pictures have come. */
async function picture(viewer: MediaViewer): Promise<Uint8Array> {
  const seen = viewer.units(1).length
  await viewer.until(() => viewer.units(1).length >= seen + 6, 'six more pictures')
  const folder = await mkdtemp(join(tmpdir(), 'sightline-ptz-'))
  try {
    const file = join(folder, 'seen.h264')
    await writeFile(file, Buffer.concat(viewer.units(1).map(({ data }) => data)))
    const grey = await framesIn(file, { kind: 'video', filters: `scale=${WIDTH}:${HEIGHT},format=gray` })
    return grey.at(-1)?.data ?? expect.unreachable()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** How far two pictures differ, from 0 to 255. */
function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length
}

/** Steers until the camera has come as far as it goes that way, as a person would who holds the button. */
async function holdToTheEnd(motion: PtzMotion): Promise<void> {
  const press = () => admin.call(ptzExecute, { ...place, act: { act: 'move', moveId, motion, speed: 4 } })
  const begun = await press()
  let before = begun
  await expect
    .poll(
      async () => {
        // The camera takes a busy machine that is late for somebody who has let go.
        const held = await admin.call(ptzRenew, { ...place, renewal: { moveId, motion, speed: 4 } }).catch(() => undefined)
        const now = held ?? (await press())
        const isAt = (other: PtzStatus) => now.pan === other.pan && now.tilt === other.tilt && now.zoom === other.zoom
        const hasEnded = held !== undefined && isAt(before) && !isAt(begun)
        before = now
        return hasEnded
      },
      { interval: 300 },
    )
    .toBe(true)
  await admin.call(ptzExecute, { ...place, act: { act: 'stop', moveId } })
}

async function goTo(index: number): Promise<void> {
  await admin.call(ptzExecute, { ...place, act: { act: 'preset-go', index } })
  await expect.poll(async () => (await admin.call(ptzGet, place)).status.doing).toBe('still')
}

test('the picture of the camera moves with it, stands when it stands, and a preset brings it back', async () => {
  const viewer = await MediaViewer.open(admin)
  viewer.openChannel(1, place.sn, place.chlIndex, 'sub')
  await goTo(1)
  const middle = await picture(viewer)
  expect(difference(middle, await picture(viewer))).toBeLessThan(1)
  await holdToTheEnd({ pan: 1, tilt: -1 })
  const corner = await picture(viewer)
  expect(difference(middle, corner)).toBeGreaterThan(10)
  expect(difference(corner, await picture(viewer))).toBeLessThan(1)
  await goTo(1)
  expect(difference(middle, await picture(viewer))).toBeLessThan(2)
  await holdToTheEnd({ zoom: 1 })
  expect(difference(middle, await picture(viewer))).toBeGreaterThan(8)
  viewer.close()
})

test('focus blurs the picture and the iris makes it darker @deep', async () => {
  const viewer = await MediaViewer.open(admin)
  viewer.openChannel(1, place.sn, place.chlIndex, 'sub')
  await goTo(2)
  const edges = (grey: Uint8Array) => grey.reduce((sum, value, index) => sum + Math.abs(value - (grey[index - 1] ?? value)), 0)
  const light = (grey: Uint8Array) => grey.reduce((sum, value) => sum + value, 0)
  const sharp = await picture(viewer)
  const hold = async (motion: PtzMotion) => {
    await admin.call(ptzExecute, { ...place, act: { act: 'move', moveId, motion, speed: 4 } })
    await expect.poll(async () => (await admin.call(ptzGet, place)).status.doing).toBe('still')
  }
  await hold({ focus: 1 })
  expect(edges(await picture(viewer))).toBeLessThan(edges(sharp))
  await hold({ pan: 0.01, iris: -1 })
  expect(light(await picture(viewer))).toBeLessThan(0.8 * light(sharp))
  await hold({ iris: 1 })
  viewer.close()
})

test('presets, cruises and tracks are kept over a crash of the camera', async () => {
  await admin.call(ptzEdit, { ...place, edit: { edit: 'preset-create', name: 'Ramp' } })
  await admin.call(ptzEdit, { ...place, edit: { edit: 'cruise-create', name: 'Night', presets: [{ index: 4, speed: 8, holdS: 15 }] } })
  await admin.call(ptzEdit, { ...place, edit: { edit: 'track-record', name: 'Beat' } })
  await admin.call(ptzExecute, { ...place, act: { act: 'track-stop' } })
  const { presets, cruises, tracks } = await admin.call(ptzGet, place)
  expect([presets.at(-1)?.name, cruises.at(-1)?.name, tracks.at(-1)?.name]).toEqual(['Ramp', 'Night', 'Beat'])
  await stack.stopPart('simulator', 'SIGKILL')
  await stack.startPart('simulator')
  await expect.poll(async () => (await admin.failure(ptzGet, place)).code, { timeout: 15_000 }).toBe(200)
  expect(await admin.call(ptzGet, place)).toMatchObject({ presets, cruises, tracks })
  const kept = readFileSync(join(stack.dataFolder, 'simulator', 'state', `${place.sn}.json`), 'utf8')
  expect(kept).toContain('preset-create: Ramp')
})
