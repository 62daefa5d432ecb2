/** Of PostgreSQL and of SQLite: what a row refers to is not there. */
const POSTGRES_FOREIGN_KEY = '23503'
const SQLITE_FOREIGN_KEY = 787

/** Whether a statement failed because what it refers to is not there any more. */
function isReferenceGone(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false
  const { code, errcode } = fault as Error & { code?: unknown; errcode?: unknown }
  return code === POSTGRES_FOREIGN_KEY || errcode === SQLITE_FOREIGN_KEY
}

/**
 * Does what somebody asked for; once more when what it is about was deleted between the look at it and what is written of it. The second
 * look finds that it is missing, and says so in the words that there are for it.
 */
export async function againWhenGone<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!isReferenceGone(fault)) throw fault
    return work()
  }
}
