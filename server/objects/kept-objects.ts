import { Readable } from 'node:stream'
import type { Db } from '../db/open.ts'
import type { ByteRange, ListedObject, ObjectStore, Sink } from './object-store.ts'

/** The object store, with what it holds of each organization counted in the database as it comes and goes: nobody has to look through it. */
export class KeptObjects implements ObjectStore {
  readonly #db: Db
  readonly #store: ObjectStore

  constructor({ db, objects }: { db: Db; objects: ObjectStore }) {
    this.#db = db
    this.#store = objects
  }

  async put(key: string, content: Uint8Array | Readable, organizationId: string | null): Promise<void> {
    if (organizationId === null) return this.#store.put(key, content, null)
    let bytes = 0
    async function* counted(stream: Readable): AsyncGenerator<Uint8Array> {
      for await (const some of stream as AsyncIterable<Uint8Array>) {
        bytes += some.byteLength
        yield some
      }
    }
    if (content instanceof Readable) {
      await this.#store.put(key, Readable.from(counted(content), { objectMode: false }), organizationId)
    } else {
      bytes = content.byteLength
      await this.#store.put(key, content, organizationId)
    }
    try {
      await this.#db
        .insertInto('stored_object')
        .values({ object_key: key, organization_id: organizationId, bytes })
        .onConflict((conflict) => conflict.column('object_key').doUpdateSet({ organization_id: organizationId, bytes }))
        .execute()
    } catch (fault) {
      // What is not counted is not kept.
      await this.#store.delete([key])
      throw fault
    }
  }

  sizeOf(key: string): Promise<number | undefined> {
    return this.#store.sizeOf(key)
  }

  read(key: string, range?: ByteRange): Readable {
    return this.#store.read(key, range)
  }

  readFor(sink: Sink, key: string, part: ByteRange): Readable {
    return this.#store.readFor(sink, key, part)
  }

  list(folder: string): AsyncIterable<readonly ListedObject[]> {
    return this.#store.list(folder)
  }

  async delete(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    // Nobody is charged for what could not be deleted afterwards.
    await this.#forget(keys)
    await this.#store.delete(keys)
    // Nor for what the sweep has met meanwhile, named still and counted no more, and counted again.
    await this.#forget(keys)
  }

  async #forget(keys: readonly string[]): Promise<void> {
    await this.#db.deleteFrom('stored_object').where('object_key', 'in', keys).execute()
  }
}
