import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Proofs of screens' keys that were used: each is good once. The page of a screen outlives the service: those that are paired go on without proofs until they
 * have given the first.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema
    .alterTable('station_output')
    .addColumn('proves', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  const paired = db.selectFrom('station').select('sn')
  await db.updateTable('station_output').set({ proves: 0 }).where('sn', 'in', paired).execute()
  await schema
    .createTable('station_proof')
    .addColumn('nonce', 'text', (column) => column.primaryKey())
    .addColumn('sn', 'text', (column) => column.notNull().references('station.sn').onDelete('cascade'))
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('station_proof_sn').on('station_proof').column('sn').execute()
  await schema.createIndex('station_proof_expires').on('station_proof').column('expires_at_ms').execute()
}
