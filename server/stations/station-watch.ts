import type { FastifyBaseLogger } from 'fastify'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import type { StationReport, StationTroubleKind } from '#contract/station.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../db/open.ts'
import type { Alarms } from '../events/alarms.ts'
import type { Devices } from '../devices/devices.ts'
import type { Bus } from '../nodes/bus.ts'
import type { Nodes } from '../nodes/nodes.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import { randomId } from '../runtime/secrets.ts'
import type { StationOutputs } from './station-outputs.ts'
import type { StationPrincipal } from './station-access.ts'
import { healthKindOf, screenKeyOf, sourceOf } from './trouble-kinds.ts'

/** A page that begins anew is not away. */
const RETURN_MS = 10_000
/** A trouble that is over sooner is history, and no alarm. */
const BRIEF_MS = 5_000
const KEPT_DAYS = 31
const MOST_KEPT = 500

interface Trouble {
  kind: StationTroubleKind
  sn: string | null
  chlIndex: number | null
  cameraName: string | null
}

interface Parts {
  log: FastifyBaseLogger
  db: Db
  now: Now
  bus: Bus
  nodes: Nodes
  devices: Devices
  objects: ObjectStore
  sweeper: Sweeper
  alarms: Alarms
}

type Camera = Awaited<ReturnType<StationOutputs['cameras']>>[number]

/** Whether screens are there, what they say of themselves and what is on them, and the history of what troubled them. */
export class StationWatch {
  readonly #db: Db
  readonly #now: Now
  readonly #devices: Devices
  readonly #objects: ObjectStore
  readonly #alarms: Alarms
  readonly #nodeId: string
  readonly #log: FastifyBaseLogger
  /** Open sockets at this node, by output. */
  readonly #open = new Map<string, { who: StationPrincipal; sockets: number }>()
  /** What is written of an output stays in the order in which its sockets came and went. */
  readonly #queue = new KeyedQueue()

