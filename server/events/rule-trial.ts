import { setImmediate as turnOfOthers } from 'node:timers/promises'
import type { AlarmRule, EventCondition, RuleTrigger } from '#contract/calls/event/alarm-rule.ts'
import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import type { EventKind } from '#contract/event-attributes.ts'
import { channelKey } from '#shared/channel-key.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Who } from '../access/sees-channel.ts'
import type { Db } from '../db/open.ts'
import type { Now } from '../runtime/clock.ts'
import { alarmKindOf, covers, decidedBy, holdsAt, meets, quietSince, type Place } from './evaluate.ts'
import { timeOfEvent } from './event-id.ts'
import type { EventRow, EventSearch, SearchScope } from './event-search.ts'
import { pastOutages } from './past-outages.ts'
import { seeEvents, type SeenEvent } from './see-events.ts'
import type { WouldRaise } from './would-raise.ts'

/** Events read at a time: between two of them others have their turn. */
const EVENTS_A_PAGE = 2_000
/** Events looked at before others have their turn. */
const EVENTS_A_TURN = 200

/** What is tried of a rule. */
export type TriedRule = Pick<AlarmRule, 'scope' | 'trigger' | 'schedule' | 'alertIntervalS'>

/** How much is looked at: so many events, and for so long. */
export interface TrialBounds {
  mostEvents: number
  longestMs: number
}
const usual: TrialBounds = { mostEvents: 20_000, longestMs: 2_000 }

interface Trial {
  total: number
  /** What was looked at: all of the day unless `isCut`. */
  fromMs: number
  toMs: number
  isCut: boolean
  /** The newest first. */
  newest: WouldRaise[]
}

/** Tries a rule on what happened in the last 24 hours, by the very conditions that the engine asks (`rule-engine.ts`). Nothing is kept. */
export class RuleTrial {
  readonly #db: Db
  readonly #now: Now
  readonly #search: EventSearch

  constructor({ db, now, search }: { db: Db; now: Now; search: EventSearch }) {
    this.#db = db
    this.#now = now
    this.#search = search
  }

  /** `scope`: the channels whose events the person may see, of those that the rule names. `most`: how many of the alarms are wanted. */
  async run(rule: TriedRule, who: Who, scope: SearchScope, most: number, bounds: TrialBounds = usual): Promise<Trial> {
    const toMs = this.#now()
    const fromMs = toMs - DAY_MS
    const zones = await this.#zones(who.organizationId)
    const tally = new Tally(rule, most)
    if (rule.trigger.kind === 'device-health') {
      const outages = await pastOutages(this.#db, who, { kinds: rule.trigger.healthKinds, fromMs, toMs, most: bounds.mostEvents })
      for (const outage of outages) {
        if (holdsAt(rule, outage, outage.startedAtMs, zones.get(outage.siteId) ?? 'UTC')) tally.count(outage)
      }
      const isCut = outages.length >= bounds.mostEvents
      return { ...tally.result, fromMs: (isCut ? outages[0]?.startedAtMs : undefined) ?? fromMs, toMs, isCut }
    }
    const untilMs = performance.now() + bounds.longestMs
    // What completes a combination at the beginning may have begun before.
    const earlierMs = rule.trigger.kind === 'combination' ? rule.trigger.withinS * 1000 : 0
    const read = await this.#read(rule.trigger, scope, { fromMs: fromMs - earlierMs, toMs }, { ...bounds, untilMs })
    const oldestMs = read.isCut ? timeOfEvent(read.events[0]?.row.id ?? 0) : fromMs
    const window = new CombinationWindow(rule.trigger)
    for (const [index, event] of read.events.entries()) {
      const atMs = timeOfEvent(event.row.id)
      const place = placeOf(event.row)
      // As the engine has it: what a combination looks back at need not lie in the schedule.
      const isAwake = holdsAt(rule, place, atMs, zones.get(place.siteId) ?? 'UTC')
      const decided = isAwake ? decidedBy(rule.trigger, event, window.before(event)) : undefined
      if (covers(rule.scope, place)) window.add(event)
      if (decided !== undefined && atMs >= fromMs) tally.count(toRaise(alarmKindOf(rule.trigger, event), event.row))
      if (index % EVENTS_A_TURN !== 0) continue
      await turnOfOthers()
      // What is newer was not looked at.
      if (index > 0 && performance.now() > untilMs + bounds.longestMs) return { ...tally.result, fromMs: oldestMs, toMs: atMs, isCut: true }
    }
    return { ...tally.result, fromMs: oldestMs, toMs, isCut: read.isCut }
  }

  async #zones(organizationId: string): Promise<Map<string, string>> {
    const sites = await this.#db.selectFrom('site').where('organization_id', '=', organizationId).select(['id', 'time_zone']).execute()
    return new Map(sites.map(({ id, time_zone }) => [id, time_zone]))
  }

