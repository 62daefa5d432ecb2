import type { FastifyBaseLogger } from 'fastify'
import type { Settings } from '#contract/settings.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses, archiveTransitions } from '#contract/states/archive.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { DeviceLinks } from '../../devices/device-links.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { devicesElsewhere, type Nodes } from '../../nodes/nodes.ts'
import type { Proofs } from '../proof/proofs.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { ArchiveRow } from './archives.ts'
import { ClipUnavailable } from './clip-units.ts'
import { earlyEnd } from './archive-rest.ts'
import { tenantLimits } from '../../access/tenant-limits.ts'
import { Places } from './places.ts'
import { makeArchive, makePart } from './make-part.ts'

const { preparing, processing, success, fail } = archiveStatuses
/** Whoever makes a clip says so more often than this; else another process takes it over. */
const LEASE_MS = 120_000
const TELL_EVERY_MS = 1_000
/** Of the work, how much the fetching is. */
const FETCHED_PERCENT = 95

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  objects: ObjectStore
  nodes: Pick<Nodes, 'id'>
  news: ResourceNews
  deviceLinks: DeviceLinks
  settings: Settings
  proofs: Proofs
}

interface Job {
  stop: AbortController
  done: Promise<void>
}

/**
 * Makes archives and parts of recordings, oldest first, side by side for organizations and devices: fetches each clip from its camera, writes it
 * as a file, and puts it into the object store.
 */
export class ArchiveMaker {
  readonly #parts: Parts
  readonly #jobs = new Map<string, Job>()
  readonly #places = new Places(tenantLimits.clips.archives)
  #isClosing = false
  /** The newest look for work. */
  #looking: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Begins what is to be made, and gives up what nobody wants any more. Called again and again. */
  work(): Promise<void> {
    this.#looking = this.#look()
    return this.#looking
  }

