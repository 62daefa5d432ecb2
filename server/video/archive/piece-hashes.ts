import type { Db } from '../../db/open.ts'
import type { ObjectStore } from '../../objects/object-store.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { ArchiveRow } from './archives.ts'
import { FileHash } from './file-hash.ts'
import { readPieceList, writePieceList } from './piece-list.ts'

interface Parts {
  db: Db
  objects: ObjectStore
}

/** The hashes of the pieces of files that are downloaded: kept with the file, and made when first asked for where it is older than they are. */
export class PieceHashes {
  readonly #db: Db
  readonly #objects: ObjectStore
  readonly #making = new Map<string, Promise<string[]>>()

  constructor({ db, objects }: Parts) {
    this.#db = db
    this.#objects = objects
  }

  /** Of a file that is made. Fails with archive-missing when it is gone, and rejects while the store cannot be read. */
  async of({ id, object_key, piece_sha256s_json }: ArchiveRow): Promise<string[]> {
    const kept = readPieceList(piece_sha256s_json)
    if (kept !== undefined) return kept
    if (object_key === null) throw new CallFault('archive-missing')
    const making = this.#making.get(id) ?? this.#make(id, object_key).finally(() => this.#making.delete(id))
    this.#making.set(id, making)
    return making
  }

  async #make(id: string, key: string): Promise<string[]> {
    if ((await this.#objects.sizeOf(key)) === undefined) throw new CallFault('archive-missing')
    const hash = new FileHash()
    for await (const bytes of this.#objects.read(key) as AsyncIterable<Uint8Array>) hash.update(bytes)
    const { pieceSha256s } = hash.digest()
    const own = this.#db.updateTable('archive').where('id', '=', id).where('object_key', '=', key)
    await own.set({ piece_sha256s_json: writePieceList(pieceSha256s) }).execute()
    return pieceSha256s
  }
}
