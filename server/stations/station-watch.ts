import { deviceTypes } from '#contract/enums.ts'
import type { StationReport, StationTroubleKind } from '#contract/station.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../db/open.ts'
import type { Alarms } from '../events/alarms.ts'
import type { Devices } from '../devices/devices.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { randomId } from '../runtime/secrets.ts'
import type { StationOutputs } from './station-outputs.ts'
import type { StationPrincipal } from './station-access.ts'
import { healthKindOf, sourceOf } from './trouble-kinds.ts'

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

type Camera = Awaited<ReturnType<StationOutputs['cameras']>>[number]

/** Whether screens are there, what they say of themselves and what is on them, and the history of what troubled them. */
export class StationWatch {
  readonly #db: Db
  readonly #now: Now
  readonly #devices: Devices
  readonly #objects: ObjectStore
  readonly #alarms: Alarms
  /** Open sockets at this node, by output. */
  readonly #open = new Map<string, { who: StationPrincipal; sockets: number; goneMs: number | undefined }>()

  constructor(parts: { db: Db; now: Now; devices: Devices; objects: ObjectStore; sweeper: Sweeper; alarms: Alarms }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#devices = parts.devices
    this.#objects = parts.objects
    this.#alarms = parts.alarms
    parts.sweeper.add(() => this.#sweep())
    parts.sweeper.add(() => this.#tellLasting())
  }

  /** A screen has shown its token on a push socket. */
  async arrived(who: StationPrincipal): Promise<void> {
    const known = this.#open.get(who.sessionId)
    this.#open.set(who.sessionId, { who, sockets: (known?.sockets ?? 0) + 1, goneMs: undefined })
    const { sn, voId } = who.station
    await this.#end(sn, voId, 'away')
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select(['name', 'model', 'version']).executeTakeFirst()
    if (device !== undefined)
      await this.#devices.connected({ sn, devType: deviceTypes.viewingStation, ...device, channels: [], commands: [] })
  }

  /** One of its sockets has gone. */
  left(who: StationPrincipal): void {
    const known = this.#open.get(who.sessionId)
    if (known === undefined) return
    known.sockets -= 1
    if (known.sockets <= 0) known.goneMs = this.#now()
  }

  /** Whether an output has a socket at this node. */
  isHere(sessionId: string): boolean {
    return (this.#open.get(sessionId)?.sockets ?? 0) > 0
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
  async picture({ station: { sn, voId } }: StationPrincipal, jpeg: Uint8Array): Promise<void> {
    const key = `stations/${randomId()}.jpg`
    await this.#objects.put(key, jpeg)
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

  /** Forgets all of a station that is this organization's no more, the picture of its screens too. */
  async forget(sn: string): Promise<void> {
    const outputs = await this.#db.selectFrom('station_output').where('sn', '=', sn).select('picture_key').execute()
    for (const table of ['station', 'station_output', 'station_trouble'] as const)
      await this.#db.deleteFrom(table).where('sn', '=', sn).execute()
    await this.#recover(sn)
    await this.#objects.delete(outputs.flatMap(({ picture_key: key }) => (key === null ? [] : [key])))
  }

  /** Forgets troubles of more than 31 days ago. */
  async purge(): Promise<void> {
    const endMs = this.#now() - KEPT_DAYS * DAY_MS
    await this.#db.deleteFrom('station_trouble').where('start_ms', '<', endMs).execute()
  }

  /** Whose screens did not come back in time are away. */
  async #sweep(): Promise<void> {
    const nowMs = this.#now()
    for (const [session, { who, goneMs }] of this.#open) {
      if (goneMs === undefined || nowMs - goneMs < RETURN_MS) continue
      this.#open.delete(session)
      const { sn, voId } = who.station
      await this.#begin(sn, voId, { kind: 'away', sn: null, chlIndex: null, cameraName: null }, goneMs)
      for (const trouble of await this.#lasting(sn, voId)) if (trouble.kind !== 'away') await this.#endOne(trouble.id)
      await this.#recover(sn)
      const isElsewhere = [...this.#open.values()].some((other) => other.who.station.sn === sn)
      if (!isElsewhere) await this.#devices.disconnected(sn)
    }
  }

  /** Has the rules asked, once, about what lasts. That a station is away its outage tells, as of every device. */
  async #tellLasting(): Promise<void> {
    const due = this.#db.updateTable('station_trouble').set({ is_told: 1 }).where('is_told', '=', 0).where('end_ms', 'is', null)
    const rows = await due
      .where('start_ms', '<=', this.#now() - BRIEF_MS)
      .returningAll()
      .execute()
    for (const { sn, vo_id: voId, kind, camera_name: cameraName, start_ms: sinceMs } of rows) {
      const healthKind = healthKindOf(kind)
      const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('name').executeTakeFirst()
      if (healthKind === 'station-offline' || device === undefined) continue
      await this.#alarms.screenTroubled(sn, healthKind, { what: sourceOf({ name: device.name, voId, cameraName }), sinceMs })
    }
  }

  /** Of troubles that no screen of the station has any more the alarms are over. */
  async #recover(sn: string): Promise<void> {
    const rows = await this.#db.selectFrom('station_trouble').where('sn', '=', sn).where('end_ms', 'is', null).select('kind').execute()
    const lasting = new Set(rows.map(({ kind }) => healthKindOf(kind)))
    const over = (['station-frozen', 'station-trouble'] as const).filter((kind) => !lasting.has(kind))
    await this.#alarms.screensRecovered(sn, over)
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

  async #begin(sn: string, voId: number, { kind, sn: camera, chlIndex, cameraName }: Trouble, startMs = this.#now()): Promise<void> {
    const row = { id: randomId(), sn, vo_id: voId, kind, camera_sn: camera, chl_index: chlIndex, camera_name: cameraName }
    // The device may have gone with its station.
    const isThere = await this.#db.selectFrom('device').where('sn', '=', sn).select('sn').executeTakeFirst()
    if (isThere === undefined) return
    await this.#db
      .insertInto('station_trouble')
      .values({ ...row, start_ms: startMs, end_ms: null, is_told: kind === 'away' ? 1 : 0 })
      .execute()
    const kept = this.#db
      .selectFrom('station_trouble')
      .where('sn', '=', sn)
      .select('start_ms')
      .orderBy('start_ms', 'desc')
      .offset(MOST_KEPT)
      .limit(1)
    const oldest = await kept.executeTakeFirst()
    if (oldest !== undefined)
      await this.#db.deleteFrom('station_trouble').where('sn', '=', sn).where('start_ms', '<=', oldest.start_ms).execute()
  }

  async #end(sn: string, voId: number, kind: StationTroubleKind): Promise<void> {
    const lasting = this.#db.updateTable('station_trouble').set({ end_ms: this.#now() }).where('sn', '=', sn).where('vo_id', '=', voId)
    await lasting.where('kind', '=', kind).where('end_ms', 'is', null).execute()
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
