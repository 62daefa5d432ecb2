import { licenceLimits } from '#contract/licence-terms.ts'
import type { Db } from '../../db/open.ts'

/**
 * Takes the organization's account for the rest of the transaction `db`: whoever else changes its licences or orders waits. Makes
 * the account when there is none.
 */
export async function lockAccount(db: Db, organizationId: string): Promise<void> {
  await db
    .insertInto('licence_account')
    .values({ organization_id: organizationId, free_chl_num: licenceLimits.freeChannels, revision: 1 })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet((set) => ({ revision: set('licence_account.revision', '+', 1) })),
    )
    .execute()
}

/** Permanent free channels of an organization. */
export async function freeChannels(db: Db, organizationId: string): Promise<number> {
  const account = await db
    .selectFrom('licence_account')
    .where('organization_id', '=', organizationId)
    .select('free_chl_num')
    .executeTakeFirst()
  return account?.free_chl_num ?? licenceLimits.freeChannels
}

/** Cameras of an organization that are open; closed with 0. A device says itself what it is: whatever it says, what it shows is counted. */
export async function countCameras(db: Db, organizationId: string, isOpen = 1): Promise<number> {
  const { total } = await db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .where('device.organization_id', '=', organizationId)
    .where('channel.is_open', '=', isOpen)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}