  async #look(): Promise<void> {
    await this.#stopUnwanted()
    while (!this.#isClosing && !this.#places.isFull) {
      const row = await this.#claim()
      if (row === undefined) return
      const stop = new AbortController()
      this.#places.take(row)
      const done = this.#make(row, stop.signal).finally(() => {
        this.#jobs.delete(row.id)
        this.#places.leave(row)
      })
      this.#jobs.set(row.id, { stop, done })
      if (this.#isClosing) stop.abort(new Error('The service ends'))
    }
  }

  /** Ends all work; it is begun anew by the next process. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const { stop } of this.#jobs.values()) stop.abort(new Error('The service ends'))
    // One may just be taken: it is let go again, instead of lying until its lease ends.
    await this.#looking.catch(() => {})
    await Promise.all([...this.#jobs.values()].map(({ done }) => done))
  }

  /** Takes the oldest archive that waits and that there is a place for, or that another process has left behind. */
  async #claim(): Promise<ArchiveRow | undefined> {
    const { db, now, nodes } = this.#parts
    const own = [...this.#jobs.keys()]
    const lost = db.updateTable('archive').set({ status: changeState(archiveTransitions, processing, preparing), progress: 0 })
    const abandoned = lost.where('status', '=', processing).where('lease_until_ms', '<=', now())
    await (own.length === 0 ? abandoned : abandoned.where('id', 'not in', own)).execute()
    // What a device that is connected at another node has recorded, that node fetches.
    const { organizationIds, sns } = this.#places.busy
    let waiting = db
      .selectFrom('archive')
      .where('status', '=', preparing)
      .where('sn', 'not in', devicesElsewhere(nodes.id))
      .orderBy('created_at_ms')
      .select('id')
    if (organizationIds.length > 0) waiting = waiting.where('organization_id', 'not in', organizationIds)
    if (sns.length > 0) waiting = waiting.where('sn', 'not in', sns)
    const next = await (own.length === 0 ? waiting : waiting.where('id', 'not in', own)).executeTakeFirst()
    if (next === undefined) return undefined
    return db
      .updateTable('archive')
      .set({ status: changeState(archiveTransitions, preparing, processing), progress: 0, lease_until_ms: now() + LEASE_MS })
      .where('id', '=', next.id)
      .where('status', '=', preparing)
      .returningAll()
      .executeTakeFirst()
  }

  /** A cancelled archive may have been cancelled by another process, so that the table is what counts. */
  async #stopUnwanted(): Promise<void> {
    if (this.#jobs.size === 0) return
    const ids = [...this.#jobs.keys()]
    const wanted = await this.#parts.db.selectFrom('archive').where('id', 'in', ids).where('status', '=', processing).select('id').execute()
    const isWanted = new Set(wanted.map(({ id }) => id))
    for (const [id, { stop }] of this.#jobs) if (!isWanted.has(id)) stop.abort(new Error('The archive was given up'))
  }

  /** Never rejects. */
  async #make(row: ArchiveRow, signal: AbortSignal): Promise<void> {
    const { objects, log } = this.#parts
    const watching = { signal, onUnit: this.#progress(row, log) }
    try {
      if (row.part_source !== 'cloud') await this.#requireOwnDevice(row)
      const made = await (row.part_expires_at_ms === null ? makeArchive : makePart)(this.#parts, row, watching)
      const end = earlyEnd(row, made.changedAtMs, this.#parts.now())
      const reached = end && { reached_at_ms: end.reached_at_ms, rest_id: end.rest_id }
      const done = { status: changeState(archiveTransitions, processing, success), progress: 100 }
      const isMade = await this.#finish(row, { ...done, ...made.file, ...reached }, end?.rest)
      if (isMade && row.part_expires_at_ms === null) await this.#parts.proofs.makeQuietly(row.id, null)
      if (!isMade && made.file.object_key !== null) await objects.delete([made.file.object_key])
    } catch (fault) {
      await this.#failed(row, fault, signal).catch((second: unknown) => log.error(second, 'The end of an archive could not be kept'))
    }
  }

  /** A device that was unbound meanwhile gives its former owner nothing, whoever has it now. */
  async #requireOwnDevice({ sn, organization_id }: ArchiveRow): Promise<void> {
    const devices = this.#parts.db.selectFrom('device').where('sn', '=', sn).where('organization_id', '=', organization_id)
    if ((await devices.select('sn').executeTakeFirst()) === undefined)
      throw new ClipUnavailable('past-unavailable', 'the device is bound to somebody else, or to nobody')
  }

  async #failed(row: ArchiveRow, fault: unknown, signal: AbortSignal): Promise<void> {
    const { log } = this.#parts
    if (this.#isClosing) {
      await this.#finish(row, { status: changeState(archiveTransitions, processing, preparing), progress: 0 })
    } else if (!signal.aborted) {
      const error = fault instanceof ClipUnavailable ? fault.error : 'recording-not-delivered'
      if (!(fault instanceof ClipUnavailable)) log.error(fault, 'An archive could not be made')
      await this.#finish(row, { status: changeState(archiveTransitions, processing, fail), fail_code: codeOf(error) })
    }
  }

  /** False when the archive is no longer this job's to finish. `rest`: what is to be made beside it. */
  async #finish(
    { id, organization_id, part_expires_at_ms }: ArchiveRow,
    changes: Partial<ArchiveRow>,
    rest?: ArchiveRow,
  ): Promise<boolean> {
    const isFinished = await this.#parts.db.transaction().execute(async (db) => {
      const own = db.updateTable('archive').set(changes).where('id', '=', id).where('status', '=', processing)
      if ((await own.returning('id').executeTakeFirst()) === undefined) return false
      if (rest !== undefined) await db.insertInto('archive').values(rest).execute()
      return true
    })
    if (!isFinished) return false
    // Whoever waits for a part asks.
    if (part_expires_at_ms === null) await this.#parts.news.tell(organization_id, 'archives')
    return true
  }

  /** Tells how far the fetching has come, now and then. */
  #progress(row: ArchiveRow, log: FastifyBaseLogger): (unit: { captureMs: number }) => void {
    const { db, now } = this.#parts
    let toldMs = now()
    return ({ captureMs }) => {
      if (now() - toldMs < TELL_EVERY_MS) return
      toldMs = now()
      const part = (captureMs - row.start_at_ms) / (row.end_at_ms - row.start_at_ms)
      const progress = Math.round(Math.min(Math.max(part, 0), 1) * FETCHED_PERCENT)
      const own = db.updateTable('archive').set({ progress, lease_until_ms: now() + LEASE_MS })
      own
        .where('id', '=', row.id)
        .where('status', '=', processing)
        .execute()
        .catch((fault: unknown) => log.error(fault, 'The progress of an archive could not be kept'))
    }
  }
}
