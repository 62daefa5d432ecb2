import type { AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import type { AlarmHandling } from '#contract/calls/event/alarm-handling.ts'
import { outageKinds, stationHealthKinds, type Alarm, type AlarmKind, type healthKinds } from '#contract/calls/event/alarm.ts'
import { deviceTypes } from '#contract/enums.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Now, Sweeper } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { AlarmTable } from '../db/schema.ts'
import type { OutageTable } from '../db/schema/node.ts'
import { covers, quietSince, type Place } from './evaluate.ts'
import { timeOfEvent } from './event-id.ts'
import type { AlarmMail } from './alarm-mail.ts'
import type { EventRow } from './event-search.ts'
import type { RuleBook } from './rule-book.ts'
import { isWithinSchedule } from './schedule.ts'
import type { ObjectLinks } from '../objects/object-links.ts'
import type { PushHub } from '../push/hub.ts'
import type { WebPush } from '../push/web/web-push.ts'
import type { Rights } from '../access/rights.ts'
import { randomId } from '../runtime/secrets.ts'

/** Shorter outages raise no alarm. */
export const BRIEF_MS = 5_000

type RaisedListener = (alarm: Selectable<AlarmTable>) => Promise<void>

type HealthKind = (typeof healthKinds)[number]
/** What one of the screens of a viewing station lacks; `screenKey`: which screen, and which of its cameras. */
interface ScreenTrouble {
  kind: (typeof stationHealthKinds)[number]
  screenKey: string
}
/** A place, and of a viewing station which of its screens and cameras. */
type ScreenPlace = Place & { screenKey?: string | null }
const ofOutages: readonly AlarmKind[] = [...outageKinds, 'station-offline']

/** How the table of outages writes "the whole device". */
const WHOLE = -1

/**
 * Alarms. Those of devices and channels that are offline are raised when an outage has lasted 5 s, unless rules speak of the place and
 * none of them wants it, and recover when it ends. Those of events are raised by their rules (`event/rule-engine.ts`).
 */
export class Alarms {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #rules: RuleBook
  readonly #links: ObjectLinks
  readonly #mail: AlarmMail
  readonly #webPush: WebPush
  readonly #listeners: RaisedListener[] = []

  constructor(parts: {
    db: Db
    now: Now
    rights: Rights
    push: PushHub
    sweeper: Sweeper
    rules: RuleBook
    links: ObjectLinks
    mail: AlarmMail
    webPush: WebPush
  }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#push = parts.push
    this.#rules = parts.rules
    this.#links = parts.links
    this.#mail = parts.mail
    this.#webPush = parts.webPush
    parts.sweeper.add(() => this.#raiseDue())
  }

  /** Hears of each alarm that is raised at this node, before people do. */
  onRaised(listener: RaisedListener): void {
    this.#listeners.push(listener)
  }

  /** Channels of a device are offline. `db`: the transaction in which that is written. */
  async channelOutagesBegan(
    db: Db,
    { sn, chlIndexes, sinceMs }: { sn: string; chlIndexes: readonly number[]; sinceMs: number },
  ): Promise<void> {
    await this.#begin(
      db,
      chlIndexes.map((chlIndex) => ({ sn, chl_index: chlIndex, since_ms: sinceMs, due_ms: sinceMs + BRIEF_MS })),
    )
  }

  /** A device that goes takes the outages of its channels with it: one alarm, not one for each. `db`: the transaction in which it goes. */
  async deviceOutageBegan(db: Db, sn: string, sinceMs: number, patienceMs = BRIEF_MS): Promise<void> {
    await db.deleteFrom('outage').where('sn', '=', sn).where('chl_index', '!=', WHOLE).execute()
    await this.#begin(db, [{ sn, chl_index: WHOLE, since_ms: sinceMs, due_ms: sinceMs + patienceMs }])
  }

  /**
   * Forgets brief outages of these channels (`null`: of the whole device); recovers the alarms of longer ones, and answers with those: they
   * are to be told when `db` is through, if it is a transaction.
   */
  async outagesEnded(db: Db, sn: string, places: readonly (number | null)[]): Promise<Selectable<AlarmTable>[]> {
    if (places.length === 0) return []
    const indexes = places.map((place) => place ?? WHOLE)
    await db.deleteFrom('outage').where('sn', '=', sn).where('chl_index', 'in', indexes).execute()
    return db
      .updateTable('alarm')
      .set({ recovered_at_ms: this.#now() })
      .where('sn', '=', sn)
      .where(({ fn, val }) => fn.coalesce('chl_index', val(WHOLE)), 'in', indexes)
      .where('recovered_at_ms', 'is', null)
      .where('kind', 'in', ofOutages)
      .where('screen_key', 'is', null)
      .returningAll()
      .execute()
  }

  /**
   * A screen of a viewing station has a trouble: an alarm for who asked for one by a rule, or of one that is away where no rule speaks of the place, unless
   * that of this trouble lasts. `what`: the screen and its camera.
   */
  async screenTroubled(
    sn: string,
    { kind, screenKey }: ScreenTrouble,
    { what, sinceMs }: { what: string; sinceMs: number },
  ): Promise<void> {
    const device = await this.#placeOf(sn)
    if (device === undefined || (await this.#isRaised({ sn, chlIndex: null, screenKey }, [kind]))) return
    const { organization_id, site_id, site_name, time_zone: timeZone } = device
    const place = { siteId: site_id, sn, chlIndex: null, screenKey }
    const { rule, isWanted } = await this.#healthVerdict(organization_id, kind, { place, atMs: sinceMs, timeZone })
    if (!isWanted || (rule === undefined && kind !== 'station-offline')) return
    const alarm = await this.#write(this.#db, rule, {
      organization_id,
      site_id,
      site_name,
      sn,
      chl_index: null,
      kind,
      source_name: what,
      started_at_ms: sinceMs,
      recovered_at_ms: null,
      screen_key: screenKey,
    })
    await this.#announce(alarm, rule)
  }

  /**
   * The screens of a viewing station have these troubles and no others: the alarms of others are over. One without a key is from before there were any, and
   * about whichever screens have that kind of trouble.
   */
  async screensRecovered(sn: string, lasting: readonly ScreenTrouble[]): Promise<void> {
    const raised = this.#db.selectFrom('alarm').where('sn', '=', sn).where('kind', 'in', stationHealthKinds)
    const rows = await raised.where('recovered_at_ms', 'is', null).select(['id', 'kind', 'screen_key']).execute()
    // That the whole station is offline its outage says.
    const ofScreens = rows.filter(({ kind, screen_key }) => screen_key !== null || kind !== 'station-offline')
    const over = ofScreens.filter(
      (row) => !lasting.some(({ kind, screenKey }) => kind === row.kind && (row.screen_key ?? screenKey) === screenKey),
    )
    if (over.length === 0) return
    const ids = over.map(({ id }) => id)
    const ended = this.#db.updateTable('alarm').set({ recovered_at_ms: this.#now() }).where('id', 'in', ids)
    await this.tellAll(await ended.where('recovered_at_ms', 'is', null).returningAll().execute())
  }

  /** Tells everybody who sees them how these alarms, which were raised before, are now. */
  async tellAll(alarms: readonly Selectable<AlarmTable>[]): Promise<void> {
    for (const alarm of alarms) await this.#tell('alarm-changed', alarm)
  }

  /** Whether a rule has raised an alarm at this place, so short a time before that it raises no other. */
  async wasRaised(rule: AlarmRule, { sn, chlIndex, screenKey = null }: ScreenPlace, atMs: number): Promise<boolean> {
    const found = await this.#db
      .selectFrom('alarm')
      .where('rule_id', '=', rule.ruleId)
      .where('sn', '=', sn)
      .where('chl_index', chlIndex === null ? 'is' : '=', chlIndex)
      .where('screen_key', screenKey === null ? 'is' : '=', screenKey)
      .where('started_at_ms', '>', quietSince(atMs, rule))
      .select('id')
      .executeTakeFirst()
    return found !== undefined
  }

  /** Raises an alarm of a rule for the events that met it, the newest first. */
  async raiseForEvents(rule: AlarmRule, kind: AlarmKind, events: readonly [EventRow, ...EventRow[]]): Promise<void> {
    const [event] = events
    const atMs = timeOfEvent(event.id)
    const alarm = await this.#write(this.#db, rule, {
      organization_id: event.organization_id,
      site_id: event.site_id,
      sn: event.sn,
      chl_index: event.chl_index,
      kind,
      site_name: event.site_name,
      source_name: event.source_name,
      started_at_ms: atMs,
      recovered_at_ms: atMs,
      plate: event.plate,
      snapshot_key: event.snapshot_key,
      event_ids_json: JSON.stringify(events.map((one) => one.id)),
    })
    await this.#announce(alarm, rule)
  }

  async #raiseDue(): Promise<void> {
    for (const outage of await this.#db.selectFrom('outage').where('due_ms', '<=', this.#now()).selectAll().execute()) {
      await this.#raise(outage)
    }
  }

  async #begin(db: Db, outages: Insertable<OutageTable>[]): Promise<void> {
    if (outages.length === 0) return
    await db
      .insertInto('outage')
      .values(outages)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }

  /** Answers false when it was over already, or another node has raised its alarm. */
  async #forget(db: Db, sn: string, chlIndex: number): Promise<boolean> {
    const outage = db.deleteFrom('outage').where('sn', '=', sn).where('chl_index', '=', chlIndex)
    return (await outage.returning('sn').executeTakeFirst()) !== undefined
  }

  async #raise({ sn, chl_index, since_ms: sinceMs }: Selectable<OutageTable>): Promise<void> {
    const chlIndex = chl_index === WHOLE ? null : chl_index
    const device = await this.#placeOf(sn)
    if (device === undefined || (await this.#isRaised({ sn, chlIndex }, ofOutages))) {
      await this.#forget(this.#db, sn, chl_index)
      return
    }
    const channel =
      chlIndex === null
        ? undefined
        : await this.#db.selectFrom('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex).select('name').executeTakeFirst()
    const ofDevice = device.dev_type === deviceTypes.viewingStation ? 'station-offline' : 'device-offline'
    const kind = chlIndex === null ? ofDevice : 'channel-offline'
    const place = { siteId: device.site_id, sn, chlIndex }
    const verdict = await this.#healthVerdict(device.organization_id, kind, { place, atMs: sinceMs, timeZone: device.time_zone })
    const alarm = await this.#db.transaction().execute(async (db) => {
      if (!(await this.#forget(db, sn, chl_index)) || !verdict.isWanted) return undefined
      return this.#write(db, verdict.rule, {
        organization_id: device.organization_id,
        site_id: device.site_id,
        sn,
        chl_index: chlIndex,
        kind,
        site_name: device.site_name,
        source_name: channel?.name ?? device.name,
        started_at_ms: sinceMs,
        recovered_at_ms: null,
      })
    })
    if (alarm !== undefined) await this.#announce(alarm, verdict.rule)
  }

  /** What the health rules of a place say; where none speaks of it, every outage is an alarm. */
  async #healthVerdict(
    organizationId: string,
    kind: HealthKind,
    { place, atMs, timeZone }: { place: ScreenPlace; atMs: number; timeZone: string },
  ): Promise<{ isWanted: boolean; rule?: AlarmRule }> {
    const rules = (await this.#rules.enabled(organizationId, 'health')).filter((rule) => covers(rule.scope, place))
    if (rules.length === 0) return { isWanted: true }
    for (const rule of rules) {
      if (rule.trigger.kind !== 'device-health' || !asksFor(rule.trigger.healthKinds, kind)) continue
      if (isWithinSchedule(rule.schedule, atMs, timeZone) && !(await this.wasRaised(rule, place, atMs))) return { isWanted: true, rule }
    }
    return { isWanted: false }
  }

  async #write(db: Db, rule: AlarmRule | undefined, row: Omit<Insertable<AlarmTable>, 'id' | 'rule_id' | 'rule_name'>) {
    const ofRule = { rule_id: rule?.ruleId ?? null, rule_name: rule?.name ?? null }
    const heard = { announce: rule?.announce ?? 'none', is_urgent: rule?.isUrgent === true ? 1 : 0 } as const
    const values = { ...row, id: randomId(), ...ofRule, ...heard }
    return db.insertInto('alarm').values(values).returningAll().executeTakeFirstOrThrow()
  }

  async #announce(alarm: Selectable<AlarmTable>, rule: AlarmRule | undefined): Promise<void> {
    for (const listener of this.#listeners) await listener(alarm)
    await this.#webPush.raised(alarm, await this.#tell('alarm', alarm))
    await this.#mail.raised(alarm, rule?.emails ?? [])
  }

  async #placeOf(sn: string) {
    return this.#db
      .selectFrom('device')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('device.sn', '=', sn)
      .select(['device.name', 'device.dev_type', 'site.organization_id', 'site.id as site_id', 'site.name as site_name', 'site.time_zone'])
      .executeTakeFirst()
  }

  async #isRaised({ sn, chlIndex, screenKey = null }: Omit<ScreenPlace, 'siteId'>, kinds: readonly AlarmKind[]): Promise<boolean> {
    const found = await this.#db
      .selectFrom('alarm')
      .where('sn', '=', sn)
      .where('chl_index', chlIndex === null ? 'is' : '=', chlIndex)
      .where('screen_key', screenKey === null ? 'is' : '=', screenKey)
      .where('recovered_at_ms', 'is', null)
      .where('kind', 'in', kinds)
      .select('id')
      .executeTakeFirst()
    return found !== undefined
  }

  /** Answers with whom it has told. */
  async #tell(infoType: 'alarm' | 'alarm-changed', alarm: Selectable<AlarmTable>): Promise<string[]> {
    const watchers = await this.#rights.watchersOfAlarm(alarm)
    const reads = await this.#db.selectFrom('alarm_read').where('alarm_id', '=', alarm.id).select('user_id').execute()
    const readers = new Set(reads.map((read) => read.user_id))
    for (const isRead of [false, true]) {
      const people = watchers.filter((userId) => readers.has(userId) === isRead)
      this.#push.send(people, { infoType, infoContent: toAlarm(alarm, isRead, this.#links) })
    }
    return watchers
  }
}

