import { randomBytes } from 'node:crypto'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import type { Now } from '../runtime/clock.ts'
import type { Sealer } from '../runtime/sealer.ts'

const KEY_BYTES = 32

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

  /** The key (hex) that a bound device is still to be given, drawn on the first call; undefined when it keeps it, or is not bound. */
  async toGive(sn: string): Promise<string | undefined> {
    const fresh = this.#sealer.seal(randomBytes(KEY_BYTES).toString('hex'), ownerOf(sn))
    const bound = this.#db.updateTable('device').where('sn', '=', sn).where('organization_id', 'is not', null)
    await bound.where('binding_key_sealed', 'is', null).set({ binding_key_sealed: fresh, is_binding_key_kept: 0 }).execute()
    return (await this.#find(sn, 0))?.key
  }

  /** The device says that it keeps a key. Nothing changes unless it is the one of this binding, as `isShown` tells. */
  async kept(sn: string, isShown: (keyHex: string) => boolean): Promise<void> {
    const given = await this.#find(sn, 0)
    if (given === undefined || !isShown(given.key)) return
    // Of this very binding: it may have been bound anew meanwhile.
    const same = this.#db.updateTable('device').where('sn', '=', sn).where('binding_key_sealed', '=', given.sealed)
    await same.set({ is_binding_key_kept: 1 }).execute()
  }

  /** The key (hex) that a device has to show; undefined when it has none, or is not bound. */
  async demanded(sn: string): Promise<string | undefined> {
    return (await this.#find(sn, 1))?.key
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

  async #find(sn: string, isKept: 0 | 1): Promise<{ key: string; sealed: string } | undefined> {
    const bound = this.#db.selectFrom('device').where('sn', '=', sn).where('organization_id', 'is not', null)
    const row = await bound.where('is_binding_key_kept', '=', isKept).select('binding_key_sealed').executeTakeFirst()
    const sealed = row?.binding_key_sealed ?? null
    return sealed === null ? undefined : { key: this.#sealer.open(sealed, ownerOf(sn)), sealed }
  }
}

/** What a key is sealed for: it does not open as that of another device. */
function ownerOf(sn: string): string {
  return `binding ${sn}`
}
