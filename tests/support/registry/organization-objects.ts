import { durationTypes } from '#contract/licence-terms.ts'
import { orderTypes, payTypes, TERMS_VERSION } from '#contract/payment.ts'
import { licenceStatuses } from '#contract/states/licence.ts'
import { orderStatuses } from '#contract/states/order.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import type { Db } from '#server/db/open.ts'
import { sha256 } from '#server/runtime/secrets.ts'
import { identifiersOf, SECRET, type Owner } from './objects.ts'

const DAY_MS = 24 * 60 * 60_000

/** The secret in the link of an installer's access. */
export function grantSecret(grantId: string): string {
  return `${SECRET.slice(grantId.length)}${grantId}`
}

/** Brings what an organization has once into the database: its purchases, its installer, an audit trail. The clock changes none of it for a year. */
export async function putOrganizationObjects(db: Db, owner: Owner, nowMs: number): Promise<void> {
  const person = await db.selectFrom('user').where('id', '=', owner.userId).selectAll().executeTakeFirstOrThrow()
  const installerId = `${owner.mark}-installer`
  const installer = { id: installerId, login_name: installerId, role: 'no-authority' as const, is_installer: 1 }
  await db
    .insertInto('user')
    .values({ ...person, ...installer })
    .execute()
  const { organizationId: organization_id, userId: user_id, mark } = owner
  const ids = identifiersOf(owner)
  const id = (name: string): string => ids[name] ?? ''
  const yearAheadMs = nowMs + 365 * DAY_MS
  const term = { chl_num: 8, duration_type: durationTypes.year1 }
  const key = id('orderId')
  const rows = [
    db.insertInto('vas_order').values({
      ...term,
      id: key,
      organization_id,
      user_id,
      order_type: orderTypes.license,
      kind: 'buy',
      licence_id: null,
      added_chl_num: 0,
      lines_json: '[]',
      amount_cents: 5_000,
      status: orderStatuses.paid,
      terms_version: TERMS_VERSION,
      payment_id: id('payId'),
      created_at_ms: nowMs,
      pay_before_ms: nowMs + 60_000,
      paid_at_ms: nowMs,
      is_hidden: 0,
    }),
    db.insertInto('payment').values({
      id: id('payId'),
      order_id: key,
      provider: 'demo',
      pay_type: payTypes.card,
      provider_ref: id('payId'),
      checkout_url: null,
      amount_cents: 5_000,
      state: 'succeeded',
      fault_code: null,
      sign_key: 'k'.repeat(43),
      is_refund_due: 0,
      check_at_ms: yearAheadMs,
      created_at_ms: nowMs,
    }),
    db.insertInto('licence').values({
      ...term,
      id: `${mark}-licence`,
      organization_id,
      order_id: key,
      license_type: 'paid',
      free_chl_num: 4,
      status: licenceStatuses.using,
      starts_at_ms: nowMs,
      ends_at_ms: yearAheadMs,
      remaining_ms: null,
      due_at_ms: yearAheadMs - 7 * DAY_MS,
      created_at_ms: nowMs,
    }),
    db.insertInto('audit').values({
      id: `${mark}-audit`,
      at_ms: nowMs,
      organization_id,
      user_id: id('personId'),
      address: '127.0.0.1',
      path: '/vms/user/logout',
      input_json: '{}',
      code: 200,
    }),
    db.insertInto('invitation').values({
      id: id('inviteId'),
      organization_id,
      kind: 'company',
      email: `invited-${mark}@example.org`,
      user_id: null,
      language: 'en-US',
      secret_sha256: sha256(SECRET + mark),
      created_at_ms: nowMs,
      sent_at_ms: nowMs,
      expires_at_ms: yearAheadMs,
      used_at_ms: null,
    }),
    db.insertInto('installer').values({
      id: installerId,
      organization_id,
      user_id: installerId,
      company_name: 'Installer',
      contact: 'Somebody',
      email: `installer-${mark}@example.org`,
      phone: '',
      language: 'en-US',
      key_sha256: sha256(SECRET + mark),
      bound_at_ms: nowMs,
    }),
    db.insertInto('remote_access').values({
      id: id('requestId'),
      organization_id,
      installer_id: installerId,
      reason: '',
      asked_minutes: 30,
      granted_minutes: null,
      status: remoteAccessStatuses.pending,
      secret_sha256: null,
      created_at_ms: nowMs,
      until_ms: null,
    }),
    ...[
      { grant: 'grantId', status: remoteAccessStatuses.accepted, until_ms: null },
      { grant: 'pastGrantId', status: remoteAccessStatuses.expired, until_ms: nowMs },
    ].map(({ grant, status, until_ms }) =>
      db.insertInto('remote_access').values({
        id: id(grant),
        organization_id,
        installer_id: installerId,
        reason: '',
        asked_minutes: 30,
        granted_minutes: 30,
        status,
        secret_sha256: sha256(grantSecret(id(grant))),
        created_at_ms: nowMs,
        until_ms,
      }),
    ),
  ]
  for (const row of rows) await row.execute()
}
