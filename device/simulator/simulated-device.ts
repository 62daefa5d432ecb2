import type { GatewayChannel } from '#contract/device-gateway.ts'
import type { ChannelSource } from '#device/agent/channel-source.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import type { DeviceDescription } from '#device/agent/gateway-connection.ts'
import type { Log } from '#device/agent/log.ts'
import { keepSecurityCode, type KnownDevice } from './devices-file.ts'
import { simulatedCommands } from './simulated-commands.ts'
import { firstState } from './state/device-state.ts'
import { StateFile } from './state/state-file.ts'

interface SimulatedDeviceOptions {
  device: KnownDevice
  model: string
  channels: GatewayChannel[]
  source: ChannelSource
  dataFolder: string
  /** `ws://…/device-ws` */
  url: string
  log: Log
}

/** One simulated device: its agent, what it keeps in its data folder, and what it does when it is told to. */
export class SimulatedDevice {
  readonly agent: DeviceAgent
  readonly #options: SimulatedDeviceOptions
  readonly #state: StateFile

  constructor(options: SimulatedDeviceOptions) {
    this.#options = options
    const { device, channels, source, dataFolder, url, log } = options
    const { sn, securityCode } = device
    this.#state = new StateFile(dataFolder, sn, () => firstState({ ...device, channels: channels.length }, Date.now()))
    this.#state.change({}, `start, version ${this.#state.now.version}`)
    const commands = simulatedCommands({
      sn,
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
    this.agent = new DeviceAgent({ url, description: this.#describe(), securityCode, channels, source, commands, log })
  }

  #describe(): DeviceDescription {
    const { device, model } = this.#options
    const { general, version } = this.#state.now
    return { sn: device.sn, devType: device.devType, name: general.name, model, version }
  }
}
