import { sql } from 'kysely'
import { cloudStorageApplicationInfo as call } from '#contract/calls/cloud-storage/cloud-storage-application-info.ts'
import { cloudStorageStatuses } from '#contract/states/cloud-storage.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { nextEndOf } from '../../sales/cloud-storage/cloud-views.ts'
import { isInForce } from '../../sales/licence/time-line.ts'
import { handler } from '../handler.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'

/** Of what is kept is told by days, of so many. */
const DAYS_SHOWN = 30

export const cloudStorageApplicationInfo = handler(call, async (_input, { cloudTerms, cloudRenewals, payments, db, now }, caller) => {
  const { organizationId } = caller
  const terms = await cloudTerms.upToDate(organizationId)
  const inForce = terms.filter(isInForce)
  const cameras = await channelsSeen(askerOf(caller), {}, db).select('channel.sn').orderBy('channel.sn').execute()
  const kept = await db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'stored')
    .select(({ fn }) => [fn.countAll<number | string>().as('count'), fn.sum<number | string | null>('size_bytes').as('bytes')])
    .executeTakeFirstOrThrow()
  const since = Math.floor(now() / DAY_MS - DAYS_SHOWN + 1) * DAY_MS
  const day = sql<number | string>`${sql.ref('start_at_ms')} - ${sql.ref('start_at_ms')} % ${sql.lit(DAY_MS)}`
  const days = await db
    .selectFrom('cloud_recording')
    .where('organization_id', '=', organizationId)
    .where('start_at_ms', '>=', since)
    .where('start_at_ms', '<=', now())
    .where('state', '=', 'stored')
    .groupBy(day)
    .select(({ fn }) => [
      day.as('day'),
      fn.countAll<number | string>().as('count'),
      fn.sum<number | string | null>('size_bytes').as('bytes'),
    ])
    .orderBy('day')
    .execute()
  const tried = await db.selectFrom('cloud_trial').select('sn').execute()
  const isTried = new Set([...tried.map(({ sn }) => sn), ...inForce.map(({ sn }) => sn)])
  const refused = await cloudRenewals.refused(organizationId)
  const tries = await payments.ofOrders(refused.map(({ order }) => order.id))
  return {
    cameras: cameras.length,
    inUse: inForce.length,
    expiring: inForce.filter(({ status }) => status === cloudStorageStatuses.expiring).length,
    nextEnd: nextEndOf(terms),
    recordings: Number(kept.count),
    usedBytes: Number(kept.bytes ?? 0),
    days: days.map((one) => ({ dayMs: Number(one.day), recordings: Number(one.count), usedBytes: Number(one.bytes ?? 0) })),
    renewals: refused.map(({ order, nextTryMs }) => ({
      orderId: order.id,
      cameras: order.chl_num,
      amountCents: order.amount_cents,
      payFault: tries.find(({ order_id }) => order_id === order.id)?.fault_code ?? null,
      nextTryMs,
      endsAtMs: order.pay_before_ms,
    })),
    trialSns: terms.some(({ is_trial }) => is_trial === 1)
      ? []
      : [...new Set(cameras.map(({ sn }) => sn))].filter((sn) => !isTried.has(sn)),
  }
})
