import { sharePages } from '#tests/support/page-server.ts'
import { shareDemonstration } from '#tests/support/stack.ts'

/** Runs once before all browser tests; what it answers with runs after them. */
export default async function shareAll(): Promise<() => Promise<void>> {
  const removePages = sharePages()
  const removeDemonstration = await shareDemonstration()
  return async () => {
    removePages()
    await removeDemonstration()
  }
}
