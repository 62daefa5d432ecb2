import { Box, hiddenName, sealedBytes, sealKey } from './box.ts'
import type { Database, TableName } from './schema.ts'

/** Version 1 kept these in readable form. */
const readable: TableName[] = ['answers', 'snapshots', 'walls']

/**
 * Seals what version 1 left in readable form, with the session's key; without a session nobody may read it, and it goes. Not a
 * part of the migration itself: its transaction does not wait for the work of sealing.
 */
export async function sealLeftovers(database: Database, keyName: string): Promise<void> {
  const key = sealKey.safeParse((await database.get('seal', keyName))?.value)
  const box = new Box({ get: async () => key.data, putIfAbsent: async (_name, made) => made, delete: async () => {} }, keyName)
  for (const name of readable) {
    for (const plainName of await database.getAllKeys(name)) {
      const kept = await database.get(name, plainName)
      if (kept === undefined || sealedBytes.safeParse(kept.value).success) continue
      if (key.success) {
        const value = await box.seal(kept.value, kept.atMs)
        await database.put(name, { atMs: kept.atMs, value }, await hiddenName(plainName))
      }
      await database.delete(name, plainName)
    }
  }
}
