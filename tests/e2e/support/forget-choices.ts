import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Stack } from '#tests/support/stack.ts'

/** Has the service know nothing of how a person has arranged the app, as no call does: what is chosen once is there on every machine, and in the tests of other files. */
export function forgetChoices(stack: Stack, role?: string): void {
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { timeout: 5_000 })
  db.prepare("update user set choices = '{}', theme = 'system' where login_name = ?").run(stack.user(role).loginName)
  db.close()
}
