import { join } from 'node:path'
import type { GatewayChannel } from '#contract/device-gateway.ts'
import type { Log } from '#shared/log.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { DeviceDescription } from '#device/agent/gateway-connection.ts'
import type { ClipLoop } from './clip-loop.ts'
import { keepSecurityCode, type KnownDevice } from './devices-file.ts'
import { PtzCamera, type PtzStore } from './ptz/ptz-camera.ts'
import { ptzHandlers } from './ptz/ptz-commands.ts'
import { firstMemory } from './ptz/ptz-memory.ts'
import { PtzSource } from './ptz/ptz-source.ts'
import type { Pacer } from './pacer.ts'
import { DeviceRecorder } from './recordings/device-recorder.ts'
import { simulatedCommands } from './simulated-commands.ts'
import type { SimulatedSource } from './simulated-source.ts'
import { firstState } from './state/device-state.ts'
import { StateFile } from './state/state-file.ts'

interface SimulatedDeviceOptions {
  device: KnownDevice
  model: string
  channels: GatewayChannel[]
  /** The large stream of each channel. */
  loops: readonly ClipLoop[]
  source: SimulatedSource
  /** Channels whose cameras can be moved. */
  ptzChannels: readonly number[]
  pacer: Pacer
  dataFolder: string
  /** `ws://…/device-ws` */
  url: string
  log: Log
}

/** One simulated device: its agent, what it keeps in its data folder, and what it does when it is told to. */
export class SimulatedDevice {
  readonly agent: DeviceAgent
  readonly recorder: DeviceRecorder
  readonly #options: SimulatedDeviceOptions
  readonly #state: StateFile

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options
    const { device, channels, loops, ptzChannels, pacer, dataFolder, url, log } = options
    const { sn, securityCode } = device
    this.#state = new StateFile(dataFolder, sn, () => firstState({ ...device, channels: channels.length }, Date.now()))
    this.#state.change({}, `start, version ${this.#state.now.version}`)
    const cameras = new Map(ptzChannels.map((chlIndex) => [chlIndex, new PtzCamera(this.#memoryOf(chlIndex), Date.now)]))
    const source = cameras.size === 0 ? options.source : new PtzSource(options.source, cameras, pacer)
    const folder = join(dataFolder, 'simulator', 'recordings', sn)
    this.recorder = new DeviceRecorder({ folder, state: this.#state.now, loops, nowMs: Date.now() })
    options.source.recordedBy(this.recorder)
    const own = simulatedCommands({
      sn,
      recorder: this.recorder,
      state: this.#state,
      report: (report) => this.agent.reportWork(report),
      restart: (awayMs) => {
        this.agent.changeIdentity({ description: this.#describe() })
        this.agent.goAway(awayMs)
      },
      takeSecurityCode: (code) => {
        keepSecurityCode(dataFolder, sn, code)
        this.agent.changeIdentity({ securityCode: code })
      },
    })
    const commands = { ...own, ...ptzHandlers(cameras) }
    this.agent = new DeviceAgent({ url, description: this.#describe(), securityCode, channels, source, commands, log })
  }

  #memoryOf(chlIndex: number): PtzStore {
    const state = this.#state
    return {
      get memory() {
        return state.now.ptz?.[chlIndex] ?? firstMemory
      },
      keep: (memory, logLine) => state.change({ ptz: { ...state.now.ptz, [chlIndex]: memory } }, logLine),
    }
  }

  #describe(): DeviceDescription {
    const { device, model } = this.#options
    const { general, version } = this.#state.now
    return { sn: device.sn, devType: device.devType, name: general.name, model, version }
  }
}
