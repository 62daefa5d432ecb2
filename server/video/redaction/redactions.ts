import type { Selectable } from 'kysely'
import type { ArchiveRight } from '#contract/archives.ts'
import { redactionLimits, type RedactionArea } from '#contract/redaction.ts'
import { archiveStatuses, archiveTransitions, deletableArchives } from '#contract/states/archive.ts'
import type { Principal } from '../../access/caller.ts'
import type { Quotas } from '../../access/quotas.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { ArchiveRedactionTable } from '../../db/schema/archive.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { Now } from '../../runtime/clock.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import { requireSpace } from '../archive/archive-space.ts'
import type { ArchiveRow, Archives } from '../archive/archives.ts'

export type RedactionRow = Selectable<ArchiveRedactionTable>
/** A redacted file with the archive that it stands beside. */
export interface RedactionOfArchive {
  redaction: RedactionRow
  archive: ArchiveRow
}

const { preparing, processing, success, cancelled } = archiveStatuses

interface Parts {
  db: Db
  now: Now
  archives: Archives
  objects: ObjectStore
  quotas: Quotas
}

/** Redacted files beside archives. Whoever does not see the archive does not see them either. */
export class Redactions {
  readonly #db: Db
  readonly #now: Now
  readonly #archives: Archives
  readonly #objects: ObjectStore
  readonly #quotas: Quotas

  constructor({ db, now, archives, objects, quotas }: Parts) {
    this.#quotas = quotas
    this.#db = db
    this.#now = now
    this.#archives = archives
    this.#objects = objects
  }

  /** Fails as its call says. */
  async create(
    who: Principal,
    { archiveId, areas, isSilent }: { archiveId: string; areas: readonly RedactionArea[]; isSilent: boolean },
  ): Promise<RedactionRow> {
    const archive = await this.#archives.requireMade(who, archiveId, 'add')
    const person = await this.#db.selectFrom('user').where('id', '=', who.userId).select(['alias', 'login_name']).executeTakeFirstOrThrow()
    const unmade = { fail_code: null, size_bytes: null, codec: null, width: null, height: null, object_key: null, sha256: null }
    const row: RedactionRow = {
      id: randomId(),
      archive_id: archive.id,
      organization_id: archive.organization_id,
      status: preparing,
      progress: 0,
      ...unmade,
      areas_json: JSON.stringify(areas),
      is_silent: isSilent ? 1 : 0,
      piece_sha256s_json: null,
      user_id: who.userId,
      made_by: person.alias === '' ? person.login_name : person.alias,
      created_at_ms: this.#now(),
      lease_until_ms: 0,
      tries: 0,
    }
    await this.#db.transaction().execute(async (db) => {
      await requireSpace(db, this.#quotas, archive.organization_id)
      await requireRoom(db, archive)
      await db.insertInto('archive_redaction').values(row).execute()
    })
    return row
  }

  /** Those of an archive, newest first. Fails as its call says. */
  async list(who: Principal, archiveId: string): Promise<RedactionRow[]> {
    const { id } = await this.#archives.require(who, archiveId, 'query')
    const own = this.#db.selectFrom('archive_redaction').where('archive_id', '=', id)
    return own.orderBy('created_at_ms', 'desc').orderBy('id').selectAll().execute()
  }

  /** If the person sees the archive and has this right on it. Fails with redaction-missing, then no-permission or no-download-right. */
  async require(who: Principal, redactionId: string, right: ArchiveRight): Promise<RedactionOfArchive> {
    const own = this.#db.selectFrom('archive_redaction').where('id', '=', redactionId)
    const redaction = await own.where('organization_id', '=', who.organizationId).selectAll().executeTakeFirst()
    if (redaction === undefined) throw new CallFault('redaction-missing')
    const archive = await this.#archives.require(who, redaction.archive_id, right).catch((fault: unknown) => {
      throw fault instanceof CallFault && fault.error === 'archive-missing' ? new CallFault('redaction-missing') : fault
    })
    return { redaction, archive }
  }

  /** The same, of one that is made. Fails with wrong-state too. */
  async requireMade(who: Principal, redactionId: string, right: ArchiveRight): Promise<RedactionOfArchive> {
    const found = await this.require(who, redactionId, right)
    if (found.redaction.status !== success) throw new CallFault('wrong-state')
    return found
  }

  /** What a share passes on in the archive's place, as long as both are there; undefined when the redacted file is gone or not made. */
  async sharedFile(archiveId: string, redactionId: string): Promise<ArchiveRow | undefined> {
    const archive = await this.#db.selectFrom('archive').where('id', '=', archiveId).selectAll().executeTakeFirst()
    const own = this.#db.selectFrom('archive_redaction').where('id', '=', redactionId).where('archive_id', '=', archiveId)
    const redaction = await own.where('status', '=', success).selectAll().executeTakeFirst()
    return archive && redaction && inItsPlace({ redaction, archive })
  }

  /** Gives it up. Fails as its call says. */
  async cancel(who: Principal, redactionId: string): Promise<RedactionRow> {
    const { redaction } = await this.require(who, redactionId, 'add')
    const status = changeState(archiveTransitions, redaction.status, cancelled)
    const own = this.#db.updateTable('archive_redaction').set({ status }).where('id', '=', redaction.id)
    const changed = await own.where('status', '=', redaction.status).returningAll().executeTakeFirst()
    if (changed === undefined) throw new CallFault('wrong-state')
    return changed
  }

  /** With its file. Fails as its call says. */
  async delete(who: Principal, redactionId: string): Promise<void> {
    const { redaction } = await this.require(who, redactionId, 'delete')
    const own = this.#db.deleteFrom('archive_redaction').where('id', '=', redaction.id).where('status', 'in', deletableArchives)
    const deleted = await own.returning('object_key').executeTakeFirst()
    if (deleted === undefined) throw new CallFault('wrong-state')
    if (deleted.object_key !== null) await this.#objects.delete([deleted.object_key])
  }
}

/** The archive with the redacted file in the place of its own: what is played, downloaded and passed on. */
export function inItsPlace({ redaction, archive }: RedactionOfArchive): ArchiveRow {
  const { object_key, size_bytes, codec, width, height, piece_sha256s_json } = redaction
  return { ...archive, title: redactedTitle(archive.title), object_key, size_bytes, codec, width, height, piece_sha256s_json }
}

function redactedTitle(title: string): string {
  return `${title} (redacted)`
}

async function requireRoom(db: Db, { id, organization_id }: ArchiveRow): Promise<void> {
  const all = db.selectFrom('archive_redaction').select(({ fn }) => fn.countAll<number | string>().as('count'))
  const ofArchive = await all.where('archive_id', '=', id).executeTakeFirstOrThrow()
  if (Number(ofArchive.count) >= redactionLimits.ofArchive) throw new CallFault('too-many-redactions')
  const waiting = await all
    .where('organization_id', '=', organization_id)
    .where('status', 'in', [preparing, processing])
    .executeTakeFirstOrThrow()
  if (Number(waiting.count) >= redactionLimits.unfinished) throw new CallFault('too-many-archives-waiting')
}
