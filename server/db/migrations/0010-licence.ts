import type { Kysely } from 'kysely'
import { durationTypes } from '#contract/licence-terms.ts'
import type { Schema } from '../schema.ts'

/** Licences, their prices and trials, orders, payments, and the sandbox provider's check-outs. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await licences(db)
  await ordersAndPayments(db)
  await db.insertInto('licence_price').values(firstPrices()).execute()
}

/** In cents for each camera: steps of the camera number by terms. */
function firstPrices() {
  const { days30, days90, days180, year1, years2 } = durationTypes
  const matrix = [
    { from: 1, [days30]: 400, [days90]: 1_100, [days180]: 2_000, [year1]: 3_600, [years2]: 6_400 },
    { from: 11, [days30]: 360, [days90]: 990, [days180]: 1_800, [year1]: 3_240, [years2]: 5_760 },
    { from: 51, [days30]: 320, [days90]: 880, [days180]: 1_600, [year1]: 2_880, [years2]: 5_120 },
    { from: 201, [days30]: 280, [days90]: 770, [days180]: 1_400, [year1]: 2_520, [years2]: 4_480 },
  ]
  return matrix.flatMap((row) =>
    Object.values(durationTypes).map((term) => ({ from_chl: row.from, duration_type: term, unit_cents: row[term] })),
  )
}

async function licences({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('licence_account')
    .addColumn('organization_id', 'text', (column) => column.primaryKey().references('organization.id').onDelete('cascade'))
    .addColumn('free_chl_num', 'integer', (column) => column.notNull())
    .addColumn('revision', 'integer', (column) => column.notNull())
    .execute()
  await schema
    .createTable('licence')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('order_id', 'text', (column) => column.notNull())
    .addColumn('license_type', 'text', (column) => column.notNull())
    .addColumn('chl_num', 'integer', (column) => column.notNull())
    .addColumn('free_chl_num', 'integer', (column) => column.notNull())
    .addColumn('duration_type', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('starts_at_ms', 'bigint')
    .addColumn('ends_at_ms', 'bigint')
    .addColumn('remaining_ms', 'bigint')
    .addColumn('due_at_ms', 'bigint')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('licence_organization').on('licence').column('organization_id').execute()
  await schema.createIndex('licence_order').on('licence').column('order_id').execute()
  await schema.createIndex('licence_due').on('licence').column('due_at_ms').execute()
  await schema
    .createTable('licence_price')
    .addColumn('from_chl', 'integer', (column) => column.notNull())
    .addColumn('duration_type', 'integer', (column) => column.notNull())
    .addColumn('unit_cents', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('licence_price_key', ['from_chl', 'duration_type'])
    .execute()
  await schema
    .createTable('licence_trial')
    .addColumn('sn', 'text', (column) => column.primaryKey())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .execute()
}

async function ordersAndPayments({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('vas_order')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('organization_id', 'text', (column) => column.notNull().references('organization.id').onDelete('cascade'))
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('order_type', 'integer', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('chl_num', 'integer', (column) => column.notNull())
    .addColumn('duration_type', 'integer', (column) => column.notNull())
    .addColumn('licence_id', 'text')
    .addColumn('added_chl_num', 'integer', (column) => column.notNull())
    .addColumn('lines_json', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('terms_version', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text')
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('pay_before_ms', 'bigint', (column) => column.notNull())
    .addColumn('paid_at_ms', 'bigint')
    .addColumn('is_hidden', 'integer', (column) => column.notNull())
    .execute()
  await schema.createIndex('vas_order_organization').on('vas_order').columns(['organization_id', 'created_at_ms']).execute()
  await schema.createIndex('vas_order_deadline').on('vas_order').columns(['status', 'pay_before_ms']).execute()
  await schema
    .createTable('payment')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('vas_order.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('pay_type', 'integer', (column) => column.notNull())
    .addColumn('provider_ref', 'text')
    .addColumn('checkout_url', 'text')
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('fault_code', 'integer')
    .addColumn('sign_key', 'text', (column) => column.notNull())
    .addColumn('is_refund_due', 'integer', (column) => column.notNull())
    .addColumn('check_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('created_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('payment_order').on('payment').column('order_id').execute()
  await schema.createIndex('payment_ref').on('payment').columns(['provider', 'provider_ref']).unique().execute()
  await schema.createIndex('payment_check').on('payment').columns(['state', 'check_at_ms']).execute()
  await schema
    .createTable('payment_event')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('at_ms', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('payment_event_key', ['provider', 'event_id'])
    .execute()
  await schema
    .createTable('sandbox_checkout')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('payment_id', 'text', (column) => column.notNull().unique())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('amount_cents', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('fault_code', 'integer')
    .addColumn('success_url', 'text', (column) => column.notNull())
    .addColumn('cancel_url', 'text', (column) => column.notNull())
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .addColumn('dispute_at_ms', 'bigint')
    .addColumn('dispute_end', 'text')
    .addColumn('announced', 'text', (column) => column.notNull())
    .execute()
}
