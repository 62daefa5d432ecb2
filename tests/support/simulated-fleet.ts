import { expect, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { castDevices } from '#device/simulator/cast.ts'
import { Commander } from '#device/simulator/control/commander.ts'
import { prepareDevices } from '#device/simulator/devices-file.ts'
import { Fleet } from '#device/simulator/fleet.ts'
import { Pacer } from '#device/simulator/pacer.ts'
import { Conductor } from '#device/simulator/rhythm/conductor.ts'
import type { TestService } from './service.ts'
import type { ServiceClient } from './service-client.ts'

/** How long its devices try new network settings. */
interface FleetTimes {
  trialMs?: number
}

/** Some devices of the simulator, as its process runs them, connected to a service and bound to an organization. Nothing happens by itself. */
export class SimulatedFleet {
  readonly fleet: Fleet
  readonly commander: Commander
  readonly #pacer: Pacer

  private constructor(fleet: Fleet, commander: Commander, pacer: Pacer) {
    this.fleet = fleet
    this.commander = commander
    this.#pacer = pacer
  }

  /** `plans`: which of `demo-devices.ts`; each goes to its own site. */
  static async start(
    service: TestService,
    admin: ServiceClient,
    plans: readonly string[],
    options: FleetTimes = {},
  ): Promise<SimulatedFleet> {
    const simulated = await SimulatedFleet.again(service, plans, options)
    for (const { sn, securityCode, site } of devicesOf(service, plans)) {
      await admin.call(deviceBind, { sn, securityCode, siteId: `harbor-${site}` })
    }
    // They are let in before it is written that they are there.
    await vi.waitFor(
      async () => {
        for (const { sn } of simulated.fleet.devices)
          expect((await admin.call(deviceDetail, { sn })).device.status).toBe(deviceStatuses.online)
      },
      { timeout: 20_000 },
    )
    return simulated
  }

  /** Starts devices that were stopped, with what they have kept. */
  static async again(service: TestService, plans: readonly string[], options: FleetTimes = {}): Promise<SimulatedFleet> {
    const pacer = new Pacer()
    const url = `${service.url.replace('http', 'ws')}${GATEWAY_PATH}`
    const cast = castDevices(devicesOf(service, plans))
    const fleet = new Fleet({ cast, pacer, dataFolder: service.folder, url, log: () => {}, ...options })
    for (const { agent } of fleet.devices) agent.start()
    await Promise.all(fleet.devices.map(({ agent }) => agent.firstAttempt))
    return new SimulatedFleet(fleet, new Commander(fleet, new Conductor(fleet.cameras, pacer), () => service.now), pacer)
  }

  /** Has a camera tell something, as `npm run simulate -- KIND --camera …` does; answers with the lines that it prints. */
  tell(kind: string, camera: string, more: { attributes?: string[]; plate?: string; similarity?: string; person?: string } = {}): string[] {
    return this.commander.obey({ command: 'event', kind, camera, attributes: [], ...more })
  }

  async stop(): Promise<void> {
    for (const { recorder } of this.fleet.devices) this.#pacer.remove(recorder)
    await Promise.all(this.fleet.devices.map((device) => device.stop()))
  }
}

function devicesOf(service: TestService, plans: readonly string[]) {
  return prepareDevices(service.folder).filter(({ plan }) => plans.includes(plan))
}
