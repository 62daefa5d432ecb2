import { join } from 'node:path'
import type { Settings } from '#contract/settings.ts'
import { StartFault } from '../runtime/start-fault.ts'
import { openDatabase, type Db } from './open.ts'

/**
 * Opens the database that the settings name, else the one in the data folder. Throws `StartFault`; the address of the database, which
 * holds a password, is not told.
 */
export async function openFromSettings({ databaseUrl }: Settings, folder: string): Promise<Db> {
  if (databaseUrl === '') {
    return openDatabase(join(folder, 'sightline.db')).catch((fault: unknown) => {
      throw new StartFault(`The database in ${folder} cannot be opened (${String(fault)}).`)
    })
  }
  return openDatabase(databaseUrl).catch((fault: unknown) => {
    throw new StartFault(`The database of SIGHTLINE_DATABASE_URL cannot be used (${reasonOf(fault)}).`)
  })
}

/** A name may stand for several addresses, each of which refuses: then there is a code and no message. */
function reasonOf(fault: unknown): string {
  if (fault instanceof AggregateError && 'code' in fault) return String(fault.code)
  return fault instanceof Error ? fault.message.replaceAll(/\s+/g, ' ') : String(fault)
}
