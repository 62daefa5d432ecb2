import { codeOf } from '#contract/errors.ts'
import { cloudGoods, cloudRenewal, priceOfCloud, type CloudGoodsId } from '#contract/cloud-storage.ts'
import { deviceTypes } from '#contract/enums.ts'
import type { QuoteLine } from '#contract/calls/licence/quote.ts'
import { durationTypes, type PurchaseKind } from '#contract/licence-terms.ts'
import { orderTypes, payTypes, TERMS_VERSION } from '#contract/payment.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import type { LicenceStatus } from '#contract/states/licence.ts'
import { orderStatuses, type OrderStatus } from '#contract/states/order.ts'
import type { PaymentState } from '#contract/states/payment.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Db } from '../db/open.ts'
import { randomId, randomSecret } from '../runtime/secrets.ts'
import { daysOfTerm, endOfTerm } from '../sales/licence/term-time.ts'
import type { OrderRow } from '../sales/orders/order-product.ts'

const { toBeUsed, using, expiring, expired, terminated, notEffective, toBeUsedAgain } = cloudStorageStatuses
const term = durationTypes.days30
const TERM_DAYS = daysOfTerm(term)

/** One order of cloud storage for one camera of the recorder. `id` names it for another that renews it. */
interface CloudPast {
  id?: string
  chlIndex: number
  daysAgo: number
  kind: PurchaseKind
  goodsId: CloudGoodsId
  order: OrderStatus
  payment?: PaymentState
  fault?: number
  term?: LicenceStatus
  autoRenew?: boolean
  renews?: string
  /** Nothing new is recorded of it: its last recording could not be stored, and stays the last. */
  hasFailed?: boolean
}

const bought = { kind: 'buy', goodsId: 'event-7', order: orderStatuses.paid, payment: 'succeeded' } as const

/**
 * Cloud storage of the first eight cameras of a recorder, in every state that a camera can have; "to be used" and "to be used again" are states
 * of what follows something else. All other cameras have never had any.
 */
const past: readonly CloudPast[] = [
  { ...bought, chlIndex: 0, daysAgo: 12, term: using, autoRenew: true },
  { ...bought, chlIndex: 1, daysAgo: 26, term: expiring },
  { ...bought, chlIndex: 1, daysAgo: 1, kind: 'renew', goodsId: 'event-30', order: orderStatuses.toBeUsed, term: toBeUsed },
  { ...bought, id: 'refused', chlIndex: 2, daysAgo: 28, term: expiring, autoRenew: true },
  {
    chlIndex: 2,
    daysAgo: 1,
    kind: 'renew',
    goodsId: 'event-7',
    order: orderStatuses.toBePaid,
    payment: 'closed',
    fault: codeOf('insufficient-funds'),
    autoRenew: true,
    renews: 'refused',
  },
  { ...bought, chlIndex: 3, daysAgo: 35, term: expired },
  { ...bought, chlIndex: 4, daysAgo: 9, order: orderStatuses.returned, payment: 'refunded', term: terminated },
  { ...bought, chlIndex: 5, daysAgo: 14, order: orderStatuses.chargeback, payment: 'disputed', term: notEffective },
  { ...bought, chlIndex: 6, daysAgo: 20, order: orderStatuses.toBeUsed, term: toBeUsedAgain },
  { ...bought, chlIndex: 6, daysAgo: 8, term: using },
  { ...bought, chlIndex: 7, daysAgo: 6, term: using, hasFailed: true },
]

interface DemoDevice {
  sn: string
  dev_type: number
  site_id: string
}

/** The largest recorder among these devices: some of its cameras have cloud storage. */
function cloudRecorderOf<T extends DemoDevice>(devices: readonly T[]): T | undefined {
  return devices.find((device) => device.dev_type === deviceTypes.nvr && device.site_id === 'harbor-warehouse')
}

/** The cameras for which cloud storage is in use and works, and since when recordings of them are there. */
export function recordedCameras(devices: readonly DemoDevice[], nowMs: number) {
  const recorder = cloudRecorderOf(devices)
  if (recorder === undefined) return []
  return past.flatMap(({ chlIndex, daysAgo, goodsId, term, hasFailed }) => {
    const isUsed = (term === using || term === expiring) && hasFailed !== true
    const retentionDays = cloudGoods.find((goods) => goods.goodsId === goodsId)?.retentionDays ?? 0
    return isUsed ? [{ sn: recorder.sn, chlIndex, retentionDays, sinceMs: nowMs - Math.min(daysAgo, retentionDays) * DAY_MS }] : []
  })
}