  /** The newest events of the kinds that the rule asks about, as many as the bounds allow, the oldest first. */
  async #read(
    trigger: RuleTrigger,
    scope: SearchScope,
    span: { fromMs: number; toMs: number },
    { mostEvents, untilMs }: { mostEvents: number; untilMs: number },
  ): Promise<{ events: SeenEvent[]; isCut: boolean }> {
    const kinds = kindsOf(trigger)
    const events: SeenEvent[] = []
    for (;;) {
      const size = Math.min(EVENTS_A_PAGE, mostEvents - events.length)
      const rows = await this.#search.find(scope, { ...span, kinds }, { after: events.at(-1)?.row.id, size: size + 1 })
      events.push(...(await seeEvents(this.#db, rows.slice(0, size))))
      const isMore = rows.length > size
      const isCut = isMore && (events.length >= mostEvents || performance.now() > untilMs)
      if (!isMore || isCut) return { events: events.toReversed(), isCut }
      await turnOfOthers()
    }
  }
}

/** Counts alarms in the order of time, none too soon after another of the same place, and keeps the newest. */
class Tally {
  readonly #rule: TriedRule
  readonly #most: number
  readonly #last = new Map<string, number>()
  readonly result: Pick<Trial, 'total' | 'newest'> = { total: 0, newest: [] }

  constructor(rule: TriedRule, most: number) {
    this.#rule = rule
    this.#most = most
  }

  count(alarm: WouldRaise): void {
    const key = channelKey(alarm.sn, alarm.chlIndex ?? -1)
    if ((this.#last.get(key) ?? -Infinity) > quietSince(alarm.startedAtMs, this.#rule)) return
    this.#last.set(key, alarm.startedAtMs)
    this.result.total += 1
    this.result.newest.unshift(alarm)
    this.result.newest.length = Math.min(this.result.newest.length, this.#most)
  }
}

/**
 * The events that a combination may need, of each site: of those that meet a condition, the newest as many as there are conditions. The
 * others take one each, so that no more can be needed (`evaluate.ts`), and looking back takes the same time however many events there were.
 */
class CombinationWindow {
  readonly #conditions: readonly EventCondition[]
  readonly #withinMs: number
  readonly #bySite = new Map<string, SeenEvent[][]>()

  constructor(trigger: RuleTrigger) {
    this.#conditions = trigger.kind === 'combination' ? trigger.conditions : []
    this.#withinMs = trigger.kind === 'combination' ? trigger.withinS * 1000 : 0
  }

  add(event: SeenEvent): void {
    if (this.#conditions.length === 0) return
    const { site_id: siteId } = event.row
    const lists = this.#bySite.get(siteId) ?? this.#conditions.map(() => [])
    this.#bySite.set(siteId, lists)
    for (const [index, condition] of this.#conditions.entries()) {
      if (!meets(condition, event)) continue
      lists[index]?.unshift(event)
      lists[index]?.splice(this.#conditions.length)
    }
  }

  /** Those that count together with this one, the newest first. */
  before({ row }: SeenEvent): SeenEvent[] {
    const sinceMs = timeOfEvent(row.id) - this.#withinMs
    const found = new Set(this.#bySite.get(row.site_id)?.flat())
    return [...found].filter((one) => timeOfEvent(one.row.id) >= sinceMs).toSorted((one, other) => other.row.id - one.row.id)
  }
}

function kindsOf(trigger: RuleTrigger): EventKind[] {
  if (trigger.kind === 'general') return [...new Set(trigger.eventKinds)]
  if (trigger.kind === 'ai') return [trigger.condition.eventKind]
  return trigger.kind === 'combination' ? [...new Set(trigger.conditions.map(({ eventKind }) => eventKind))] : []
}

function placeOf(row: EventRow): Place {
  return { siteId: row.site_id, sn: row.sn, chlIndex: row.chl_index }
}

function toRaise(kind: AlarmKind, row: EventRow): WouldRaise {
  return {
    ...placeOf(row),
    kind,
    siteName: row.site_name,
    sourceName: row.source_name,
    startedAtMs: timeOfEvent(row.id),
    plate: row.plate,
    snapshotKey: row.snapshot_key,
  }
}
