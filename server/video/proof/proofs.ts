import type { FastifyBaseLogger } from 'fastify'
import { namesFor } from '#contract/masked.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { canonical } from '#shared/proof/canonical.ts'
import { CLIP_FORMAT, type ClipStatement, type PublicKey, type Signed } from '#shared/proof/statements.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import type { Now } from '../../runtime/clock.ts'
import { sha256 } from '../../runtime/secrets.ts'
import { reachedMs } from '../archive/archive-views.ts'
import type { ArchiveRow } from '../archive/archives.ts'
import { inItsPlace, type RedactionRow } from '../redaction/redactions.ts'
import { writePieceList } from '../archive/piece-list.ts'
import { readFileFacts } from './file-facts.ts'
import type { SigningKeys } from './signing-keys.ts'

interface Parts {
  db: Db
  now: Now
  log: FastifyBaseLogger
  objects: ObjectStore
  signingKeys: SigningKeys
}
/** What is stated about a file, oldest first, and what it takes to believe it. `crc32`: of the file. */
export interface Proof {
  statements: Signed[]
  keys: PublicKey[]
  crc32: number
}
/** Changes of one title at once. */
const MOST_TRIES = 5
type Change = Pick<ClipStatement, 'change' | 'by' | 'atMs' | 'original' | 'originalFile'>

/** Signed statements about the files of archives and of redacted ones: made with the file, and one more with each change of what is written about it. */
export class Proofs {
  readonly #parts: Parts
  readonly #making = new Map<string, Promise<void>>()

  constructor(parts: Parts) {
    this.#parts = parts
  }

  /** The proof of the file of an archive, or of a redacted one, made where there is none yet. Fails with proof-missing: the file is gone, or is not the one that was made. */
  async of(archiveId: string, redactionId: string | null): Promise<Proof> {
    const found = await this.#known(redactionId ?? archiveId)
    if (found !== undefined) return found
    await this.make(archiveId, redactionId)
    const made = await this.#known(redactionId ?? archiveId)
    if (made === undefined) throw new CallFault('proof-missing')
    return made
  }

  /** Makes the first statement about a file. Called again it does nothing. Fails with proof-missing. */
  async make(archiveId: string, redactionId: string | null): Promise<void> {
    const fileId = redactionId ?? archiveId
    const making = this.#making.get(fileId) ?? this.#make(archiveId, redactionId).finally(() => this.#making.delete(fileId))
    this.#making.set(fileId, making)
    return making
  }

  /** The same, for who has made the file and does not wait for it: without a proof now, there is one when it is asked for. */
  async makeQuietly(archiveId: string, redactionId: string | null): Promise<void> {
    await this.make(archiveId, redactionId).catch((fault: unknown) => this.#parts.log.warn(fault, 'A file could not be signed yet'))
  }

  /**
   * Another title stands in another statement, which names the one before. A file that cannot be signed has none, and its title changes all the same.
   */
  async described(before: ArchiveRow, after: ArchiveRow, userId: string): Promise<void> {
    if (after.status !== archiveStatuses.success || before.title === after.title) return
    const { db } = this.#parts
    const person = await db.selectFrom('user').where('id', '=', userId).select(['alias', 'login_name']).executeTakeFirstOrThrow()
    const by = namesFor(undefined).name(person.alias === '' ? person.login_name : person.alias)
    try {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) if (await this.#describe(after, by)) return
      this.#parts.log.warn({ archive: after.id }, 'A title could not be signed')
    } catch (fault) {
      if (!(fault instanceof CallFault)) throw fault
      this.#parts.log.warn(fault, 'A title could not be signed')
    }
  }

  /** False when another statement came in between. */
  async #describe({ id, title }: ArchiveRow, by: string): Promise<boolean> {
    const { statements, crc32 } = await this.of(id, null)
    const last = statements.at(-1)
    if (last === undefined) return false
    const previous = JSON.parse(last.text) as ClipStatement
    const nowMs = this.#parts.now()
    const change = { change: 'described', by, atMs: nowMs, signedAtMs: nowMs, title } as const
    const file = { ...previous.file, segments: [] }
    return this.#keep({ ...previous, ...change, file, number: previous.number + 1, previous: sha256(last.text) }, crc32)
  }

