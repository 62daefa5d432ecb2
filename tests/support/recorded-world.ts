import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { Refusal, type CommandHandlers } from '#device/agent/command-handlers.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { readClip } from '#device/simulator/clip.ts'
import { ClipLoop } from '#device/simulator/clip-loop.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { SimulatedSource } from '#device/simulator/simulated-source.ts'
import { PtzCamera } from '#device/simulator/ptz/ptz-camera.ts'
import { ptzHandlers } from '#device/simulator/ptz/ptz-commands.ts'
import { firstMemory, type PtzMemory } from '#device/simulator/ptz/ptz-memory.ts'
import { createPlugin, type Plugin } from '#plugin/plugin.ts'
import { channel, demoDevices, TestService } from './service.ts'
import type { ServiceClient } from './service-client.ts'

/** What recordings say instead of what is another each time. */
const RECORDED_ORIGIN = 'https://video.example.org'
const RECORDED_TICKET = 'ticket-of-the-page'

const disks = [
  { diskId: 'hdd-1', model: 'WD43PURZ-64CR5Y0', status: 'normal', totalBytes: 4e12, freeBytes: 1e12 },
  { diskId: 'hdd-2', model: 'ST4000VX016 <3CV>', status: 'formatting', totalBytes: 4e12, freeBytes: 4e12 },
] as const
const recorder: CommandHandlers = {
  'storage-info': () => ({ disks: [...disks], raid: { level: '1', status: 'rebuilding' } }),
  'disk-health': ({ diskId }) => {
    if (!disks.some((disk) => disk.diskId === diskId)) throw new Refusal('not-found', 'diskId')
    const smart = [
      { id: 5, name: 'Reallocated_Sector_Ct', value: 199, worst: 199, threshold: 140, raw: 24 },
      { id: 194, name: 'Temperature_Celsius', value: 111, worst: 99, threshold: 0, raw: 38.5 },
    ]
    return { diskId, health: 'warning', temperatureC: 38.5, powerOnHours: 9_000, smart }
  },
  'disk-format': ({ diskId }) => {
    const disk = disks.find((one) => one.diskId === diskId)
    if (disk === undefined) throw new Refusal('not-found', 'diskId')
    if (disk.status === 'formatting') throw new Refusal('busy')
    return null
  },
}
/** A camera that moves, for which no time passes: it stays where it looks. */
function movingCamera(): CommandHandlers {
  const store = {
    memory: firstMemory,
    keep(memory: PtzMemory) {
      store.memory = memory
    },
  }
  return ptzHandlers(new Map([[0, new PtzCamera(store, () => 1_000_000)]]))
}
const camera: CommandHandlers = {
  'storage-info': () => ({ disks: [], raid: null }),
  'sd-status': () => ({ status: 'normal', totalBytes: 128e9, freeBytes: 64e9 }),
  'sd-format': () => null,
  'record-days': ({ month, timeZone }) => {
    if (timeZone === 'Mars/Olympus') throw new Refusal('bad-value', 'timeZone')
    return { days: [`${month}-03`, `${month}-21`] }
  },
  'record-log': ({ startMs, endMs }) => ({
    segments: [
      { startMs, endMs, type: 'SCHEDULE' },
      { startMs: startMs + 10_000, endMs: startMs + 16_000, type: 'PLATE' },
    ],
    isMore: false,
  }),
}

/** The world in which recordings were made: a service with a camera and a recorder, a plugin, and a file manager. */
export class RecordedWorld {
  readonly plugin: Plugin
  readonly #service: TestService
  readonly #client: ServiceClient
  readonly #agent: DeviceAgent
  readonly #folder: string
  readonly #path: string

  private constructor(parts: { plugin: Plugin; service: TestService; client: ServiceClient; agent: DeviceAgent; folder: string }) {
    this.plugin = parts.plugin
    this.#service = parts.service
    this.#client = parts.client
    this.#agent = parts.agent
    this.#folder = parts.folder
    this.#path = process.env.PATH ?? ''
    process.env.PATH = [join(parts.folder, 'tools'), this.#path].join(delimiter)
  }

  static async start(): Promise<RecordedWorld> {
    const service = await TestService.start()
    const folder = mkdtempSync(join(tmpdir(), 'sightline-recorded-'))
    mkdirSync(join(folder, 'tools'))
    const manager = join(folder, 'tools', process.platform === 'darwin' ? 'open' : 'xdg-open')
    writeFileSync(manager, '#!/bin/sh\n')
    chmodSync(manager, 0o755)
    const plugin = await createPlugin({ port: 0, origins: [service.origin], dataFolder: folder, log: () => {} })
    await service.connectDevice(demoDevices.warehouse, [channel(0)], recorder)
    const agent = filmingCamera(service.url)
    agent.start()
    await agent.firstAttempt
    return new RecordedWorld({ plugin, service, client: await service.signIn('admin'), agent, folder })
  }

  /** A page that says a recorded frame, with what is of this world in it, and resolves with the reply as it would be recorded. */
  async page(): Promise<{ say(frame: string): Promise<string>; close(): void }> {
    const socket = new WebSocket(`ws://127.0.0.1:${this.plugin.port}/`, { origin: this.#service.origin })
    await once(socket, 'open')
    return {
      say: async (frame) => {
        const { ticket } = frame.includes(RECORDED_TICKET)
          ? await this.#client.call(deviceAccessTokenGet, { holder: 'plugin' })
          : { ticket: '' }
        const heard = once(socket, 'message')
        socket.send(frame.replaceAll(RECORDED_ORIGIN, this.#service.origin).replaceAll(RECORDED_TICKET, ticket))
        const [data] = (await heard) as [Buffer]
        return data.toString()
      },
      close: () => socket.close(),
    }
  }

  async close(): Promise<void> {
    process.env.PATH = this.#path
    await this.plugin.close()
    await this.#agent.stop()
    await this.#service.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

function filmingCamera(serviceUrl: string): DeviceAgent {
  const loops = { main: new ClipLoop(readClip('gate', 'main'), 0), sub: new ClipLoop(readClip('gate', 'sub'), 0) }
  const streams = (['main', 'sub'] as const).map((stream) => {
    const { codec, width, height, fps } = loops[stream].clip
    return { stream, codec, width, height, fps }
  })
  return new DeviceAgent({
    url: serviceUrl.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn: demoDevices.gate.sn, devType: demoDevices.gate.devType, name: 'Gate', model: 'T-1', version: '1.0' },
    securityCode: demoDevices.gate.securityCode,
    channels: [channel(0, { supportFun: ['recordings'], streams })],
    source: new SimulatedSource([loops], new Pacer()),
    commands: { ...camera, ...movingCamera() },
    log: () => {},
  })
}
