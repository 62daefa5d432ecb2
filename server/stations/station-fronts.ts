import type { Selectable } from 'kysely'
import { stationFront, type StationAlarm, type StationFront } from '#contract/station.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Db } from '../db/open.ts'
import type { AlarmTable } from '../db/schema.ts'
import type { Alarms } from '../events/alarms.ts'
import { covers } from '../events/evaluate.ts'
import type { PushHub } from '../push/hub.ts'
import type { Now } from '../runtime/clock.ts'
import { lineUp } from './front-line.ts'
import { listenerOf } from './station-access.ts'

/** No alarm stands at the front for so long, whatever comes after it. */
const LOOK_BACK_MS = 30 * 60_000
const MOST_LOOKED_AT = 200

/** Alarms that come to the front of viewing stations: those about a camera, where the office has said so. */
export class StationFronts {
  readonly #db: Db
  readonly #now: Now
  readonly #push: PushHub

  constructor({ db, now, push, alarms }: { db: Db; now: Now; push: PushHub; alarms: Alarms }) {
    this.#db = db
    this.#now = now
    this.#push = push
    alarms.onRaised((alarm) => this.#raised(alarm))
  }

  /** Those that are at the front of an output now, by what the office has said of it: the one that is shown, and those that wait behind it. */
  async line({ sn, voId }: { sn: string; voId: number }, front: StationFront | null): Promise<StationAlarm[]> {
    if (front === null) return []
    const rows = await this.#db
      .selectFrom('station_alarm')
      .innerJoin('alarm', 'alarm.id', 'station_alarm.alarm_id')
      .where('station_alarm.sn', '=', sn)
      .where('station_alarm.vo_id', '=', voId)
      .where('station_alarm.raised_ms', '>', this.#now() - LOOK_BACK_MS)
      .where('alarm.chl_index', 'is not', null)
      .select(['alarm.id', 'alarm.kind', 'alarm.sn', 'alarm.chl_index', 'alarm.source_name', 'alarm.site_name', 'alarm.started_at_ms'])
      .select('station_alarm.raised_ms')
      .orderBy('station_alarm.raised_ms', 'desc')
      .orderBy('alarm.id', 'desc')
      .limit(MOST_LOOKED_AT)
      .execute()
    const raised = rows.toReversed().map((row) => ({
      alarmId: row.id,
      kind: row.kind,
      sn: row.sn,
      chlIndex: row.chl_index ?? 0,
      sourceName: row.source_name,
      siteName: row.site_name,
      startedAtMs: row.started_at_ms,
      raisedMs: row.raised_ms,
      cameraKey: channelKey(row.sn, row.chl_index ?? 0),
    }))
    return lineUp(raised, front.lastsS * 1_000, this.#now()).map(({ raisedMs: _raised, cameraKey: _key, fromMs: _from, ...alarm }) => alarm)
  }

  async purge(): Promise<void> {
    await this.#db
      .deleteFrom('station_alarm')
      .where('raised_ms', '<', this.#now() - LOOK_BACK_MS)
      .execute()
  }

  /** What is about a whole device has no picture to show. */
  async #raised({ id, organization_id, site_id: siteId, sn, chl_index: chlIndex }: Selectable<AlarmTable>): Promise<void> {
    if (chlIndex === null) return
    const outputs = await this.#db
      .selectFrom('station_output as output')
      .innerJoin('station', 'station.sn', 'output.sn')
      .where('station.organization_id', '=', organization_id)
      .where('output.front_json', 'is not', null)
      .select(['output.sn', 'output.vo_id', 'output.front_json'])
      .execute()
    for (const { sn: screen, vo_id, front_json: json } of outputs) {
      const { scope } = stationFront.parse(JSON.parse(json ?? ''))
      if (!covers(scope, { siteId, sn, chlIndex })) continue
      await this.#db.insertInto('station_alarm').values({ sn: screen, vo_id, alarm_id: id, raised_ms: this.#now() }).execute()
      this.#push.send([listenerOf(screen)], { infoType: 'station', infoContent: { voId: vo_id === 2 ? 2 : 1, order: 'look' } })
    }
  }
}
