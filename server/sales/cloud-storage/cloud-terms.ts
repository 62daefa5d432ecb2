import { orderStatuses, orderTransitions } from '#contract/states/order.ts'
import type { Now, Sweeper } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { lockAccount } from '../licence/account.ts'
import { remindOfTerms } from './cloud-reminders.ts'
import { cameraOf, type CloudTerm } from './cloud-term.ts'
import { advance } from '../licence/time-line.ts'
import type { Mail } from '../../mail/mail.ts'
import { changeState } from '../../runtime/state-change.ts'

/** Terms of cloud storage, one time line for each camera: at most one is in use, and what waits begins where that ends. */
export class CloudTerms {
  readonly #db: Db
  readonly #now: Now
  readonly #mail: Mail

  constructor({ db, now, sweeper, mail }: { db: Db; now: Now; sweeper: Sweeper; mail: Mail }) {
    this.#db = db
    this.#mail = mail
    this.#now = now
    sweeper.add(() => this.#advanceDue())
  }

  /** The organization's terms as the clock has them now; what changed is written. `db` may be a transaction. */
  async upToDate(organizationId: string, db: Db = this.#db): Promise<CloudTerm[]> {
    const read = () => db.selectFrom('cloud_term').where('organization_id', '=', organizationId).selectAll().execute()
    const terms = await read()
    if (advanced(terms, this.#now()).length === 0) return terms
    if (db.isTransaction) await this.#advance(db, organizationId)
    else await db.transaction().execute((inside) => this.#advance(inside, organizationId))
    return read()
  }

  async #advance(db: Db, organizationId: string): Promise<void> {
    await lockAccount(db, organizationId)
    const terms = await db.selectFrom('cloud_term').where('organization_id', '=', organizationId).selectAll().execute()
    const changed = advanced(terms, this.#now())
    for (const { id, order_id, status, starts_at_ms, ends_at_ms, remaining_ms, due_at_ms } of changed) {
      await db.updateTable('cloud_term').set({ status, starts_at_ms, ends_at_ms, remaining_ms, due_at_ms }).where('id', '=', id).execute()
      // An order of which a term has begun is no longer "to be used".
      await db
        .updateTable('vas_order')
        .set({ status: changeState(orderTransitions, orderStatuses.toBeUsed, orderStatuses.paid) })
        .where('id', '=', order_id)
        .where('status', '=', orderStatuses.toBeUsed)
        .execute()
    }
    const all = [...changed, ...terms.filter(({ id }) => !changed.some((term) => term.id === id))]
    await remindOfTerms(db, this.#mail, { organizationId, changed, all })
  }

  async #advanceDue(): Promise<void> {
    const due = this.#db.selectFrom('cloud_term').where('due_at_ms', '<=', this.#now()).select('organization_id').distinct()
    for (const { organization_id } of await due.execute()) await this.upToDate(organization_id)
  }
}

function advanced(terms: readonly CloudTerm[], nowMs: number): CloudTerm[] {
  const cameras = Map.groupBy(terms, cameraOf)
  return [...cameras.values()].flatMap((ofCamera) => advance(ofCamera, nowMs))
}
