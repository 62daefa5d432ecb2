import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Codes of e-mails and for recovery are kept under the key of the secrets. Those on their way are void; the service puts the others there. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.deleteFrom('email_code').execute()
  for (const table of ['email_code', 'mfa_recovery']) await db.schema.alterTable(table).renameColumn('code_sha256', 'code_mac').execute()
}
