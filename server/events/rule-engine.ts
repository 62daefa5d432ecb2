import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import type { Alarms } from './alarms.ts'
import type { Db } from '../db/open.ts'
import { alarmKindOf, coverageOn, decidedBy, holdsAt, meets } from './evaluate.ts'
import { idsBetween, timeOfEvent } from './event-id.ts'
import type { EventRow } from './event-search.ts'
import type { RuleBook } from './rule-book.ts'
import { seeEvents, type SeenEvent } from './see-events.ts'

/** Events of a site that combinations look back at, the newest ones. */
const MOST_EARLIER = 500

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
    const rules = (await this.#rules.enabled(row.organization_id, 'events')).filter((rule) => holdsAt(rule, place, atMs, timeZone))
    if (rules.length === 0) return
    const [event] = await seeEvents(this.#db, [row])
    if (event === undefined) return
    const earlier = await this.#earlier(rules, event)
    for (const rule of rules) {
      const decided = decidedBy(rule.trigger, event, within(earlier, rule, row))
      // However many rules an organization has: others have their turn between two of them.
      await turnOfOthers()
      if (decided === undefined || (await this.#alarms.wasRaised(rule, place, atMs))) continue
      await this.#alarms.raiseForEvents(rule, alarmKindOf(rule.trigger, event), [row, ...decided.slice(1).map((one) => one.row)])
    }
  }

  /** Events of the same site within the time of the longest combination that this event may complete, the newest first. Asked once for all rules. */
  async #earlier(rules: readonly AlarmRule[], event: SeenEvent): Promise<SeenEvent[]> {
    const { row } = event
    const spansS = rules.map(({ trigger }) => {
      const isPart = trigger.kind === 'combination' && trigger.conditions.some((condition) => meets(condition, event))
      return isPart ? trigger.withinS : 0
    })
    const longestS = Math.max(...spansS)
    if (longestS === 0) return []
    const atMs = timeOfEvent(row.id)
    const { first, last } = idsBetween(atMs - longestS * 1000, atMs)
    const rows = await this.#db
      .selectFrom('event')
      .where('organization_id', '=', row.organization_id)
      .where('id', '>=', first)
      .where('id', '<=', last)
      .where('id', '!=', row.id)
      .where('site_id', '=', row.site_id)
      .selectAll()
      .orderBy('id', 'desc')
      .limit(MOST_EARLIER)
      .execute()
    return seeEvents(this.#db, rows)
  }
}

/** Those of them at the places of a rule, within the time of its combination. */
function within(earlier: readonly SeenEvent[], { trigger, scope }: AlarmRule, event: EventRow): readonly SeenEvent[] {
  if (trigger.kind !== 'combination') return []
  const sinceMs = timeOfEvent(event.id) - trigger.withinS * 1000
  const isCovered = coverageOn(event.site_id, scope)
  return earlier.filter(({ row }) => timeOfEvent(row.id) >= sinceMs && isCovered(row))
}
