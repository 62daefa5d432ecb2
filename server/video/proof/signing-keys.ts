import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { bytesOfHex, sha256Of } from '#shared/proof/hex.ts'
import { KEY_ID_LENGTH, type PublicKey, type Signed } from '#shared/proof/statements.ts'
import type { Db } from '../../db/open.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Sealer } from '../../runtime/sealer.ts'

/** Length of a raw Ed25519 key, which stands at the end of its DER form. */
const RAW_BYTES = 32

/**
 * The service's own keys for what it states about files. The private half is sealed in the database, so that every process of the service signs with the same
 * one; a retired key signs nothing any more, and what it signed stays good.
 */
export class SigningKeys {
  readonly #db: Db
  readonly #now: Now
  readonly #sealer: Sealer

  constructor({ db, now, sealer }: { db: Db; now: Now; sealer: Sealer }) {
    this.#db = db
    this.#now = now
    this.#sealer = sealer
  }

  /** Signs with the key of now, drawn when there is none. */
  async sign(text: string): Promise<Signed> {
    const { id, private_sealed } = (await this.#current()) ?? (await this.#draw())
    const der = Buffer.from(this.#sealer.open(private_sealed, ownerOf(id)), 'base64')
    const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return { text, signature: sign(null, Buffer.from(text), key).toString('hex'), keyId: id }
  }

  /** Retires the key of now: the next signature is another one's. */
  async rotate(): Promise<void> {
    await this.#db.updateTable('proof_key').set({ retired_at_ms: this.#now() }).where('retired_at_ms', 'is', null).execute()
  }

  /** The public halves of these keys, or of all. */
  async publicKeys(ids?: readonly string[]): Promise<PublicKey[]> {
    const all = this.#db.selectFrom('proof_key').select(['id as keyId', 'public_hex as publicKey']).orderBy('created_at_ms').orderBy('id')
    return (ids === undefined ? all : all.where('id', 'in', [...ids])).execute()
  }

  #current() {
    const own = this.#db.selectFrom('proof_key').where('retired_at_ms', 'is', null).orderBy('created_at_ms', 'desc').orderBy('id')
    return own.select(['id', 'private_sealed']).limit(1).executeTakeFirst()
  }

  /** Two processes may draw one at once: both are good, since each statement names its key. */
  async #draw() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const public_hex = publicKey.export({ format: 'der', type: 'spki' }).subarray(-RAW_BYTES).toString('hex')
    const id = (await sha256Of(bytesOfHex(public_hex))).slice(0, KEY_ID_LENGTH)
    const der = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
    const row = { id, public_hex, private_sealed: this.#sealer.seal(der, ownerOf(id)), created_at_ms: this.#now(), retired_at_ms: null }
    await this.#db.insertInto('proof_key').values(row).execute()
    return row
  }
}

function ownerOf(keyId: string): string {
  return `proof-key ${keyId}`
}
