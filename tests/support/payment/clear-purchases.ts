import type { Db } from '#server/db/open.ts'

/** Leaves nothing bought, ordered or tried, so that a test begins with free channels alone. */
export async function clearPurchases(db: Db): Promise<void> {
  await db.deleteFrom('cloud_term').execute()
  await db.deleteFrom('licence').execute()
  await db.deleteFrom('payment').execute()
  await db.deleteFrom('vas_order').execute()
}
