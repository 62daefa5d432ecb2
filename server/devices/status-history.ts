import type { DeviceStatus } from '#contract/enums.ts'
import type { StatusSpan } from '#contract/calls/device/device-history.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import type { Now, Sweeper } from '../runtime/clock.ts'
import { randomId } from '../runtime/secrets.ts'
import { spansOf, shareOnline } from './status-spans.ts'

/** As `chl_index` of what is told of the device itself. */
export const WHOLE_DEVICE = -1
const KEPT_MS = 31 * DAY_MS
const SHOWN_MS = 30 * DAY_MS
/** So often the service writes down that it is there. */
const SEEN_EVERY_MS = 10_000
/** A longer pause is none of the run. */
const MOST_UNSEEN_MS = 60_000
const SWEEP_EVERY_MS = 10 * 60_000
/** What comes back so soon was not away: it takes the change before it along. */
const BLINK_MS = 5_000
/** Of each device and each channel. What was before is unknown then. */
const MOST_KEPT = 1_000

interface Change {
  sn: string
  /** `WHOLE_DEVICE`, or a channel. */
  chlIndex: number
  status: DeviceStatus
  atMs: number
}

/** Writes down that devices or channels came or went. Changes of a device that nobody has bound are not kept. */
export async function keepStatuses(db: Db, sn: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return
  const device = db.selectFrom('device').where('sn', '=', sn).where('organization_id', 'is not', null)
  if ((await device.select('sn').executeTakeFirst()) === undefined) return
  for (const change of changes) await keepOne(db, change)
}

async function keepOne(db: Db, { sn, chlIndex, status, atMs }: Change): Promise<void> {
  const known = db.selectFrom('status_change').where('sn', '=', sn).where('chl_index', '=', chlIndex)
  const [last, before] = await known.select(['status', 'at_ms']).orderBy('at_ms', 'desc').limit(2).execute()
  if (last?.status === status) return
  const ofPlace = db.deleteFrom('status_change').where('sn', '=', sn).where('chl_index', '=', chlIndex)
  if (last !== undefined && before?.status === status && atMs - last.at_ms < BLINK_MS) {
    await ofPlace.where('at_ms', '=', last.at_ms).execute()
    return
  }
  // Two at the same moment have no order: the later one holds.
  if (last?.at_ms === atMs) await ofPlace.where('at_ms', '=', atMs).execute()
  await db.insertInto('status_change').values({ sn, chl_index: chlIndex, at_ms: atMs, status }).execute()
  const oldest = await known.select('at_ms').orderBy('at_ms', 'desc').offset(MOST_KEPT).limit(1).executeTakeFirst()
  if (oldest !== undefined) await ofPlace.where('at_ms', '<=', oldest.at_ms).execute()
}

/**
 * The last 30 days of devices and channels. The service writes down when it runs, so that the time in which it did not is nobody's outage.
 */
export class StatusHistory {
  readonly #db: Db
  readonly #now: Now
  #runId = randomId()
  #seenMs = Number.NEGATIVE_INFINITY
  #sweptMs = Number.NEGATIVE_INFINITY

  constructor({ db, now, sweeper }: { db: Db; now: Now; sweeper: Sweeper }) {
    this.#db = db
    this.#now = now
    sweeper.add(() => this.#sweep())
  }

  /** `since`: the status that holds now, and since when. */
  async of(sn: string, chlIndex: number, since: StatusSpan) {
    const toMs = this.#now()
    const fromMs = toMs - SHOWN_MS
    const changes = await this.#db
      .selectFrom('status_change')
      .where('sn', '=', sn)
      .where('chl_index', '=', chlIndex)
      .where('at_ms', '>=', toMs - KEPT_MS)
      .select(['at_ms as startMs', 'status'])
      .orderBy('at_ms')
      .execute()
    const runs = await this.#db
      .selectFrom('service_run')
      .where('seen_ms', '>=', fromMs)
      .select(['started_ms as startMs', 'seen_ms as endMs'])
      .orderBy('started_ms')
      .execute()
    // The run of this very moment may have been written some seconds ago.
    const present = runs.map((run) => (toMs - run.endMs <= 2 * SEEN_EVERY_MS ? { ...run, endMs: toMs } : run))
    const spans = spansOf({ fromMs, toMs, changes, since, runs: present })
    return { fromMs, toMs, spans, onlineShare: shareOnline(spans, toMs) }
  }

  async #sweep(): Promise<void> {
    const nowMs = this.#now()
    if (nowMs - this.#seenMs < SEEN_EVERY_MS) return
    const isFirst = this.#seenMs === Number.NEGATIVE_INFINITY
    // A clock that jumped, or a machine that slept: what lies between nobody has seen.
    if (!isFirst && nowMs - this.#seenMs > MOST_UNSEEN_MS) this.#runId = randomId()
    const run = { id: this.#runId, started_ms: nowMs, seen_ms: nowMs }
    this.#seenMs = nowMs
    await this.#db
      .insertInto('service_run')
      .values(run)
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_ms: nowMs }))
      .execute()
    if (nowMs - this.#sweptMs < SWEEP_EVERY_MS) return
    this.#sweptMs = nowMs
    await this.#db
      .deleteFrom('service_run')
      .where('seen_ms', '<', nowMs - KEPT_MS)
      .execute()
    await this.#db
      .deleteFrom('status_change')
      .where('at_ms', '<', nowMs - KEPT_MS)
      .execute()
  }
}
