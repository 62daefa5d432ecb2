import type { Kysely } from 'kysely'
import { payTypes } from '#contract/payment.ts'
import type { Schema } from '../schema.ts'

/** The sandbox knows by which way of payment a check-out is paid; those there are were opened for cards. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .alterTable('sandbox_checkout')
    .addColumn('pay_type', 'integer', (column) => column.notNull().defaultTo(payTypes.card))
    .execute()
}
