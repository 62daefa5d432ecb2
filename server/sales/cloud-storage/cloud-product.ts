import { cloudStorageStatuses, cloudStorageTransitions } from '#contract/states/cloud-storage.ts'
import type { LicenceStatus } from '#contract/states/licence.ts'
import type { ErrorCode } from '#contract/errors.ts'
import type { Now } from '../../runtime/clock.ts'
import type { Db } from '../../db/open.ts'
import { begin, isInForce, isWaiting } from '../licence/time-line.ts'
import type { OrderProduct, OrderRow } from '../orders/order-product.ts'
import { randomId } from '../../runtime/secrets.ts'
import { changeState } from '../../runtime/state-change.ts'
import type { MailTexts } from '../../mail/mail-text.ts'
import type { Mail } from '../../mail/mail.ts'
import { tellAdministrators } from '../../mail/tell-administrators.ts'
import { refusedMail, renewedMail } from './cloud-mails.ts'
import { cameraOf, type CloudTerm } from './cloud-term.ts'
import type { CloudTerms } from './cloud-terms.ts'

const { toBeUsed, expired, terminated, notEffective, toBeUsedAgain } = cloudStorageStatuses

/** What cloud storage orders give: a term for each of their cameras. */
export class CloudProduct implements OrderProduct {
  readonly #now: Now
  readonly #terms: CloudTerms
  readonly #mail: Mail

  constructor({ now, terms, mail }: { now: Now; terms: CloudTerms; mail: Mail }) {
    this.#now = now
    this.#terms = terms
    this.#mail = mail
  }

  async fulfil(db: Db, order: OrderRow): Promise<'in-use' | 'waiting' | 'impossible'> {
    const { goods_id, channels_json, triggers, auto_renew } = await db
      .selectFrom('cloud_order')
      .where('order_id', '=', order.id)
      .selectAll()
      .executeTakeFirstOrThrow()
    const channels = JSON.parse(channels_json) as { sn: string; chlIndex: number }[]
    const sns = [...new Set(channels.map(({ sn }) => sn))]
    const bound = db.selectFrom('device').where('organization_id', '=', order.organization_id).where('sn', 'in', sns)
    // Without one of its cameras it is not what was ordered.
    if ((await bound.select('sn').execute()).length < sns.length) return 'impossible'
    const there = await this.#terms.upToDate(order.organization_id, db)
    // What is bought together begins, and ends, together to the millisecond: it is told as one.
    const nowMs = this.#now()
    const rows = channels.map(({ sn, chlIndex }) => {
      const term: CloudTerm = {
        id: randomId(),
        organization_id: order.organization_id,
        sn,
        chl_index: chlIndex,
        order_id: order.id,
        goods_id,
        triggers,
        is_trial: order.kind === 'trial' ? 1 : 0,
        duration_type: order.duration_type,
        status: toBeUsed,
        starts_at_ms: null,
        ends_at_ms: null,
        remaining_ms: null,
        due_at_ms: null,
        created_at_ms: nowMs,
        auto_renew,
      }
      const isNext = !there.some((other) => cameraOf(other) === cameraOf(term) && (isInForce(other) || isWaiting(other)))
      return isNext ? begin(term, nowMs) : term
    })
    // A renewal that nobody pressed for, of what was renewed by hand meanwhile: its money goes back.
    if (order.renews_order_id !== null && rows.every((row) => there.some((other) => cameraOf(other) === cameraOf(row) && isWaiting(other))))
      return 'impossible'
    await db.insertInto('cloud_term').values(rows).execute()
    if (order.renews_order_id !== null) await this.#tell(db, order, renewedMail, {})
    return rows.some(isInForce) ? 'in-use' : 'waiting'
  }

  async suspend(db: Db, order: OrderRow): Promise<void> {
    const nowMs = this.#now()
    for (const term of await ofOrder(db, order)) {
      if (!isInForce(term) && !isWaiting(term)) continue
      const left = isInForce(term) ? Math.max(0, (term.ends_at_ms ?? 0) - nowMs) : term.remaining_ms
      await set(db, term, notEffective, { due_at_ms: null, remaining_ms: left, starts_at_ms: null, ends_at_ms: null })
    }
    await this.#terms.upToDate(order.organization_id, db)
  }

  async restore(db: Db, order: OrderRow): Promise<'in-use' | 'waiting'> {
    for (const term of await ofOrder(db, order)) if (term.status === notEffective) await set(db, term, toBeUsedAgain, {})
    await this.#terms.upToDate(order.organization_id, db)
    return (await ofOrder(db, order)).some(isInForce) ? 'in-use' : 'waiting'
  }

  async refused(db: Db, order: OrderRow, fault: ErrorCode | null): Promise<void> {
    const source = db.selectFrom('cloud_order').where('order_id', '=', order.renews_order_id ?? '')
    const tryAtMs = (await source.select('try_at_ms').executeTakeFirst())?.try_at_ms ?? 0
    const nextTryMs = tryAtMs < order.pay_before_ms ? tryAtMs : null
    await this.#tell(db, order, refusedMail, { endsAtMs: order.pay_before_ms, fault, nextTryMs })
  }

  async revoke(db: Db, order: OrderRow): Promise<void> {
    const nowMs = this.#now()
    for (const term of await ofOrder(db, order)) {
      if (term.status === terminated || term.status === expired) continue
      await set(db, term, terminated, { due_at_ms: null, ends_at_ms: Math.min(term.ends_at_ms ?? nowMs, nowMs) })
    }
    await this.#terms.upToDate(order.organization_id, db)
  }

  async #tell<More>(
    db: Db,
    order: OrderRow,
    texts: MailTexts<{ cameras: number; amountCents: number; link: string } & More>,
    more: More,
  ): Promise<void> {
    // One that still waits can be paid there; one that is paid has its receipt.
    const page = texts === renewedMail ? '/service/order' : '/service/servicelicense/pay'
    const link = this.#mail.link(`${page}?order=${order.id}`)
    const facts = { cameras: order.chl_num, amountCents: order.amount_cents, link, ...more }
    await tellAdministrators(db, this.#mail, { organizationId: order.organization_id, texts, facts })
  }
}

function ofOrder(db: Db, order: OrderRow): Promise<CloudTerm[]> {
  return db.selectFrom('cloud_term').where('order_id', '=', order.id).selectAll().execute()
}

async function set(db: Db, term: CloudTerm, to: LicenceStatus, also: Partial<CloudTerm>): Promise<void> {
  changeState(cloudStorageTransitions, term.status, to)
  await db
    .updateTable('cloud_term')
    .set({ ...also, status: to })
    .where('id', '=', term.id)
    .execute()
}
