import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The oldest lines of the audit trail are found when their time is over. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.createIndex('audit_age').on('audit').column('at_ms').execute()
}
