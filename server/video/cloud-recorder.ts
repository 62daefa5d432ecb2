import type { FastifyBaseLogger } from 'fastify'
import { sql, type RawBuilder, type Selectable } from 'kysely'
import { cloudGoods, cloudLimits } from '#contract/cloud-storage.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { Places } from './archive/places.ts'
import { tenantLimits } from '../access/tenant-limits.ts'
import type { Settings } from '#contract/settings.ts'
import { ClipUnavailable, recordedUnits } from './archive/clip-units.ts'
import { makeFile } from './archive/make-part.ts'
import { tableFirst } from './archive/table-first.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { CloudRecordingTable, CloudTermTable } from '../db/schema/cloud-storage.ts'
import type { EventTable } from '../db/schema/event.ts'
import { idsBetween, timeOfEvent } from '../events/event-id.ts'
import type { DeviceLinks } from '../devices/device-links.ts'
import { devicesElsewhere, type Nodes } from '../nodes/nodes.ts'
import { isTriggered } from '../sales/cloud-storage/cloud-triggers.ts'
import type { ObjectStore } from '../objects/object-store.ts'

const { using, expiring } = cloudStorageStatuses
/** Events that are heard of later than this are not recorded any more. */
const LATE_MS = 10 * 60_000
/** What failed is tried again when as much time has passed once more as since the event, at least this, and for a day. */
const SHORTEST_PAUSE_MS = 60_000
const LOOK_EVERY_MS = 1_000
const FORGET_EVERY_MS = 60_000
const AT_ONCE = 100
/** What is left of an event behind a recording that shows it, and is not worth one of its own. */
const SHORTEST_MS = 1_000

type Recording = Selectable<CloudRecordingTable>

/** An event of a camera, and the term of cloud storage under which it is recorded. */
type SeenEvent = Pick<Selectable<EventTable>, 'id' | 'kind' | 'sn' | 'chl_index' | 'organization_id'> &
  Pick<Selectable<CloudTermTable>, 'order_id' | 'goods_id'>

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  objects: ObjectStore
  nodes: Pick<Nodes, 'id'>
  deviceLinks: Pick<DeviceLinks, 'requestClip'>
  settings: Settings
}