  async #known(fileId: string): Promise<Proof | undefined> {
    const own = this.#parts.db.selectFrom('proof_statement').where('file_id', '=', fileId).orderBy('number')
    const rows = await own.selectAll().execute()
    const [first] = rows
    if (first === undefined) return undefined
    const statements = rows.map(({ statement_text: text, signature_hex: signature, key_id: keyId }) => ({ text, signature, keyId }))
    const keys = await this.#parts.signingKeys.publicKeys([...new Set(rows.map((row) => row.key_id))])
    return { statements, keys, crc32: first.crc32 }
  }

  async #make(archiveId: string, redactionId: string | null): Promise<void> {
    const { db } = this.#parts
    if ((await this.#known(redactionId ?? archiveId)) !== undefined) return
    const archive = await db.selectFrom('archive').where('id', '=', archiveId).selectAll().executeTakeFirst()
    if (archive === undefined) throw new CallFault('proof-missing')
    if (redactionId === null) {
      const change = { change: 'made', by: archive.archived_by, atMs: archive.created_at_ms, original: null } as const
      return this.#state(archive, archive.id, change)
    }
    const own = db.selectFrom('archive_redaction').where('id', '=', redactionId).where('archive_id', '=', archiveId)
    const redaction: RedactionRow | undefined = await own.selectAll().executeTakeFirst()
    if (redaction === undefined) throw new CallFault('proof-missing')
    const original = (await this.of(archiveId, null)).statements.at(-1)
    const change = { change: 'redacted', by: redaction.made_by, atMs: redaction.created_at_ms } as const
    if (original === undefined) throw new CallFault('proof-missing')
    const { sizeBytes, sha256: untouched } = (JSON.parse(original.text) as ClipStatement).file
    const from = { original: sha256(original.text), originalFile: { fileId: archive.id, sizeBytes, sha256: untouched } }
    await this.#state(inItsPlace({ redaction, archive }), redaction.id, { ...change, ...from })
  }

  async #state(row: ArchiveRow, fileId: string, { change, by, atMs, original, originalFile }: Change): Promise<void> {
    const { db, objects, now } = this.#parts
    const { object_key, organization_id } = row
    if (row.status !== archiveStatuses.success || object_key === null) throw new CallFault('proof-missing')
    if ((await objects.sizeOf(object_key)) === undefined) throw new CallFault('proof-missing')
    const { pieceSha256s, plainSha256s, crc32, ...file } = await readFileFacts(objects, object_key)
    // What was written while it was made is what is signed: a file that was changed since is not.
    const known = row.piece_sha256s_json
    if (known !== null && known !== writePieceList(pieceSha256s) && known !== JSON.stringify(plainSha256s))
      throw new CallFault('proof-missing')
    const organization = await db.selectFrom('organization').where('id', '=', organization_id).select('name').executeTakeFirstOrThrow()
    const statement: ClipStatement = {
      format: CLIP_FORMAT,
      fileId,
      archiveId: row.id,
      number: 1,
      previous: null,
      original,
      ...(originalFile && { originalFile }),
      change,
      by: namesFor(undefined).name(by),
      atMs,
      signedAtMs: now(),
      organization: organization.name,
      title: row.title,
      device: { sn: row.sn, channel: row.chl_index, camera: row.camera_name, site: row.site_name },
      range: { fromMs: row.start_at_ms, toMs: reachedMs(row) },
      file,
    }
    await this.#keep(statement, crc32)
  }

  /** False when there is one with this number already: the first counts. */
  async #keep(statement: ClipStatement, crc32: number): Promise<boolean> {
    const text = canonical(statement)
    const { signature, keyId } = await this.#parts.signingKeys.sign(text)
    const { fileId: file_id, archiveId: archive_id, number } = statement
    const signed = { statement_text: text, statement_sha256: sha256(text), signature_hex: signature, key_id: keyId }
    const kept = this.#parts.db.insertInto('proof_statement').values({ file_id, archive_id, number, crc32, ...signed })
    return (
      (await kept
        .onConflict((conflict) => conflict.doNothing())
        .returning('number')
        .executeTakeFirst()) !== undefined
    )
  }
}
