import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Cloud storage that renews itself: what is on, which order renews which, and what a provider keeps to pay with. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  const add = (table: string, column: string, type: 'integer' | 'bigint') =>
    schema
      .alterTable(table)
      .addColumn(column, type, (definition) => definition.notNull().defaultTo(0))
      .execute()
  await add('cloud_order', 'auto_renew', 'integer')
  await add('cloud_order', 'try_at_ms', 'bigint')
  await add('cloud_term', 'auto_renew', 'integer')
  await add('payment', 'is_automatic', 'integer')
  await add('sandbox_checkout', 'keeps_means', 'integer')
  await schema.alterTable('vas_order').addColumn('renews_order_id', 'text').execute()
  await schema.alterTable('payment').addColumn('means', 'text').execute()
  await schema.alterTable('sandbox_checkout').addColumn('means', 'text').execute()
  await schema.createIndex('cloud_term_end').on('cloud_term').columns(['auto_renew', 'ends_at_ms']).execute()
  await schema.createIndex('vas_order_renews').on('vas_order').column('renews_order_id').execute()
}