/** Stores what cameras with cloud storage saw around events of the triggers that were chosen for them, and forgets it when its time is over. */
export class CloudRecorder {
  readonly #parts: Parts
  readonly #stop = new AbortController()
  readonly #places = new Places(tenantLimits.clips.recordings)
  readonly #jobs = new Set<Promise<void>>()
  #lookAtMs = 0
  #forgetAtMs = 0

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Called again and again. */
  async work(): Promise<void> {
    const nowMs = this.#parts.now()
    if (nowMs >= this.#forgetAtMs) {
      this.#forgetAtMs = nowMs + FORGET_EVERY_MS
      await this.#forget()
    }
    if (nowMs < this.#lookAtMs || this.#stop.signal.aborted) return
    this.#lookAtMs = nowMs + LOOK_EVERY_MS
    // Events of one camera in their order: while one is recorded, the next waits.
    for (const event of await this.#events()) {
      if (this.#stop.signal.aborted || this.#places.isFull) return
      if (!this.#places.fits(event)) continue
      const recording = await this.#begin(event)
      if (recording?.state === 'making') this.#start(recording)
    }
    for (const failed of await this.#failed()) {
      if (this.#stop.signal.aborted || this.#places.isFull) return
      if (!this.#places.fits(failed)) continue
      const recording = await this.#claim(failed)
      if (recording !== undefined) this.#start(recording)
    }
  }

  /** Gives up what is under way; resolves when that is written. */
  async close(): Promise<void> {
    this.#stop.abort(new ClipUnavailable('recording-not-delivered', 'the service ends'))
    await Promise.all(this.#jobs)
  }

  /** Side by side with the others. */
  #start(recording: Recording): void {
    this.#places.take(recording)
    const job = this.#store(recording)
      .catch((fault: unknown) => this.#parts.log.error(fault, 'What became of a recording could not be kept'))
      .finally(() => {
        this.#jobs.delete(job)
        this.#places.leave(recording)
        // What follows it need not wait for the next look.
        this.#lookAtMs = 0
      })
    this.#jobs.add(job)
  }

  /** Events of cameras with cloud storage in use that are over and not recorded yet, oldest first, but the oldest of each organization before the second of any. */
  async #events(): Promise<SeenEvent[]> {
    const { db, now, nodes } = this.#parts
    const { organizationIds, sns } = this.#places.busy
    const { first, last } = idsBetween(now() - LATE_MS, now() - cloudLimits.afterEventMs)
    return (
      db
        .selectFrom('cloud_term')
        .innerJoin('event', (join) =>
          join
            .onRef('event.organization_id', '=', 'cloud_term.organization_id')
            .onRef('event.sn', '=', 'cloud_term.sn')
            .onRef('event.chl_index', '=', 'cloud_term.chl_index'),
        )
        .where('cloud_term.status', 'in', [using, expiring])
        .where('event.id', '>=', first)
        .where('event.id', '<=', last)
        .whereRef('event.id', '>=', ({ eb }) => eb('cloud_term.starts_at_ms', '*', 1_000))
        .where(isTriggered())
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('cloud_recording').whereRef('cloud_recording.event_id', '=', 'event.id').select('event_id'))),
        )
        // What a camera that is connected at another node has seen, that node stores.
        .where('cloud_term.sn', 'not in', devicesElsewhere(nodes.id))
        .select(['event.id', 'event.kind', 'event.sn', 'event.chl_index', 'event.organization_id'])
        .select(['cloud_term.order_id', 'cloud_term.goods_id'])
        .where(notIn('event.organization_id', organizationIds))
        .where(notIn('event.sn', sns))
        .orderBy(({ fn }) => fn.agg<number>('row_number').over((over) => over.partitionBy('event.organization_id').orderBy('event.id')))
        .orderBy('event.id')
        .limit(AT_ONCE)
        .execute()
    )
  }

  /** Notes the event: `making` when it is to be stored, `shown` when another recording shows it whole; `undefined` when another process has it. */
  async #begin(event: SeenEvent): Promise<Recording | undefined> {
    const { db } = this.#parts
    const atMs = timeOfEvent(event.id)
    const { organization_id, sn, chl_index, order_id } = event
    const shown = await db
      .selectFrom('cloud_recording')
      .where('organization_id', '=', organization_id)
      .where('sn', '=', sn)
      .where('chl_index', '=', chl_index)
      .where('start_at_ms', '<=', atMs)
      .where('end_at_ms', '>', atMs)
      .select('end_at_ms')
      .orderBy('end_at_ms', 'desc')
      .executeTakeFirst()
    // What follows a recording that shows the event's beginning goes on where that ends.
    const start_at_ms = shown?.end_at_ms ?? atMs - cloudLimits.beforeEventMs
    const end_at_ms = atMs + cloudLimits.afterEventMs
    const isShown = end_at_ms - start_at_ms < SHORTEST_MS
    const retentionDays = cloudGoods.find(({ goodsId }) => goodsId === event.goods_id)?.retentionDays ?? 0
    const life = { expires_at_ms: atMs + retentionDays * DAY_MS, size_bytes: 0, object_key: null }
    return db
      .insertInto('cloud_recording')
      .values({
        event_id: event.id,
        organization_id,
        sn,
        chl_index,
        order_id,
        trigger: event.kind,
        state: isShown ? 'shown' : 'making',
        start_at_ms,
        end_at_ms,
        ...life,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
  }

  /** Recordings whose next try is due, of cameras that are still the organization's. */
  async #failed(): Promise<Recording[]> {
    const { db, now, nodes } = this.#parts
    const { organizationIds, sns } = this.#places.busy
    return db
      .selectFrom('cloud_recording')
      .where('retry_at_ms', '<=', now())
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('device')
            .whereRef('device.sn', '=', 'cloud_recording.sn')
            .whereRef('device.organization_id', '=', 'cloud_recording.organization_id')
            .select('device.sn'),
        ),
      )
      .where('sn', 'not in', devicesElsewhere(nodes.id))
      .where(notIn('cloud_recording.organization_id', organizationIds))
      .where(notIn('cloud_recording.sn', sns))
      .selectAll()
      .orderBy('retry_at_ms')
      .limit(AT_ONCE)
      .execute()
  }