/** Whether kinds of a rule are about this one: a viewing station is a device too. */
export function asksFor(kinds: readonly HealthKind[], kind: HealthKind): boolean {
  return kinds.includes(kind) || (kind === 'station-offline' && kinds.includes('device-offline'))
}

/** An alarm row as the wire has it, with a link to its picture. */
export function toAlarm(row: Selectable<AlarmTable>, isRead: boolean, links: ObjectLinks): Alarm {
  return {
    alarmId: row.id,
    kind: row.kind,
    sn: row.sn,
    chlIndex: row.chl_index,
    siteId: row.site_id,
    siteName: row.site_name,
    sourceName: row.source_name,
    startedAtMs: row.started_at_ms,
    recoveredAtMs: row.recovered_at_ms,
    isRead,
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    plate: row.plate,
    pictureUrl: row.snapshot_key === null ? null : links.linkTo(row.snapshot_key),
    handling: handlingOf(row),
    announce: row.announce,
    isUrgent: row.is_urgent === 1,
  }
}

function handlingOf(row: Selectable<AlarmTable>): AlarmHandling {
  return {
    state: row.handling_state,
    version: row.handling_version,
    byName: row.handled_by_name,
    atMs: row.handled_at_ms,
    // Whoever has left the organization since has it no more.
    assignee: row.assignee_id === null ? null : { userId: row.assignee_id, name: row.assignee_name ?? '' },
    note: row.note,
  }
}
