import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import type { Alarms } from './alarms.ts'
import type { Db } from '../db/open.ts'
import { alarmKindOf, covers, decidedBy, type Seen } from './evaluate.ts'
import { idsBetween, timeOfEvent } from './event-id.ts'
import type { EventRow } from './event-search.ts'
import type { RuleBook } from './rule-book.ts'
import { isWithinSchedule } from './schedule.ts'

/** Events of a site that a combination looks back at, the newest ones. */
const MOST_EARLIER = 500

interface SeenEvent extends Seen {
  row: EventRow
}

/** Asks the rules of an organization about each event, and has alarms raised. */
export class RuleEngine {
  readonly #db: Db
  readonly #rules: RuleBook
  readonly #alarms: Alarms

  constructor(parts: { db: Db; rules: RuleBook; alarms: Alarms }) {
    this.#db = parts.db
    this.#rules = parts.rules
    this.#alarms = parts.alarms
  }

  /** An event was written. `timeZone`: that of its site. */
  async consider(row: EventRow, timeZone: string): Promise<void> {
    const place = { siteId: row.site_id, sn: row.sn, chlIndex: row.chl_index }
    const atMs = timeOfEvent(row.id)
    const rules = (await this.#rules.enabled(row.organization_id, 'events')).filter(
      (rule) => covers(rule.scope, place) && isWithinSchedule(rule.schedule, atMs, timeZone),
    )
    if (rules.length === 0) return
    const [event] = await this.#see([row])
    if (event === undefined) return
    for (const rule of rules) {
      const decided = decidedBy(rule.trigger, event, await this.#earlier(rule, row))
      if (decided === undefined || (await this.#alarms.wasRaised(rule, place, atMs))) continue
      await this.#alarms.raiseForEvents(rule, alarmKindOf(rule.trigger, event), [row, ...decided.slice(1).map((one) => one.row)])
    }
  }

  /** Events of the rule's places on the same site, within the time of a combination before this one. */
  async #earlier({ trigger, scope }: AlarmRule, event: EventRow): Promise<SeenEvent[]> {
    if (trigger.kind !== 'combination') return []
    const atMs = timeOfEvent(event.id)
    const { first, last } = idsBetween(atMs - trigger.withinS * 1000, atMs)
    const rows = await this.#db
      .selectFrom('event')
      .where('organization_id', '=', event.organization_id)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('id', '!=', event.id)
      .where('site_id', '=', event.site_id)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MOST_EARLIER)
      .execute()
    return this.#see(rows.filter((row) => covers(scope, { siteId: row.site_id, sn: row.sn, chlIndex: row.chl_index })))
  }

  /** Events with the plate groups that their plates are in. */
  async #see(rows: EventRow[]): Promise<SeenEvent[]> {
    const keys = [...new Set(rows.flatMap((row) => row.plate_key ?? []))]
    const organizationId = rows[0]?.organization_id ?? ''
    const known =
      keys.length === 0
        ? []
        : await this.#db
            .selectFrom('plate')
            .where('organization_id', '=', organizationId)
            .where('plate_key', 'in', keys)
            .select(['plate_key', 'group_id'])
            .execute()
    const groups = new Map(known.map((plate) => [plate.plate_key, plate.group_id]))
    return rows.map((row) => ({
      row,
      kind: row.kind,
      attributes: JSON.parse(row.attributes_json),
      plate: row.plate,
      plateGroupId: groups.get(row.plate_key ?? ''),
    }))
  }
}
