import { loadClip } from '#tests/support/clip.ts'
import { recordCameras } from '#tests/support/recorded-cameras.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import { test as base } from './test.ts'

/** What its cameras film: a counter, in H.264, or in H.265, of which the browser decodes nothing. */
export const clip = loadClip(new URL('../../fixtures/counter-640x360-15.h264', import.meta.url))
export const foreignClip = loadClip(new URL('../../fixtures/counter-640x360-15.h265', import.meta.url))
export const FPS = 15
/** So much of each camera is recorded before anybody looks: a part of ten seconds, and some more. */
export const RECORDED_MS = 14_000
const COUNTING = ['Yard', 'Gate', 'Dock', 'Ramp'] as const
/** Films in H.265. */
const FOREIGN = 'Lock'
type CameraName = (typeof COUNTING)[number] | typeof FOREIGN

type Recorded = Awaited<ReturnType<typeof recordCameras>> & {
  /** The serial number of this camera. */
  snOf(name: CameraName): string
  /** How long ago this camera has filmed the picture with this number last, ms. */
  ageMs(name: CameraName, counter: number): number | undefined
}

/** Foreign cameras, which the bridge records while the tests run. All files take the same ones: it takes a quarter of a minute until there is a past. */
export const test = base.extend<object, { stack: Stack; recorded: Recorded }>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const stack = await Stack.start(['bridge'], { throughPort: await freePort() })
      await lend(stack)
      await stack.close()
    },
    { scope: 'worker' },
  ],
  recorded: [
    async ({ stack }, lend) => {
      const names: CameraName[] = [...COUNTING, FOREIGN]
      const cameras = names.map((name) => ({ path: `/${name}`, clip: name === FOREIGN ? foreignClip : clip, fps: FPS }))
      const recorded = await recordCameras(stack, cameras, RECORDED_MS)
      const snOf = (name: CameraName) => recorded.sns[names.indexOf(name)] ?? ''
      const ageMs = (name: CameraName, counter: number) => recorded.rtsp.camera(`/${name}`).ageMs(counter, Date.now())
      await lend({ ...recorded, snOf, ageMs })
      await recorded.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})
