import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deep } from '#tests/support/depth.ts'
import { eventSearchList } from '#contract/calls/event/event-search-list.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { eventKinds } from '#contract/event-attributes.ts'
import { listClips } from '#device/simulator/clip.ts'
import { Programme } from '#device/simulator/rhythm/programme.ts'
import { readSnapshot, snapshotFile } from '#device/simulator/snapshot.ts'
import { framesIn } from '#tests/support/ffmpeg.ts'
import { TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { SimulatedFleet } from '#tests/support/simulated-fleet.ts'

const HOUR_MS = 60 * 60_000
const clips = listClips().filter(({ stream }) => stream === 'sub')
/** Pictures are compared this small, in grey. */
const small = { width: 64, height: 36 }
let service: TestService
let admin: ServiceClient
let simulated: SimulatedFleet

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  simulated = await SimulatedFleet.start(service, admin, ['gate', 'parking-north', 'shop', 'warehouse'])
})
afterAll(async () => {
  await simulated.stop()
  await service.close()
})

/** All events of these hours, the oldest first. */
async function eventsOf(fromMs: number, toMs: number): Promise<Event[]> {
  const found: Event[] = []
  for (let after: string | undefined; ; ) {
    const { events, next } = await admin.call(eventSearchList, { fromMs, toMs, pageSize: 100, after })
    found.push(...events)
    if (next === null) return found.toReversed()
    after = next
  }
}

test('a round of the rhythm arrives: events of every kind, each with its attributes, its place in the picture and the picture', async () => {
  const { cameras } = simulated.fleet
  const programme = new Programme(cameras, { seed: 3, roundMs: 600_000 })
  const round = programme.roundAt(service.now - 6 * HOUR_MS)
  const planned = programme.round(round)
  for (const { camera, atMs, event, picture } of planned) {
    const { device, chlIndex } = cameras[camera]!
    device.saw({ chlIndex, atMs, ...event, snapshot: readSnapshot(picture) })
  }
  const span = [round * programme.roundMs, (round + 1) * programme.roundMs] as const
  await expect.poll(async () => (await eventsOf(...span)).length, { timeout: 10_000 }).toBe(planned.length)
  const events = await eventsOf(...span)
  expect(new Set(events.map(({ kind }) => kind))).toEqual(new Set(eventKinds))
  for (const [place, { atMs, event, picture, camera }] of planned.entries()) {
    const match = events.find((one) => one.atMs === atMs && one.sourceName === cameras[camera]?.name && one.kind === event.event)
    expect(match, picture).toMatchObject({
      attributes: event.attributes,
      plate: event.plate ?? null,
      similarity: event.similarity ?? null,
      person: event.person ?? null,
      box: event.box ?? null,
    })
    // They all go the same way.
    if (place % 8 > 0) continue
    const answer = await fetch(service.url + match?.pictureUrl)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(Buffer.from(await answer.arrayBuffer()).toString('base64')).toBe(readSnapshot(picture))
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
