import type { Page } from '@playwright/test'

/** The keys of what a table of the store holds on this machine now. */
export function keptKeys(page: Page, table: 'answers' | 'snapshots'): Promise<string[]> {
  return page.evaluate(
    (name) =>
      new Promise<string[]>((resolve, reject) => {
        const open = indexedDB.open('sightline')
        open.addEventListener('error', () => reject(open.error))
        open.addEventListener('success', () => {
          const keys = open.result.transaction(name).objectStore(name).getAllKeys()
          keys.addEventListener('error', () => reject(keys.error))
          keys.addEventListener('success', () => {
            open.result.close()
            resolve(keys.result.map(String))
          })
        })
      }),
    table,
  )
}
