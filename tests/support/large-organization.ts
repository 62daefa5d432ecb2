import { deviceStatuses } from '#contract/enums.ts'
import type { Db } from '#server/db/open.ts'
import { addCrowd } from './crowd.ts'
import { addFleet, fleetSn, parts, siteOf } from './fleet.ts'
import { addManyEvents } from './many-events.ts'

const DAY_MS = 24 * 60 * 60_000
const ORGANIZATION = 'harbor-logistics'

export interface LargeOrganization {
  database: 'sqlite' | 'postgres'
  sites: number
  devices: number
  channelsOfDevice: number
  people: number
  /** Sites of each person. */
  sitesOfPerson: number
  /** Channels of each person on which they have a role of its own: the most that there is. */
  rolesOfPerson: number
  /** Over the fortnight before now: the service forgets older ones where nobody has a licence, once an hour. */
  events: number
  alarms: number
}

/** Makes an organization of many sites out of the demonstration's, straight in the database; the answer is the tokens of its people. */
export async function addLargeOrganization(db: Db, wanted: LargeOrganization): Promise<string[]> {
  const { database, devices, channelsOfDevice, people, sitesOfPerson, rolesOfPerson } = wanted
  const sites = Array.from({ length: wanted.sites }, (_, index) => `site-${index}`)
  const place = { organization_id: ORGANIZATION, scene: 'custom', city: '', address: '', time_zone: 'UTC' }
  await db
    .insertInto('site')
    .values(sites.map((id) => ({ id, name: id, ...place })))
    .execute()
  await addFleet(db, { devices, channels: devices * channelsOfDevice, sites })
  // No node holds them: a service that believed them to be connected would tell everybody of each that they are not.
  await db.updateTable('device').set({ status: deviceStatuses.offline }).where('sn', 'like', 'FLEET%').execute()
  const sitesOf = (person: number) => Array.from({ length: sitesOfPerson }, (_, index) => (person * sitesOfPerson + index) % sites.length)
  const tokens = await addCrowd(db, people, (person) => sitesOf(person).map((index) => sites[index] ?? ''))
  for (const some of parts(people)) {
    for (let nth = 0; nth < rolesOfPerson; nth += 1) {
      const roles = some.map((person) => {
        const device = (sitesOf(person)[nth % sitesOfPerson] ?? 0) + sites.length * Math.floor(nth / sitesOfPerson)
        return { user_id: `crowd-${person}`, sn: fleetSn(device), chl_index: 0, role: 'site-administrator' as const }
      })
      await db.insertInto('user_channel_role').values(roles).execute()
    }
  }
  const nowMs = Date.now()
  const span = { fromMs: nowMs - 14 * DAY_MS, toMs: nowMs }
  await addManyAlarms(db, { ...wanted, places: sites, ...span })
  await addManyEvents(db, { database, count: wanted.events, devices, channels: channelsOfDevice, sites, ...span })
  return tokens
}

/** Alarms of channels that were offline, evenly over a time, every tenth of a whole device. */
async function addManyAlarms(db: Db, { alarms, devices, channelsOfDevice, places, fromMs, toMs }: LargeOrganization & Span): Promise<void> {
  // Not in one transaction: the service that runs beside would wait too long.
  for (const some of parts(alarms)) {
    const rows = some.map((index) => {
      // By a number that shares no divisor with that of the devices, so that neighbours in time are none in place.
      const device = (index * 7_919) % devices
      const isWhole = index % 10 === 0
      return {
        id: `alarm-${index}`,
        organization_id: ORGANIZATION,
        site_id: siteOf(device, places),
        site_name: 'Some site',
        sn: fleetSn(device),
        chl_index: isWhole ? null : index % channelsOfDevice,
        source_name: 'Some camera',
        kind: isWhole ? ('device-offline' as const) : ('channel-offline' as const),
        started_at_ms: Math.floor(fromMs + ((toMs - fromMs) * index) / alarms),
        recovered_at_ms: toMs,
      }
    })
    await db.insertInto('alarm').values(rows).execute()
  }
}

interface Span {
  places: readonly string[]
  fromMs: number
  toMs: number
}
