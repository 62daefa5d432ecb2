const GIVE_UP_MS = 15_000
/** What is done at once takes some hundredths of a second on a quiet machine, and what waits in vain first takes longer than this. */
export const AT_ONCE_MS = 4_000

/** Waits until this is so. Fails with what it waited for when that does not come. */
export async function until(what: string, isSo: () => boolean, giveUpMs = GIVE_UP_MS): Promise<void> {
  const endMs = Date.now() + giveUpMs
  while (!isSo()) {
    if (Date.now() > endMs) throw new Error(`Did not come: ${what}.`)
    await new Promise((resolve) => setImmediate(resolve))
  }
}