  constructor(parts: Parts) {
    this.#db = parts.db
    this.#now = parts.now
    this.#devices = parts.devices
    this.#objects = parts.objects
    this.#alarms = parts.alarms
    this.#log = parts.log
    this.#nodeId = parts.nodes.id
    parts.nodes.onGone(() => this.#adopt())
    // Other nodes may have held this one for gone.
    parts.bus.onLost(() => {
      for (const { who } of this.#open.values()) this.#write(who, () => this.#hold(who.station))
    })
    parts.sweeper.add(() => this.#sweep())
    parts.sweeper.add(() => this.#tellLasting())
  }

  /** A screen has shown its token on a push socket. */
  async arrived(who: StationPrincipal): Promise<void> {
    this.#open.set(who.sessionId, { who, sockets: (this.#open.get(who.sessionId)?.sockets ?? 0) + 1 })
    await this.#queue.run(who.sessionId, () => this.#arrived(who.station))
  }

  async #arrived({ sn, voId }: StationPrincipal['station']): Promise<void> {
    await this.#hold({ sn, voId })
    await this.#endAway(sn, voId)
    await this.#recover(sn)
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select(['name', 'model', 'version']).executeTakeFirst()
    if (device !== undefined)
      await this.#devices.connected({ sn, devType: deviceTypes.viewingStation, ...device, channels: [], commands: [] })
  }

  /** One of its sockets has gone. */
  left(who: StationPrincipal): void {
    const known = this.#open.get(who.sessionId)
    if (known === undefined) return
    known.sockets -= 1
    if (known.sockets > 0) return
    this.#open.delete(who.sessionId)
    const goneMs = this.#now()
    this.#write(who, async () => {
      if (!this.#open.has(who.sessionId)) await this.#ofThisNode(who.station).set({ gone_ms: goneMs }).execute()
    })
  }

  /** Waits until what was heard of screens is written. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  /** Keeps what a screen says of itself; its troubles begin and end with it. `cameras`: those that it may show, of which alone anything is believed. */
  async report({ station: { sn, voId } }: StationPrincipal, report: StationReport, cameras: readonly Camera[]): Promise<void> {
    const kept = { report_json: JSON.stringify(report), reported_at_ms: this.#now() }
    await this.#db.updateTable('station_output').set(kept).where('sn', '=', sn).where('vo_id', '=', voId).execute()
    const names = new Map(cameras.map(({ sn: camera, chl_index, name }) => [channelKey(camera, chl_index), name]))
    const told = report.windows.flatMap(({ state, fault, sn: camera, chlIndex }): Trouble[] => {
      const cameraName = names.get(channelKey(camera, chlIndex))
      if (cameraName === undefined || (state !== 'frozen' && state !== 'failed')) return []
      return [{ kind: state === 'frozen' ? 'frozen' : (fault ?? 'lost'), sn: camera, chlIndex, cameraName }]
    })
    const lasting = await this.#lasting(sn, voId)
    const over = lasting.filter((trouble) => trouble.kind !== 'away' && !told.some((one) => isSame(one, trouble)))
    for (const { id } of over) await this.#endOne(id)
    if (over.length > 0) await this.#recover(sn)
    for (const trouble of told) if (!lasting.some((one) => isSame(one, trouble))) await this.#begin(sn, voId, trouble)
  }

  /** Keeps the newest picture of a screen, and no other. */
  async picture({ organizationId, station: { sn, voId } }: StationPrincipal, jpeg: Uint8Array): Promise<void> {
    const key = `stations/${randomId()}.jpg`
    await this.#objects.put(key, jpeg, organizationId)
    const output = this.#db.selectFrom('station_output').where('sn', '=', sn).where('vo_id', '=', voId)
    const before = await output.select('picture_key').executeTakeFirst()
    const kept = { picture_key: key, pictured_at_ms: this.#now() }
    await this.#db.updateTable('station_output').set(kept).where('sn', '=', sn).where('vo_id', '=', voId).execute()
    if (before?.picture_key != null) await this.#objects.delete([before.picture_key])
  }

  /** The newest troubles first. */
  async troubles(sn: string, most: number) {
    const troubles = this.#db.selectFrom('station_trouble').where('sn', '=', sn).selectAll()
    return troubles.orderBy('start_ms', 'desc').orderBy('id').limit(most).execute()
  }

  /** The office has taken the permission of a station back: that its screens are away is no trouble, and those that it had are over. */
  async retire(sn: string): Promise<void> {
    await this.#db.updateTable('station_output').set({ node_id: null, gone_ms: null }).where('sn', '=', sn).execute()
    const lasting = this.#db.updateTable('station_trouble').set({ end_ms: this.#now() }).where('sn', '=', sn)
    await lasting.where('end_ms', 'is', null).execute()
    await this.#recover(sn)
    await this.#devices.retired(sn)
  }

  /** A station is this organization's no more, and its rows are gone: its alarms are over, and so are the pictures of its screens. */
  async forget(sn: string, pictureKeys: readonly string[]): Promise<void> {
    await this.#recover(sn)
    await this.#devices.retired(sn)
    await this.#objects.delete(pictureKeys)
  }

  /** Forgets troubles of more than 31 days ago that are over. */
  async purge(): Promise<void> {
    const endMs = this.#now() - KEPT_DAYS * DAY_MS
    await this.#db.deleteFrom('station_trouble').where('start_ms', '<', endMs).where('end_ms', 'is not', null).execute()
  }

  #write({ sessionId }: StationPrincipal, task: () => Promise<void>): void {
    this.#queue.run(sessionId, task).catch((fault: unknown) => this.#log.error(fault, 'Where a screen is connected could not be written'))
  }

  /** The screen of an output is connected at this node. */
  async #hold({ sn, voId }: StationPrincipal['station']): Promise<void> {
    const here = { node_id: this.#nodeId, gone_ms: null }
    await this.#db.updateTable('station_output').set(here).where('sn', '=', sn).where('vo_id', '=', voId).execute()
  }

  /** An output as long as its screen is at this node: it may have come to another one meanwhile. */
  #ofThisNode({ sn, voId }: { sn: string; voId: number }) {
    return this.#db.updateTable('station_output').where('sn', '=', sn).where('vo_id', '=', voId).where('node_id', '=', this.#nodeId)
  }

  /** Screens that were connected at a node that is gone have their time to come back, from now on. */
  async #adopt(): Promise<void> {
    const lost = this.#db.updateTable('station_output').set({ node_id: this.#nodeId, gone_ms: this.#now() })
    await lost
      .where('node_id', 'is not', null)
      .where('node_id', 'not in', ({ selectFrom }) => selectFrom('node').select('id'))
      .execute()
  }

  /** Whose screens did not come back in time are away. */
  async #sweep(): Promise<void> {
    const gone = this.#db.selectFrom('station_output').where('node_id', '=', this.#nodeId).select(['sn', 'vo_id', 'gone_ms'])
    for (const { sn, vo_id: voId, gone_ms: goneMs } of await gone.where('gone_ms', '<=', this.#now() - RETURN_MS).execute()) {
      if (goneMs === null) continue
      const left = this.#ofThisNode({ sn, voId }).set({ node_id: null, gone_ms: null }).where('gone_ms', '=', goneMs)
      if ((await left.returning('sn').executeTakeFirst()) === undefined) continue
      for (const trouble of await this.#lasting(sn, voId)) await this.#endOne(trouble.id)
      const isOfStation = await this.#begin(sn, voId, { kind: 'away', sn: null, chlIndex: null, cameraName: null }, goneMs)
      await this.#recover(sn)
      await (isOfStation ? this.#devices.screensGone(sn) : this.#devices.retired(sn))
    }
  }

  /** Has the rules asked, once, about what lasts. */
  async #tellLasting(): Promise<void> {
    const nowMs = this.#now()
    const due = this.#db.selectFrom('station_trouble as trouble').innerJoin('device', 'device.sn', 'trouble.sn')
    const rows = await due
      .where('trouble.is_told', '=', 0)
      .where('trouble.end_ms', 'is', null)
      .where('trouble.start_ms', '<=', nowMs - BRIEF_MS)
      .where(({ or, and, eb, not, exists, selectFrom }) => {
        const outputs = selectFrom('station_output as other').whereRef('other.sn', '=', 'trouble.sn').select('other.sn')
        const isAnotherThere = exists(outputs.where('other.node_id', 'is not', null).where('other.gone_ms', 'is', null))
        const isNoneLeaving = not(exists(outputs.where('other.gone_ms', 'is not', null)))
        const isSettled = [eb('device.status', '=', deviceStatuses.online), eb('device.status_since_ms', '<=', nowMs - RETURN_MS)]
        // That all screens of a station are away, or come back one after the other, the outage of the device tells.
        return or([eb('trouble.kind', '!=', 'away'), and([...isSettled, isAnotherThere, isNoneLeaving])])
      })
      .selectAll('trouble')
      .select('device.name')
      .execute()
    for (const { id, sn, kind, name, vo_id: voId, start_ms: sinceMs, ...camera } of rows) {
      // Another node may be about to, and it may be over by now.
      const untold = this.#db.updateTable('station_trouble').set({ is_told: 1 }).where('id', '=', id).where('is_told', '=', 0)
      if ((await untold.where('end_ms', 'is', null).returning('id').executeTakeFirst()) === undefined) continue
      const trouble = { kind: healthKindOf(kind), screenKey: screenKeyOf({ voId, sn: camera.camera_sn, chlIndex: camera.chl_index }) }
      const what = sourceOf({ name, voId, cameraName: camera.camera_name })
      await this.#alarms.screenTroubled(sn, trouble, { what, sinceMs })
      // What ended meanwhile has found no alarm yet that it could end.
      await this.#recover(sn)
    }
  }

  /** Of troubles that the screens of the station have no more the alarms are over. */
  async #recover(sn: string): Promise<void> {
    const troubles = this.#db.selectFrom('station_trouble').where('sn', '=', sn).where('end_ms', 'is', null)
    const rows = await troubles.select(['kind', 'vo_id', 'camera_sn', 'chl_index']).execute()
    const lasting = rows.map(({ kind, vo_id: voId, camera_sn, chl_index: chlIndex }) => ({
      kind: healthKindOf(kind),
      screenKey: screenKeyOf({ voId, sn: camera_sn, chlIndex }),
    }))
    await this.#alarms.screensRecovered(sn, lasting)
  }

  async #lasting(sn: string, voId: number) {
    const rows = await this.#db
      .selectFrom('station_trouble')
      .where('sn', '=', sn)
      .where('vo_id', '=', voId)
      .where('end_ms', 'is', null)
      .select(['id', 'kind', 'camera_sn', 'chl_index'])
      .execute()
    return rows.map(({ id, kind, camera_sn, chl_index }) => ({ id, kind, sn: camera_sn, chlIndex: chl_index }))
  }

