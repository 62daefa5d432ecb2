import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MediaUnit } from '#contract/media.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'
import { AT_ONCE_MS } from '#tests/support/until.ts'

const { gate } = demoDevices
const KEY_BYTES = 60_000
const GROUP = 10
/** More than the kernel keeps for a reader that does not read. */
const MOST_GROUPS = 200

let service: TestService
let source: TestSource
let agent: DeviceAgent

beforeAll(async () => {
  service = await TestService.start()
  ;({ source, agent } = await connectCamera(service.url, gate))
})
afterAll(async () => {
  await agent.stop()
  await service.close()
})

function startsOfRuns(units: MediaUnit[]): MediaUnit[] {
  return units.filter((unit, index) => index === 0 || unit.sequence !== (units[index - 1]?.sequence ?? 0) + 1)
}

test('a viewer that does not read drops to key frames and to the sub stream, and another one loses nothing', async () => {
  const admin = await service.signIn('admin')
  source.main.film(true)
  source.sub.film(true)
  const slow = await MediaViewer.open(admin)
  const quick = await MediaViewer.open(admin)
  for (const viewer of [slow, quick]) {
    viewer.openChannel(0, gate.sn)
    await viewer.until(() => viewer.units().length === 1, 'the first picture')
  }
  slow.socket.pause()

  // Each group waits for the quick viewer, so that nobody but the slow one is behind.
  let groups = 0
  for (; groups < MOST_GROUPS && source.sub.openings === 0; groups += 1) {
    source.main.film(true, KEY_BYTES)
    for (let count = 1; count < GROUP; count += 1) source.main.film(false, KEY_BYTES)
    await quick.until(() => quick.units().length === source.main.filmed.length, 'every picture')
  }
  expect(groups).toBeLessThan(MOST_GROUPS)
  expect(service.stats.unitsDropped).toBeGreaterThan(GROUP / 2)
  expect(startsOfRuns(quick.units())).toHaveLength(1)
  expect(quick.controls().map((message) => message.op === 'config' && message.stream)).toEqual(['main'])

  slow.socket.resume()
  const isSub = () => slow.controls().some((message) => message.op === 'config' && message.stream === 'sub')
  // The sub stream's own key frames bring the change, once the waiting bytes have gone out.
  while (!isSub()) {
    source.sub.film(true, 999)
    source.main.film(false)
    await quick.until(() => quick.units().length === source.main.filmed.length, 'every picture')
  }
  await slow.until(() => slow.units().at(-1)?.data.byteLength === 999, 'a picture of the sub stream')
  expect(startsOfRuns(slow.units()).every((unit) => unit.isKey)).toBe(true)
  expect(slow.units().length).toBeLessThan(quick.units().length)

  // After a minute the main stream is tried again.
  service.advance(61_000)
  await slow.until(() => slow.lastControl()?.op === 'config' && configStream(slow) === 'main', 'the main stream')
  slow.close()
  quick.close()
})

test('a viewer that does not read does not hold the end of the service up', async () => {
  const own = await TestService.start()
  const viewer = await MediaViewer.open(await own.signIn('admin'))
  viewer.socket.pause()
  const startMs = performance.now()
  await own.close()
  expect(performance.now() - startMs).toBeLessThan(AT_ONCE_MS)
  viewer.socket.terminate()
})

function configStream(viewer: MediaViewer): string | undefined {
  const last = viewer.lastControl()
  return last?.op === 'config' ? last.stream : undefined
}
