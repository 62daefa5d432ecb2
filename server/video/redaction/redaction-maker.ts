import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { archiveStatuses, archiveTransitions } from '#contract/states/archive.ts'
import type { Context } from '../../context.ts'
import { changeState } from '../../runtime/state-change.ts'
import { FileHash } from '../archive/file-hash.ts'
import { writePieceList } from '../archive/piece-list.ts'
import { redactFile } from './redact-file.ts'
import { areasOf } from './redaction-views.ts'
import type { RedactionRow } from './redactions.ts'

const { preparing, processing, success, fail } = archiveStatuses
/** Whoever makes a file says so more often than this; else another process takes it over. */
const LEASE_MS = 60_000
const TELL_EVERY_MS = 1_000
/** What was begun so often and has never come to an end takes its process down, and is left alone. */
const MOST_TRIES = 3
const UNFINISHED = 'unfinished-redactions'

type Parts = Pick<Context, 'db' | 'now' | 'log' | 'objects' | 'news' | 'settings' | 'proofs'>

interface Job {
  row: RedactionRow
  stop: AbortController
  done: Promise<void>
}

/** Makes redacted files, oldest first and one at a time on this node: it is work that nobody waits for as they wait for live video. */
export class RedactionMaker {
  readonly #parts: Parts
  #job: Job | undefined
  #isClosing = false
  /** The newest look for work. */
  #looking: Promise<void> = Promise.resolve()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** Clears away what a process has left behind that was killed. */
  async clear(): Promise<void> {
    await rm(join(this.#parts.settings.dataFolder, UNFINISHED), { recursive: true, force: true })
  }

  /** Begins what is to be made, and gives up what nobody wants any more. Called again and again. */
  work(): Promise<void> {
    this.#looking = this.#look()
    return this.#looking
  }

  /** Ends the work; it is begun anew by the next process. */
  async close(): Promise<void> {
    this.#isClosing = true
    this.#job?.stop.abort(new Error('The service ends'))
    await this.#looking.catch(() => {})
    await this.#job?.done
  }

  async #look(): Promise<void> {
    await this.#stopUnwanted()
    if (this.#isClosing || this.#job !== undefined) return
    const row = await this.#claim()
    if (row === undefined) return
    const stop = new AbortController()
    const done = this.#make(row, stop.signal).finally(() => (this.#job = undefined))
    this.#job = { row, stop, done }
    if (this.#isClosing) stop.abort(new Error('The service ends'))
  }

  async #claim(): Promise<RedactionRow | undefined> {
    const { db, now } = this.#parts
    const lost = db.updateTable('archive_redaction').where('status', '=', processing).where('lease_until_ms', '<=', now())
    const hopeless = { status: changeState(archiveTransitions, processing, fail), fail_code: codeOf('redaction-failed') }
    await lost.where('tries', '>=', MOST_TRIES).set(hopeless).execute()
    await lost.set({ status: changeState(archiveTransitions, processing, preparing), progress: 0 }).execute()
    const waiting = db.selectFrom('archive_redaction').where('status', '=', preparing).orderBy('created_at_ms').select('id')
    const next = await waiting.limit(1).executeTakeFirst()
    if (next === undefined) return undefined
    return db
      .updateTable('archive_redaction')
      .set(({ eb }) => ({
        status: changeState(archiveTransitions, preparing, processing),
        progress: 0,
        lease_until_ms: now() + LEASE_MS,
        tries: eb('tries', '+', 1),
      }))
      .where('id', '=', next.id)
      .where('status', '=', preparing)
      .returningAll()
      .executeTakeFirst()
  }

  /** It may have been cancelled by another process, or gone with its archive: the table is what counts. */
  async #stopUnwanted(): Promise<void> {
    if (this.#job === undefined) return
    const { row, stop } = this.#job
    const own = this.#parts.db.selectFrom('archive_redaction').where('id', '=', row.id).where('status', '=', processing)
    if ((await own.select('id').executeTakeFirst()) === undefined) stop.abort(new Error('The redaction was given up'))
  }

  /** Never rejects. */
  async #make(row: RedactionRow, signal: AbortSignal): Promise<void> {
    const { objects, log, settings } = this.#parts
    const folder = join(settings.dataFolder, UNFINISHED, row.id)
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await this.#file(row, folder, signal)
      const done = { status: changeState(archiveTransitions, processing, success), progress: 100 }
      if (await this.#finish(row, { ...done, ...file })) await this.#parts.proofs.makeQuietly(row.archive_id, row.id)
      else await objects.delete([file.object_key])
    } catch (fault) {
      await this.#failed(row, fault, signal).catch((second: unknown) => log.error(second, 'The end of a redaction could not be kept'))
    } finally {
      await rm(folder, { recursive: true, force: true }).catch((fault: unknown) =>
        log.error(fault, 'A redaction could not be cleared away'),
      )
    }
  }

  async #file(row: RedactionRow, folder: string, signal: AbortSignal) {
    const { db, objects, log } = this.#parts
    const archive = await db.selectFrom('archive').where('id', '=', row.archive_id).select('object_key').executeTakeFirst()
    if (archive?.object_key == null) throw new Error('The archive has no file')
    const untouched = join(folder, 'untouched.mp4')
    const redacted = join(folder, 'redacted.mp4')
    await pipeline(objects.read(archive.object_key), createWriteStream(untouched, { mode: 0o600 }), { signal })
    const onProgress = this.#progress(row)
    const written = await redactFile(untouched, redacted, { areas: areasOf(row), isSilent: row.is_silent === 1, signal, onProgress })
    const object_key = `redactions/${row.id.slice(0, 2)}/${row.id}.mp4`
    const hash = new FileHash()
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const some of createReadStream(redacted) as AsyncIterable<Uint8Array>) {
        signal.throwIfAborted()
        hash.update(some)
        yield some
      }
    }
    await objects.put(object_key, Readable.from(counted(), { objectMode: false }), row.organization_id)
    const { sha256, pieceSha256s } = hash.digest()
    log.info({ redaction: row.id, bytes: hash.sizeBytes }, 'An archive was redacted')
    return { ...written, object_key, size_bytes: hash.sizeBytes, sha256, piece_sha256s_json: writePieceList(pieceSha256s) }
  }

  async #failed(row: RedactionRow, fault: unknown, signal: AbortSignal): Promise<void> {
    if (this.#isClosing) {
      // Nothing of it was at fault.
      const again = { status: changeState(archiveTransitions, processing, preparing), progress: 0, tries: row.tries - 1 }
      await this.#finish(row, again)
    } else if (!signal.aborted) {
      this.#parts.log.error(fault, 'An archive could not be redacted')
      const error: ErrorName = isFull(fault) ? 'archive-space-low' : 'redaction-failed'
      await this.#finish(row, { status: changeState(archiveTransitions, processing, fail), fail_code: codeOf(error) })
    }
  }

  /** False when it is no longer this job's to finish. */
  async #finish({ id, organization_id }: RedactionRow, changes: Partial<RedactionRow>): Promise<boolean> {
    const { db, news } = this.#parts
    const own = db.updateTable('archive_redaction').set(changes).where('id', '=', id).where('status', '=', processing)
    const isFinished = (await own.returning('id').executeTakeFirst()) !== undefined
    if (isFinished) await news.tell(organization_id, 'archives')
    return isFinished
  }

  /** Tells how far it has come, now and then, and that somebody is at it. */
  #progress({ id }: RedactionRow): (part: number) => void {
    const { db, now, log } = this.#parts
    let toldMs = now()
    return (part) => {
      if (now() - toldMs < TELL_EVERY_MS) return
      toldMs = now()
      const progress = Math.round(Math.min(Math.max(part, 0), 1) * 99)
      db.updateTable('archive_redaction')
        .set({ progress, lease_until_ms: now() + LEASE_MS })
        .where('id', '=', id)
        .where('status', '=', processing)
        .execute()
        .catch((fault: unknown) => log.error(fault, 'The progress of a redaction could not be kept'))
    }
  }
}

function isFull(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && (fault.code === 'ENOSPC' || fault.code === 'EDQUOT')
}