/** Writes them down, as if this user had bought them, for the largest recorder among these devices; for none when there is none. */
export async function seedCloudPurchases(
  db: Db,
  who: { organizationId: string; userId: string; nowMs: number; devices: readonly DemoDevice[] },
): Promise<void> {
  const recorder = cloudRecorderOf(who.devices)
  if (recorder === undefined) return
  const ids = new Map(past.flatMap(({ id }) => (id === undefined ? [] : [[id, randomId()] as const])))
  for (const one of past) {
    const atMs = who.nowMs - one.daysAgo * DAY_MS
    const amountCents = priceOfCloud(one.goodsId, term)
    const line: QuoteLine = { item: 'term', chlNum: 1, days: TERM_DAYS, termDays: TERM_DAYS, listCents: amountCents, amountCents }
    const payId = randomId()
    const isAutomatic = one.renews !== undefined
    const order: OrderRow = {
      id: ids.get(one.id ?? '') ?? randomId(),
      organization_id: who.organizationId,
      user_id: who.userId,
      order_type: orderTypes.cloudStorage,
      kind: one.kind,
      chl_num: 1,
      duration_type: term,
      licence_id: null,
      added_chl_num: 0,
      lines_json: JSON.stringify([line]),
      amount_cents: amountCents,
      status: one.order,
      terms_version: TERMS_VERSION,
      payment_id: isAutomatic ? null : payId,
      created_at_ms: atMs,
      // A renewal can be paid up to the end of what it renews.
      pay_before_ms: isAutomatic ? who.nowMs + 2 * DAY_MS : atMs,
      paid_at_ms: isAutomatic ? null : atMs,
      is_hidden: 0,
      renews_order_id: ids.get(one.renews ?? '') ?? null,
    }
    await db.insertInto('vas_order').values(order).execute()
    await db
      .insertInto('payment')
      .values(paymentOf(order, payId, one))
      .execute()
    const triggers = one.hasFailed === true ? 'sensor' : 'motion recognition sensor'
    const camera = { sn: recorder.sn, chlIndex: one.chlIndex }
    const detail = { goods_id: one.goodsId, triggers, auto_renew: one.autoRenew === true ? 1 : 0 }
    // The one whose renewal was refused is not tried while it is looked at.
    const tryAtMs = one.id === undefined ? 0 : who.nowMs + cloudRenewal.pauseMs
    await db
      .insertInto('cloud_order')
      .values({ ...detail, order_id: order.id, channels_json: JSON.stringify([camera]), try_at_ms: tryAtMs })
      .execute()
    if (one.term === undefined) continue
    await db
      .insertInto('cloud_term')
      .values({
        ...detail,
        ...termOf(one, order),
        id: randomId(),
        organization_id: who.organizationId,
        sn: camera.sn,
        chl_index: camera.chlIndex,
        order_id: order.id,
      })
      .execute()
    if (one.hasFailed === true)
      await db
        .insertInto('cloud_recording')
        .values(failedRecording(order, camera, who.nowMs))
        .execute()
  }
}

function paymentOf(order: OrderRow, id: string, { payment = 'succeeded', fault, renews, autoRenew }: CloudPast) {
  const isAutomatic = renews !== undefined
  return {
    id,
    order_id: order.id,
    provider: 'demo',
    pay_type: payTypes.card,
    provider_ref: id,
    checkout_url: null,
    amount_cents: order.amount_cents,
    state: payment,
    fault_code: fault ?? null,
    sign_key: randomSecret(),
    is_refund_due: 0,
    check_at_ms: 0,
    created_at_ms: order.created_at_ms,
    means: autoRenew === true ? 'demo' : null,
    is_automatic: isAutomatic ? 1 : 0,
  }
}

function termOf({ term: status = using }: CloudPast, order: OrderRow) {
  const startMs = order.created_at_ms
  const isBegun = status !== toBeUsed && status !== notEffective && status !== toBeUsedAgain
  const endMs = status === terminated ? startMs + DAY_MS : endOfTerm(startMs, term)
  const isLeft = status === notEffective || status === toBeUsedAgain
  return {
    is_trial: 0,
    duration_type: term,
    status,
    starts_at_ms: isBegun ? startMs : null,
    ends_at_ms: isBegun ? endMs : null,
    remaining_ms: isLeft ? TERM_DAYS * DAY_MS - 5 * DAY_MS : null,
    due_at_ms: status === using ? endMs - 7 * DAY_MS : status === expiring ? endMs : null,
    created_at_ms: startMs,
  }
}

function failedRecording(order: OrderRow, { sn, chlIndex }: { sn: string; chlIndex: number }, nowMs: number) {
  return {
    event_id: Math.floor(nowMs - DAY_MS) * 1_000,
    organization_id: order.organization_id,
    sn,
    chl_index: chlIndex,
    order_id: order.id,
    trigger: 'input' as const,
    state: 'failed' as const,
    start_at_ms: nowMs - DAY_MS,
    end_at_ms: nowMs - DAY_MS + 15_000,
    expires_at_ms: nowMs + 6 * DAY_MS,
    size_bytes: 0,
    object_key: null,
    retry_at_ms: null,
  }
}