  /** Sets the time of the try after this one, in case that this process ends meanwhile; `undefined` when another process has it. */
  async #claim(recording: Recording): Promise<Recording | undefined> {
    return this.#parts.db
      .updateTable('cloud_recording')
      .set({ retry_at_ms: this.#nextTryMs(recording) })
      .where('event_id', '=', recording.event_id)
      .where('retry_at_ms', '=', recording.retry_at_ms)
      .returningAll()
      .executeTakeFirst()
  }

  /** Cameras keep their past for a while only. */
  #nextTryMs({ end_at_ms }: Recording): number | null {
    const nowMs = this.#parts.now()
    const atMs = nowMs + Math.max(SHORTEST_PAUSE_MS, nowMs - end_at_ms)
    return atMs - end_at_ms > DAY_MS ? null : atMs
  }

  async #store(recording: Recording): Promise<void> {
    const { db, log, deviceLinks: links, now } = this.#parts
    const own = db.updateTable('cloud_recording').where('event_id', '=', recording.event_id)
    const { signal } = this.#stop
    try {
      const recorded = recordedUnits({ ...recording, stream: 'main' }, { links, signal, onUnit: () => {}, now, endsAtChange: true })
      const keyOf = () => `recordings/${recording.sn.toLowerCase()}/${recording.event_id}.mp4`
      const id = `cloud-${recording.event_id}`
      const made = await makeFile(this.#parts, { id, organizationId: null, recorded, bytesOf: tableFirst, keyOf, signal })
      const { object_key, size_bytes, changedAtMs } = made
      // Where the camera's pictures became others the file ends, and what is told of it.
      const end_at_ms = Math.max(recording.start_at_ms + 1, changedAtMs ?? recording.end_at_ms)
      await own.set({ state: 'stored', end_at_ms, object_key, size_bytes, retry_at_ms: null }).execute()
    } catch (fault) {
      // Another process, or this one when it is back, may find the camera there.
      if (this.#stop.signal.aborted) {
        if (recording.state === 'making') await db.deleteFrom('cloud_recording').where('event_id', '=', recording.event_id).execute()
        return
      }
      if (!(fault instanceof ClipUnavailable)) log.error(fault, 'A recording could not be stored')
      const isLasting = fault instanceof ClipUnavailable && (fault.error === 'past-unavailable' || fault.error === 'nothing-recorded')
      await own.set({ state: 'failed', retry_at_ms: isLasting ? null : this.#nextTryMs(recording) }).execute()
    }
  }

  async #forget(): Promise<void> {
    const { db, objects, now } = this.#parts
    const old = db.selectFrom('cloud_recording').where('expires_at_ms', '<=', now()).select(['event_id', 'object_key'])
    for (;;) {
      const rows = await old.limit(AT_ONCE).execute()
      if (rows.length === 0) return
      await objects.delete(rows.flatMap(({ object_key }) => object_key ?? []))
      const ids = rows.map(({ event_id }) => event_id)
      await db.deleteFrom('cloud_recording').where('event_id', 'in', ids).execute()
    }
  }
}

/** None is in an empty list, which SQL cannot write. */
function notIn(column: string, values: readonly string[]): RawBuilder<boolean> {
  return values.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.ref(column)} not in (${sql.join([...values])})`
}
