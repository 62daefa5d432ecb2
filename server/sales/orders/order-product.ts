import type { Selectable } from 'kysely'
import type { ErrorCode } from '#contract/errors.ts'
import type { Db } from '../../db/open.ts'
import type { VasOrderTable } from '../../db/schema/licence.ts'

export type OrderRow = Selectable<VasOrderTable>

/**
 * What an order type sells. Each step runs inside the transaction `db` of the payment that causes it, with the organization's
 * account taken, and once.
 */
export interface OrderProduct {
  /** Gives what was paid for. `impossible`: it cannot be given any more, and the money goes back. */
  fulfil(db: Db, order: OrderRow): Promise<'in-use' | 'waiting' | 'impossible'>
  /** Takes it out of force while its payment is disputed. */
  suspend(db: Db, order: OrderRow): Promise<void>
  /** The dispute was won: it is given again. */
  restore(db: Db, order: OrderRow): Promise<'in-use' | 'waiting'>
  /** What it was to be paid with, while nobody sat there, was refused: `fault` says why, if the bank did. The order still waits. */
  refused?(db: Db, order: OrderRow, fault: ErrorCode | null): Promise<void>
  /** The money went back: it ends. */
  revoke(db: Db, order: OrderRow): Promise<void>
}
