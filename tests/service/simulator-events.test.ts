import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import { pictureKinds } from '#contract/event-attributes.ts'
import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import { listClips, readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { EventReporter } from '#device/simulator/event-reporter.ts'
import { toDeviceEvent } from '#device/simulator/happening-event.ts'
import { readSnapshot, snapshotFile } from '#device/simulator/snapshot.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'

const HOUR_MS = 60 * 60_000
const clips = listClips().filter(({ stream }) => stream === 'sub')
/** Pictures are compared this small, in grey. */
const small = { width: 64, height: 36 }
let service: TestService

beforeAll(async () => {
  service = await TestService.start()
})
afterAll(() => service.close())

test('events of every kind arrive with their attributes, and with the picture of the moment', async () => {
  const admin = await service.signIn('admin')
  const agent = await service.connectDevice(
    demoDevices.gate,
    clips.map((_, chlIndex) => channel(chlIndex)),
  )
  const startMs = Math.floor(service.now) - 6 * HOUR_MS
  const reported: DeviceEvent[] = []
  for (const [chlIndex, { scene, happenings }] of clips.entries()) {
    const loop = new ClipLoop(readClip(scene, 'sub'), 0)
    const report = (event: DeviceEvent) => {
      reported.push(event)
      agent.report(event)
    }
    const reporter = new EventReporter({ chlIndex, loop, report }, startMs)
    for (let turn = 0; turn < happenings.length; turn += 1) reporter.run(reporter.dueMs)
  }
  const search = () => admin.call(eventSearchList, { fromMs: startMs - HOUR_MS, toMs: service.now, pageSize: 100 })
  await expect.poll(async () => (await search()).events.length).toBe(reported.length)
  const { events } = await search()
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(pictureKinds))
  for (const [chlIndex, { scene, happenings }] of clips.entries()) {
    for (const happening of happenings) {
      const said = toDeviceEvent(happening)
      const [match, ...others] = events.filter(
        ({ atMs, ...event }) =>
          event.chlIndex === chlIndex && reported.some((one) => one.atMs === atMs && one.snapshot === readSnapshot(scene, happening.atMs)),
      )
      expect(others).toEqual([])
      expect(match).toMatchObject({
        kind: said.event,
        attributes: said.attributes,
        plate: said.plate ?? null,
        similarity: said.similarity ?? null,
      })
      if (said.person !== undefined) expect(match?.person).toEqual(said.person)
      const answer = await fetch(service.url + match?.pictureUrl)
      expect(answer.headers.get('content-type')).toBe('image/jpeg')
      expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(readSnapshot(scene, happening.atMs))
    }
  }
})

test.each(deep(clips, clips.slice(0, 1)))(
  'each picture of $scene is that of its moment in the clip',
  { timeout: 180_000 },
  async ({ scene, fps, happenings }) => {
    const whole = await framesOf(clipFile(scene, 'sub'))
    for (const { atMs, view } of happenings) {
      const crop = view === undefined ? [] : [`crop=iw*${view.size}:ih*${view.size}:iw*${view.left}:ih*${view.top}`]
      const frames = view === undefined ? whole : await framesOf(clipFile(scene, 'main'), crop)
      const [picture = new Uint8Array()] = await framesOf(fileURLToPath(snapshotFile(`${scene}-${atMs}`)))
      const differences = frames.map((frame) => difference(frame, picture))
      const nearest = differences.indexOf(Math.min(...differences))
      expect(Math.abs(nearest - (atMs * fps) / 1000), `picture at ${atMs} ms`).toBeLessThan(3)
    }
  },
)

function clipFile(scene: string, stream: 'main' | 'sub'): string {
  return fileURLToPath(new URL(`../../device/simulator/clips/${scene}-${stream}.h264`, import.meta.url))
}

/** All pictures of a file, small and grey. */
async function framesOf(file: string, filters: string[] = []): Promise<Uint8Array[]> {
  const { width, height } = small
  const chain = [...filters, `scale=${width}:${height}:flags=area`, 'format=gray'].join(',')
  return (await framesIn(file, { kind: 'video', filters: chain })).map(({ data }) => data)
}

function difference(one: Uint8Array, other: Uint8Array): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0)
}
