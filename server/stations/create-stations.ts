import type { FastifyBaseLogger } from 'fastify'
import type { BindGuard } from '../access/bind-guard.ts'
import type { Rights } from '../access/rights.ts'
import type { Db } from '../db/open.ts'
import type { Devices } from '../devices/devices.ts'
import type { Bus } from '../nodes/bus.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { PushHub } from '../push/hub.ts'
import type { Alarms } from '../events/alarms.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { StationAccess } from './station-access.ts'
import { StationFronts } from './station-fronts.ts'
import { StationOutputs } from './station-outputs.ts'
import { StationPairing } from './station-pairing.ts'
import { StationRemotes } from './station-remotes.ts'
import { StationWatch } from './station-watch.ts'

export interface StationServices {
  readonly stationAccess: StationAccess
  readonly stationPairing: StationPairing
  readonly stationFronts: StationFronts
  readonly stationOutputs: StationOutputs
  readonly stationRemotes: StationRemotes
  readonly stationWatch: StationWatch
}

interface Parts {
  log: FastifyBaseLogger
  db: Db
  now: Now
  bus: Bus
  nodes: Nodes
  sweeper: Sweeper
  objects: ObjectStore
  devices: Devices
  rights: Rights
  push: PushHub
  bindGuard: BindGuard
  alarms: Alarms
}

/** What runs viewing stations. */
export function createStations(parts: Parts): StationServices {
  const { devices, log } = parts
  const stationAccess = new StationAccess(parts)
  const stationFronts = new StationFronts(parts)
  const stationOutputs = new StationOutputs({ ...parts, stationFronts })
  const stationWatch = new StationWatch(parts)
  // Whoever takes the device away takes the permission of its screen with it.
  devices.onStationUnbound(async (sn, pictureKeys) => {
    stationAccess.disconnect(sn)
    await stationWatch
      .forget(sn, pictureKeys)
      .catch((fault: unknown) => log.error(fault, 'What was kept of a viewing station could not be deleted'))
  })
  return {
    stationAccess,
    stationPairing: new StationPairing({ ...parts, stationAccess, stationWatch }),
    stationFronts,
    stationOutputs,
    stationRemotes: new StationRemotes({ ...parts, stationOutputs }),
    stationWatch,
  }
}
