import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { Selectable } from 'kysely'
import type { Now, Sweeper } from './clock.ts'
import type { Db } from './db/open.ts'
import type { AlarmTable } from './db/schema.ts'
import type { PushHub } from './push/hub.ts'
import type { Rights } from './rights.ts'
import { randomId } from './secrets.ts'

/** Shorter outages raise no alarm. */
const BRIEF_MS = 5_000

interface Outage {
  sn: string
  /** Null: the whole device. */
  chlIndex: number | null
  sinceMs: number
  dueMs: number
}

/** Alarms of devices and channels that are offline: raised when an outage has lasted 5 s, recovered when it ends. */
export class Alarms {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #outages = new Map<string, Outage>()

  constructor(parts: { db: Db; now: Now; rights: Rights; push: PushHub; sweeper: Sweeper }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#push = parts.push
    parts.sweeper.add(() => this.#raiseDue())
  }

  outageBegan(sn: string, chlIndex: number | null, patienceMs = BRIEF_MS): void {
    const sinceMs = this.#now()
    if (!this.#outages.has(keyOf(sn, chlIndex)))
      this.#outages.set(keyOf(sn, chlIndex), { sn, chlIndex, sinceMs, dueMs: sinceMs + patienceMs })
  }

  /** Forgets a brief outage; recovers the alarm of a longer one. */
  async outageEnded(sn: string, chlIndex: number | null): Promise<void> {
    this.#outages.delete(keyOf(sn, chlIndex))
    const recovered = await this.#db
      .updateTable('alarm')
      .set({ recovered_at_ms: this.#now() })
      .where('sn', '=', sn)
      .where('chl_index', chlIndex === null ? 'is' : '=', chlIndex)
      .where('recovered_at_ms', 'is', null)
      .returningAll()
      .execute()
    for (const alarm of recovered) await this.#tell(alarm)
  }

  /** A device that goes takes the outages of its channels with it: one alarm, not one for each. */
  forgetChannels(sn: string): void {
    for (const [key, outage] of this.#outages) if (outage.sn === sn && outage.chlIndex !== null) this.#outages.delete(key)
  }

  async #raiseDue(): Promise<void> {
    for (const [key, outage] of this.#outages) {
      if (outage.dueMs > this.#now()) continue
      this.#outages.delete(key)
      await this.#raise(outage)
    }
  }

  async #raise({ sn, chlIndex, sinceMs }: Outage): Promise<void> {
    const device = await this.#db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('device.sn', '=', sn)
      .select(['device.name', 'site.organization_id', 'site.id as site_id', 'site.name as site_name'])
      .executeTakeFirst()
    if (device === undefined || (await this.#isRaised(sn, chlIndex))) return
    const channel =
      chlIndex === null
        ? undefined
        : await this.#db.selectFrom('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex).select('name').executeTakeFirst()
    const alarm = await this.#db
      .insertInto('alarm')
      .values({
        id: randomId(),
        organization_id: device.organization_id,
        site_id: device.site_id,
        sn,
        chl_index: chlIndex,
        kind: chlIndex === null ? 'device-offline' : 'channel-offline',
        site_name: device.site_name,
        source_name: channel?.name ?? device.name,
        started_at_ms: sinceMs,
        recovered_at_ms: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await this.#tell(alarm)
  }

  async #isRaised(sn: string, chlIndex: number | null): Promise<boolean> {
    const found = await this.#db
      .selectFrom('alarm')
      .where('sn', '=', sn)
      .where('chl_index', chlIndex === null ? 'is' : '=', chlIndex)
      .where('recovered_at_ms', 'is', null)
      .select('id')
      .executeTakeFirst()
    return found !== undefined
  }

  async #tell(alarm: Selectable<AlarmTable>): Promise<void> {
    const watchers = await this.#rights.watchers(alarm.sn, alarm.chl_index ?? undefined)
    const reads = await this.#db.selectFrom('alarm_read').where('alarm_id', '=', alarm.id).select('user_id').execute()
    const readers = new Set(reads.map((read) => read.user_id))
    for (const userId of watchers) this.#push.send([userId], { infoType: 'alarm', infoContent: toAlarm(alarm, readers.has(userId)) })
  }
}

function keyOf(sn: string, chlIndex: number | null): string {
  return `${sn}/${chlIndex ?? ''}`
}

export function toAlarm(row: Selectable<AlarmTable>, isRead: boolean): Alarm {
  return {
    alarmId: row.id,
    kind: row.kind,
    sn: row.sn,
    chlIndex: row.chl_index,
    siteName: row.site_name,
    sourceName: row.source_name,
    startedAtMs: row.started_at_ms,
    recoveredAtMs: row.recovered_at_ms,
    isRead,
  }
}
