import type { Quotas } from '../../access/quotas.ts'
import { CallFault } from '../../calls/call-fault.ts'
import type { Db } from '../../db/open.ts'

/** What the archives of an organization take, with the redacted files beside them. */
export async function usedBytes(db: Db, organizationId: string): Promise<number> {
  const archives = await db
    .selectFrom('archive')
    .where('organization_id', '=', organizationId)
    .where('part_expires_at_ms', 'is', null)
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('used'))
    .executeTakeFirstOrThrow()
  const redactions = await db
    .selectFrom('archive_redaction')
    .where('organization_id', '=', organizationId)
    .select(({ fn }) => fn.sum<number | string | null>('size_bytes').as('used'))
    .executeTakeFirstOrThrow()
  return Number(archives.used ?? 0) + Number(redactions.used ?? 0)
}

/** Fails with archive-space-low when the archives of an organization take as much as they may, and with organization-space-low when all that it keeps does. */
export async function requireSpace(db: Db, quotas: Quotas, organizationId: string): Promise<void> {
  const { archiveBytes } = await quotas.shareOf(organizationId, db)
  if ((await usedBytes(db, organizationId)) >= archiveBytes) throw new CallFault('archive-space-low')
  await quotas.requireStoredRoom(organizationId, db)
}
