import type { FastifyBaseLogger } from 'fastify'
import type { FromDevice } from '#contract/device-gateway.ts'
import { comparablePlate } from '#contract/plates.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import { RateLimiter } from '../http/rate-limiter.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import type { ObjectStore } from '../objects/object-store.ts'
import type { Quotas } from '../access/quotas.ts'
import { randomId } from '../runtime/secrets.ts'
import { drawEventId } from './event-id.ts'
import type { EventRow } from './event-search.ts'
import type { AskStanding } from './event-licence.ts'
import { isKeeping } from './retention.ts'
import { fittingPerson } from './known-person.ts'
import type { RuleEngine } from './rule-engine.ts'
import { fittingAttributes, packTraits } from './traits.ts'

export type ReportedEvent = Extract<FromDevice, { kind: 'event' }>

/** A device may report so many; what it says beyond is dropped. */
const deviceRate = { calls: 120, perMs: 60_000 }
/** What a device's clock may be off, and how late it may report after having been without a network. */
const AHEAD_MS = 60_000
const LATE_MS = 24 * 60 * 60_000

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  objects: ObjectStore
  engine: RuleEngine
  askStanding: AskStanding
  quotas: Quotas
}

/** What devices report to have seen: kept, and given to the alarm rules, in the order in which it came from each organization. */
export class Events {
  readonly #db: Db
  readonly #now: Now
  readonly #log: FastifyBaseLogger
  readonly #objects: ObjectStore
  readonly #engine: RuleEngine
  readonly #askStanding: AskStanding
  readonly #quotas: Quotas
  readonly #queue = new KeyedQueue()
  readonly #rates: RateLimiter

  constructor(parts: Parts) {
    this.#db = parts.db
    this.#now = parts.now
    this.#log = parts.log
    this.#objects = parts.objects
    this.#engine = parts.engine
    this.#askStanding = parts.askStanding
    this.#quotas = parts.quotas
    this.#rates = new RateLimiter(parts.now)
  }

  /** A device reports an event of one of its channels. One of a device that is not bound, or of no channel, is dropped, and one that the licence does not cover. */
  async reported(sn: string, event: ReportedEvent): Promise<void> {
    if (!this.#isWithinRate(sn)) return
    // Two questions to a database may be answered in another order than they were asked.
    await this.#queue.run(`device ${sn}`, () => this.#take(sn, event))
  }

  /** Waits until every reported event is written. */
  async idle(): Promise<void> {
    await this.#queue.idle()
  }

  async #take(sn: string, event: ReportedEvent): Promise<void> {
    const place = await this.#db
      .selectFrom('channel')
      .innerJoin('device', 'device.sn', 'channel.sn')
      .innerJoin('site', 'site.id', 'device.site_id')
      .where('channel.sn', '=', sn)
      .where('channel.chl_index', '=', event.chlIndex)
      .select(['channel.name as source_name', 'site.id as site_id', 'site.name as site_name', 'site.organization_id', 'site.time_zone'])
      .executeTakeFirst()
    if (place === undefined) return
    const { time_zone: timeZone, ...names } = place
    const attributes = fittingAttributes(event.event, event.attributes)
    const { similarity, person_json } = fittingPerson(event)
    await this.#queue.run(`organization ${place.organization_id}`, async () => {
      if (!isKeeping(this.#now(), await this.#askStanding(place.organization_id))) return
      const row = await this.#write({
        id: drawEventId(this.#timeOf(event)),
        ...names,
        sn,
        chl_index: event.chlIndex,
        kind: event.event,
        traits: packTraits(attributes, similarity),
        plate: event.plate ?? null,
        plate_key: event.plate === undefined ? null : comparablePlate(event.plate),
        attributes_json: JSON.stringify(attributes),
        person_json,
        box_json: event.box === undefined ? null : JSON.stringify(event.box),
        snapshot_key: await this.#keep(place.organization_id, event.snapshot),
      })
      await this.#engine.consider(row, timeZone)
    })
  }

  #isWithinRate(sn: string): boolean {
    try {
      this.#rates.count(sn, deviceRate)
      return true
    } catch (fault) {
      if (fault instanceof CallFault) return false
      throw fault
    }
  }

  /** The device's time when it can be true, else now. */
  #timeOf({ atMs }: ReportedEvent): number {
    const nowMs = this.#now()
    return atMs > nowMs + AHEAD_MS || atMs < nowMs - LATE_MS ? nowMs : Math.min(atMs, nowMs)
  }

  /** An event whose picture cannot be kept, or is one too many, of this day or of all, is kept without it. */
  async #keep(organizationId: string, snapshot: string | undefined): Promise<string | null> {
    if (snapshot === undefined) return null
    const picture = Buffer.from(snapshot, 'base64')
    if (!(await this.#quotas.hasStoredRoom(organizationId))) return null
    if (!(await this.#quotas.take(organizationId, 'pictureBytes', picture.byteLength))) return null
    const id = randomId()
    const key = `snapshots/${id.slice(0, 2)}/${id}.jpg`
    try {
      await this.#objects.put(key, picture, organizationId)
      return key
    } catch (fault) {
      this.#log.error(fault, 'The picture of an event could not be kept')
      return null
    }
  }

  async #write(row: EventRow): Promise<EventRow> {
    const written = await this.#db
      .insertInto('event')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another event has drawn the same number in the same millisecond.
    if (written === undefined) return this.#write({ ...row, id: row.id + 1 })
    if (row.plate_key !== null) {
      const { organization_id, plate_key } = row
      await this.#db
        .insertInto('event_plate')
        .values({ organization_id, plate_key, last_event_id: row.id })
        .onConflict((conflict) => conflict.columns(['organization_id', 'plate_key']).doUpdateSet({ last_event_id: row.id }))
        .execute()
    }
    return row
  }
}
