import type { FastifyBaseLogger } from 'fastify'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { Bus } from '../nodes/bus.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { PushHub } from '../push/hub.ts'
import type { Rights } from '../access/rights.ts'
import type { Sessions } from '../access/sessions.ts'
import { Activities } from './activities.ts'
import { Channels } from './channels.ts'
import { DeviceCommands } from './device-commands.ts'
import { DeviceInfos } from './device-infos.ts'
import type { DeviceLinks } from './device-links.ts'
import { DeviceLogs } from './device-logs.ts'
import { DiskSamples } from './disk-samples.ts'
import { NetworkTrials } from './network-trials.ts'
import { PageLinks } from './page-links.ts'
import { Ptz } from './ptz.ts'
import { StatusHistory } from './status-history.ts'
import { SitePlans } from './site-plans.ts'
import { SiteScenes } from './site-scenes.ts'
import { Sites } from './sites.ts'

/** Management of sites, channels and devices. */
export interface DeviceManagement {
  readonly sites: Sites
  readonly siteScenes: SiteScenes
  readonly sitePlans: SitePlans
  readonly channels: Channels
  readonly activities: Activities
  readonly deviceCommands: DeviceCommands
  readonly diskSamples: DiskSamples
  readonly networkTrials: NetworkTrials
  readonly deviceInfos: DeviceInfos
  readonly deviceLogs: DeviceLogs
  readonly pageLinks: PageLinks
  readonly ptz: Ptz
  readonly statusHistory: StatusHistory
}

export function createDeviceManagement(parts: {
  db: Db
  objects: ObjectStore
  now: Now
  log: FastifyBaseLogger
  sweeper: Sweeper
  rights: Rights
  sessions: Sessions
  push: PushHub
  licences: Licences
  bus: Bus
  nodes: Nodes
  deviceLinks: DeviceLinks
}): DeviceManagement {
  const activities = new Activities(parts)
  const deviceCommands = new DeviceCommands({ ...parts, activities })
  return {
    sites: new Sites(parts),
    siteScenes: new SiteScenes(parts),
    sitePlans: new SitePlans(parts),
    channels: new Channels(parts),
    activities,
    deviceCommands,
    diskSamples: new DiskSamples({ ...parts, deviceCommands }),
    networkTrials: new NetworkTrials({ ...parts, activities, deviceCommands }),
    deviceInfos: new DeviceInfos({ ...parts, deviceCommands }),
    deviceLogs: new DeviceLogs(parts),
    pageLinks: new PageLinks(parts),
    ptz: new Ptz({ ...parts, deviceCommands }),
    statusHistory: new StatusHistory(parts),
  }
}
