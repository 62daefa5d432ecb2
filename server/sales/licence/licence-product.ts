import { licenceStatuses, licenceTransitions, type LicenceStatus } from '#contract/states/licence.ts'
import { orderStatuses } from '#contract/states/order.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import type { OrderProduct, OrderRow } from '../orders/order-product.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import { freeChannels } from './account.ts'
import type { Licences } from './licences.ts'
import { begin, isInForce, isWaiting, type Licence } from './time-line.ts'

const { toBeUsed, terminated, notEffective, toBeUsedAgain } = licenceStatuses

/** What licence orders give: a licence of their own (bought, renewed, on trial), cameras added to the one in use, or both. */
export class LicenceProduct implements OrderProduct {
  readonly #now: Now
  readonly #licences: Licences

  constructor(now: Now, licences: Licences) {
    this.#now = now
    this.#licences = licences
  }

  async fulfil(db: Db, order: OrderRow): Promise<'in-use' | 'waiting' | 'impossible'> {
    const licences = await this.#licences.upToDate(db, order.organization_id)
    const inForce = licences.find(isInForce)
    const gaining = licences.find((licence) => licence.id === order.licence_id && isInForce(licence))
    if (order.kind === 'upgrade' && gaining === undefined) return 'impossible'
    // A renewal's cameras that were to work at once are paid for; without the licence that they join, all of it goes back.
    if (order.added_chl_num > 0 && gaining === undefined) return 'impossible'
    if (gaining !== undefined) await this.#add(db, gaining, order.added_chl_num)
    if (order.kind === 'upgrade') return 'in-use'
    if (inForce?.license_type === 'trial' && order.kind !== 'trial')
      await this.#set(db, inForce, terminated, { due_at_ms: null, ends_at_ms: this.#now() })
    return this.#insert(db, order)
  }

  async suspend(db: Db, order: OrderRow): Promise<void> {
    for (const licence of await this.#ofOrder(db, order)) {
      if (!isInForce(licence) && !isWaiting(licence)) continue
      const left = isInForce(licence) ? Math.max(0, (licence.ends_at_ms ?? 0) - this.#now()) : licence.remaining_ms
      await this.#set(db, licence, notEffective, { due_at_ms: null, remaining_ms: left, starts_at_ms: null, ends_at_ms: null })
    }
    await this.#addToGaining(db, order, -order.added_chl_num)
    await this.#licences.upToDate(db, order.organization_id)
  }

  async restore(db: Db, order: OrderRow): Promise<'in-use' | 'waiting'> {
    for (const licence of await this.#ofOrder(db, order)) {
      if (licence.status === notEffective) await this.#set(db, licence, toBeUsedAgain, {})
    }
    await this.#addToGaining(db, order, order.added_chl_num)
    await this.#licences.upToDate(db, order.organization_id)
    return (await this.#ofOrder(db, order)).some(isWaiting) ? 'waiting' : 'in-use'
  }

  async revoke(db: Db, order: OrderRow): Promise<void> {
    const nowMs = this.#now()
    for (const licence of await this.#ofOrder(db, order)) {
      const hasEnded = licence.status === terminated || licence.status === licenceStatuses.expired
      if (!hasEnded) await this.#set(db, licence, terminated, { due_at_ms: null, ends_at_ms: Math.min(licence.ends_at_ms ?? nowMs, nowMs) })
    }
    // While it was suspended, its added cameras were gone already.
    if (order.status !== orderStatuses.chargeback) await this.#addToGaining(db, order, -order.added_chl_num)
    await this.#licences.upToDate(db, order.organization_id)
  }

  async #insert(db: Db, order: OrderRow): Promise<'in-use' | 'waiting'> {
    const id = randomId()
    const licence: Licence = {
      id,
      organization_id: order.organization_id,
      order_id: order.id,
      license_type: order.kind === 'trial' ? 'trial' : 'paid',
      chl_num: order.chl_num,
      free_chl_num: await freeChannels(db, order.organization_id),
      duration_type: order.duration_type,
      status: toBeUsed,
      starts_at_ms: null,
      ends_at_ms: null,
      remaining_ms: null,
      due_at_ms: null,
      created_at_ms: this.#now(),
    }
    const rest = await db.selectFrom('licence').where('organization_id', '=', order.organization_id).selectAll().execute()
    const isNext = !rest.some((other) => isInForce(other) || isWaiting(other))
    const row = isNext ? begin(licence, this.#now()) : licence
    await db.insertInto('licence').values(row).execute()
    return isNext ? 'in-use' : 'waiting'
  }

  async #ofOrder(db: Db, order: OrderRow): Promise<Licence[]> {
    return db.selectFrom('licence').where('order_id', '=', order.id).selectAll().execute()
  }

  async #addToGaining(db: Db, order: OrderRow, chlNum: number): Promise<void> {
    if (order.licence_id === null || chlNum === 0) return
    const gaining = await db.selectFrom('licence').where('id', '=', order.licence_id).selectAll().executeTakeFirst()
    if (gaining !== undefined) await this.#add(db, gaining, chlNum)
  }

  async #add(db: Db, licence: Licence, chlNum: number): Promise<void> {
    await db
      .updateTable('licence')
      .set({ chl_num: licence.chl_num + chlNum })
      .where('id', '=', licence.id)
      .execute()
  }

  async #set(db: Db, licence: Licence, to: LicenceStatus, also: Partial<Licence>): Promise<void> {
    const status = changeState(licenceTransitions, licence.status, to)
    await db
      .updateTable('licence')
      .set({ ...also, status })
      .where('id', '=', licence.id)
      .execute()
  }
}
