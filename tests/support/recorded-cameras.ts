import { setTimeout as pause } from 'node:timers/promises'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { eventVideoSearch } from '#contract/calls/event/event-video-search.ts'
import { drawIdentity } from '#device/agent/identity.ts'
import { bridgeFolder, readCameras, writeCameras } from '#device/bridge/cameras.ts'
import { startRtspServer, type RtspTestServer } from './rtsp-server.ts'
import { ServiceClient } from './service-client.ts'
import type { Stack } from './stack.ts'
import type { TestCameraOptions } from './test-camera.ts'

const LOOK_EVERY_MS = 200
const BIND_WITHIN_MS = 30_000
/** What is recorded can be found, on a slow machine too, within this time. */
const FOUND_WITHIN_MS = 60_000

interface RecordedCameras {
  rtsp: RtspTestServer
  admin: ServiceClient
  /** Of the devices, in the order of the cameras. */
  sns: string[]
  /** Since when the first of them, and since when all of them are recorded; epoch ms. */
  firstMs: number
  startMs: number
  close(): Promise<void>
}

/** Foreign RTSP cameras, named as their paths, bound and recorded by the stack's bridge. Comes when `recordedMs` of each can be found. */
export async function recordCameras(stack: Stack, cameras: TestCameraOptions[], recordedMs: number): Promise<RecordedCameras> {
  const rtsp = await startRtspServer({ cameras })
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user('administrator'))
  // As the command that adds a camera writes it; all of them begin at once.
  const added = cameras.map(({ path }) => ({ ...drawIdentity(), name: path.slice(1), url: rtsp.url(path), record: 'continuous' as const }))
  const folder = bridgeFolder(stack.dataFolder)
  writeCameras(folder, [...readCameras(folder), ...added])
  const sns = added.map(({ sn }) => sn)
  const bound = added.map(({ sn, securityCode, name }) => {
    const bind = () =>
      admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-gate' }).then(
        () => true,
        () => undefined,
      )
    return comes(`${name} is bound`, bind, BIND_WITHIN_MS)
  })
  await Promise.all(bound)
  const recorded = async (sn: string) => {
    const toMs = Date.now()
    const { segments } = await admin.call(eventVideoSearch, { sn, chlIndex: 0, fromMs: toMs - 600_000, toMs })
    const [startMs, endMs] = [segments[0]?.startMs ?? 0, segments.at(-1)?.endMs ?? 0]
    return endMs - startMs > recordedMs ? startMs : undefined
  }
  const starts: number[] = []
  for (const sn of sns) starts.push(await comes(`${sn} is recorded`, () => recorded(sn), recordedMs + FOUND_WITHIN_MS))
  const close = async () => {
    for (const sn of sns) await admin.call(deviceUnbind, { sn })
    await rtsp.close()
  }
  return { rtsp, admin, sns, firstMs: starts[0] ?? 0, startMs: Math.max(...starts), close }
}

/** Asks until there is an answer. */
async function comes<Answer>(what: string, ask: () => Promise<Answer | undefined>, withinMs: number): Promise<Answer> {
  const endMs = Date.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (Date.now() > endMs) throw new Error(`Did not come: ${what}.`)
    await pause(LOOK_EVERY_MS)
  }
}
