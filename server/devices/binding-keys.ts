import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import type { Now } from '../runtime/clock.ts'
import type { Sealer } from '../runtime/sealer.ts'

const KEY_BYTES = 32

/** The key of a binding. Each drawing is sealed differently: `sealed` tells one binding from another. */
export interface BindingKey {
  /** Hex. */
  key: string
  sealed: string
  /** The device is known to keep it, and has to show it. */
  isKept: boolean
}

/**
 * The keys of bindings. Whoever had a device before may know the code of its label, and could pass for it: a bound device that keeps the key of its
 * binding has to show that one beside. The keys are sealed in the database, and end with the binding.
 */
export class BindingKeys {
  readonly #db: Db
  readonly #now: Now
  readonly #sealer: Sealer

  constructor({ db, now, sealer }: { db: Db; now: Now; sealer: Sealer }) {
    this.#db = db
    this.#now = now
    this.#sealer = sealer
  }

  /** A new key for a binding of this device, sealed. */
  draw(sn: string): string {
    return this.seal(sn, randomBytes(KEY_BYTES).toString('hex'))
  }

  /** A key (hex) that this device has already, for its binding. */
  seal(sn: string, key: string): string {
    return this.#sealer.seal(key, ownerOf(sn))
  }

  /** The key of a device's binding; undefined when it has none, or is not bound. */
  async find(sn: string): Promise<BindingKey | undefined> {
    const bound = this.#db.selectFrom('device').where('sn', '=', sn).where('organization_id', 'is not', null)
    const row = await bound.select(['binding_key_sealed', 'is_binding_key_kept']).executeTakeFirst()
    const sealed = row?.binding_key_sealed ?? null
    if (sealed === null) return undefined
    return { key: this.#sealer.open(sealed, ownerOf(sn)), sealed, isKept: row?.is_binding_key_kept === 1 }
  }

  /** The device has shown that it keeps this key: it is asked for from now on, unless the device was bound anew meanwhile. */
  async kept(sn: string, { sealed }: BindingKey): Promise<void> {
    const same = this.#db.updateTable('device').where('sn', '=', sn).where('binding_key_sealed', '=', sealed)
    await same.set({ is_binding_key_kept: 1 }).execute()
  }

  /** Notes for the owner that somebody came with the code of the device, but without the key. */
  async missed(sn: string): Promise<void> {
    await this.#db.updateTable('device').where('sn', '=', sn).set({ binding_key_missed_at_ms: this.#now() }).execute()
  }

  /** When that was last, within a day; null: not since. */
  async missedAt(sn: string): Promise<number | null> {
    const device = this.#db
      .selectFrom('device')
      .where('sn', '=', sn)
      .where('binding_key_missed_at_ms', '>', this.#now() - DAY_MS)
    return (await device.select('binding_key_missed_at_ms').executeTakeFirst())?.binding_key_missed_at_ms ?? null
  }
}

/** What a key is sealed for: it does not open as that of another device. */
function ownerOf(sn: string): string {
  return `binding ${sn}`
}
