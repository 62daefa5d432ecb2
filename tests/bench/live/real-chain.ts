import { setTimeout as pause } from 'node:timers/promises'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { channelStatuses } from '#contract/enums.ts'
import { decodeMediaUnit } from '#contract/media.ts'
import { bridgeFolder, writeCameras, type Camera } from '#device/bridge/cameras.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { RtspTestServer } from '#tests/support/rtsp-server.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { freePort, Stack } from '#tests/support/stack.ts'
import type { Chain } from './chain.ts'
import { clips, type ClipName } from './clips.ts'
import { GatewayTap } from './gateway-tap.ts'

/** The service lets a person bind sixty devices a minute. */
const GIVE_UP_MS = 120_000
const SECURITY_CODE = 'BENCH001'
const usualCounts: Record<ClipName, number> = { '360p15': 16, '720p25': 4 }

/**
 * Against what their clips are meant for: 15 and 25 pictures a second keep step with a screen of 60, and what just misses a refresh once would miss all of
 * them. So much quicker, their pictures come at each moment of a refresh once in eight seconds, as those of cameras with clocks of their own do.
 */
const QUICKER = 1.002

interface BenchDevice {
  name: ClipName
  /** Among those with this clip. */
  index: number
  path: string
  sn: string
}

export interface RealChain extends Chain {
  stack: Stack
  admin: ServiceClient
}

/**
 * The whole way: RTSP cameras, the bridge, the service with its relay, each in a process of its own but for the cameras. `distFolder`: the app that the
 * service serves, the built one unless given.
 */
export async function startRealChain(
  pagePort: number,
  counts: Partial<Record<ClipName, number>> = usualCounts,
  distFolder?: string,
): Promise<RealChain> {
  const devices = (Object.keys(counts) as ClipName[]).flatMap((name) =>
    Array.from({ length: counts[name] ?? 0 }, (_, index): BenchDevice => {
      return { name, index, path: `/${name}-${index}`, sn: `BENCH${name.toUpperCase()}${String(index).padStart(2, '0')}` }
    }),
  )
  const server = new RtspTestServer({
    cameras: devices.map(({ name, index, path }) => {
      const fps = clips[name].caps.fps * QUICKER
      // One after the other, since no two cameras film in the same moment.
      return { path, clip: clips[name].clip, fps, startsAfterMs: (index * 1000) / fps / (counts[name] ?? 1) }
    }),
  })
  await server.listen()
  const devicePort = await freePort()
  const stack = await Stack.start([], { throughPort: pagePort, devicePort, ...(distFolder !== undefined && { distFolder }) })
  const tap = new GatewayTap(stack.port)
  await tap.listen(devicePort)
  await stack.startPart('bridge')
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  await addCameras(stack, admin, server, devices)
  return {
    stack,
    admin,
    cameras: (name, count) =>
      devices
        .filter((device) => device.name === name)
        .slice(0, count)
        .map(({ path, sn }) => ({ camera: server.camera(path), asked: { sn, chlIndex: 0, streams: [clips[name].caps] } })),
    relayAddress: async () => {
      const { ticket } = await admin.call(deviceAccessTokenGet, { holder: 'tab' })
      return `ws://localhost:${stack.port}/media-ws?ticket=${ticket}`
    },
    watchPassing: async (sn, work) => {
      const viewer = await MediaViewer.open(admin, { origin: `http://localhost:${stack.port}` })
      const atViewer: { atMs: number; captureMs: number }[] = []
      viewer.openChannel(1, sn)
      await viewer.until(() => viewer.units(1).some(({ isPreroll }) => !isPreroll), `live pictures of ${sn}`)
      viewer.socket.on('message', (data: Buffer, isBinary) => {
        const unit = isBinary ? decodeMediaUnit(data) : undefined
        if (unit?.kind === 'video') atViewer.push({ atMs: Date.now(), captureMs: unit.captureMs })
      })
      tap.takePassed(sn)
      const result = await work()
      viewer.close()
      return { result, passing: { atService: tap.takePassed(sn), atViewer } }
    },
    close: async () => {
      await stack.close()
      tap.close()
      await server.close()
    },
  }
}

/** Gives the bridge its cameras and binds them to a site; resolves when all of them are online. */
async function addCameras(stack: Stack, admin: ServiceClient, server: RtspTestServer, devices: BenchDevice[]): Promise<void> {
  const cameras = devices.map(({ sn, path }): Camera => ({ sn, securityCode: SECURITY_CODE, name: sn, url: server.url(path) }))
  writeCameras(bridgeFolder(stack.dataFolder), cameras)
  const { sites } = await admin.call(siteListChoose, undefined)
  const siteId = sites[0]?.siteId
  if (siteId === undefined) throw new Error('The demonstration organization has no site.')
  for (const { sn } of devices) {
    await untilAnswered(async () => (await admin.failure(deviceBind, { sn, securityCode: SECURITY_CODE, siteId })).code === 200)
  }
  const names = new Set(devices.map(({ sn }) => sn))
  await untilAnswered(async () => {
    const { channels } = await admin.call(siteChannelList, {})
    return channels.filter((channel) => names.has(channel.sn) && channel.status === channelStatuses.online).length === devices.length
  })
}

/** Asks twice a second until the answer is yes. */
async function untilAnswered(isSo: () => Promise<boolean>): Promise<void> {
  const endMs = Date.now() + GIVE_UP_MS
  while (!(await isSo())) {
    if (Date.now() > endMs) throw new Error('The cameras of the benchmark did not come online.')
    await pause(500)
  }
}