  /** Answers false when the station has no permission. */
  async #begin(sn: string, voId: number, { kind, sn: camera, chlIndex, cameraName }: Trouble, startMs = this.#now()): Promise<boolean> {
    const row = { id: randomId(), sn, vo_id: voId, kind, camera_sn: camera, chl_index: chlIndex, camera_name: cameraName }
    // Its permission, or the device itself, may have gone meanwhile.
    const isThere = await this.#db.selectFrom('station').where('sn', '=', sn).select('sn').executeTakeFirst()
    if (isThere === undefined) return false
    await this.#db
      .insertInto('station_trouble')
      .values({ ...row, start_ms: startMs, end_ms: null, is_told: 0 })
      .execute()
    const kept = this.#db
      .selectFrom('station_trouble')
      .where('sn', '=', sn)
      .select('start_ms')
      .orderBy('start_ms', 'desc')
      .offset(MOST_KEPT)
      .limit(1)
    const oldest = await kept.executeTakeFirst()
    const past = this.#db.deleteFrom('station_trouble').where('sn', '=', sn).where('end_ms', 'is not', null)
    if (oldest !== undefined) await past.where('start_ms', '<=', oldest.start_ms).execute()
    return true
  }

  async #endAway(sn: string, voId: number): Promise<void> {
    const lasting = this.#db.updateTable('station_trouble').set({ end_ms: this.#now() }).where('sn', '=', sn).where('vo_id', '=', voId)
    await lasting.where('kind', '=', 'away').where('end_ms', 'is', null).execute()
  }

  async #endOne(id: string): Promise<void> {
    await this.#db.updateTable('station_trouble').set({ end_ms: this.#now() }).where('id', '=', id).execute()
  }
}

type Told = Omit<Trouble, 'cameraName'>
function isSame(one: Told, other: Told): boolean {
  const keyOf = ({ sn, chlIndex }: Told) => (sn === null ? '' : channelKey(sn, chlIndex ?? 0))
  return one.kind === other.kind && keyOf(one) === keyOf(other)
}
