import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Proofs of screens' keys that were used: each is good once. */
export async function up({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('station_proof')
    .addColumn('nonce', 'text', (column) => column.primaryKey())
    .addColumn('sn', 'text', (column) => column.notNull().references('station.sn').onDelete('cascade'))
    .addColumn('expires_at_ms', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('station_proof_sn').on('station_proof').column('sn').execute()
  await schema.createIndex('station_proof_expires').on('station_proof').column('expires_at_ms').execute()
}
