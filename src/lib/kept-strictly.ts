import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

interface PageDb extends DBSchema {
  kept: { key: string; value: string }
}

let opened: Promise<IDBPDatabase<PageDb>> | undefined

/** Where the browser keeps nothing, as when its storage is being cleared, there is no answer. */
async function inDb<T>(work: (db: IDBPDatabase<PageDb>) => Promise<T>): Promise<T | undefined> {
  try {
    opened ??= openDB<PageDb>('sightline-page', 1, { upgrade: (made) => void made.createObjectStore('kept') })
    return await work(await opened)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    opened = undefined
    return undefined
  }
}

/**
 * Keeps, or with `undefined` forgets, what was chosen in this browser where no core does. It is on the disk when this resolves, where no kill takes it:
 * `localStorage` is there seconds later. Where the browser keeps nothing, it is forgotten with the page.
 */
export async function keepStrictly(name: string, value: string | undefined): Promise<void> {
  // One of before may stand there.
  if (value === undefined) localStorage.removeItem(name)
  await inDb(async (db) => {
    const { store, done } = db.transaction('kept', 'readwrite', { durability: 'strict' })
    await Promise.all([value === undefined ? store.delete(name) : store.put(value, name), done])
  })
}

/** What was kept under this name, also where pages kept it before. */
export async function keptStrictly(name: string): Promise<string | undefined> {
  return (await inDb((db) => db.get('kept', name))) ?? localStorage.getItem(name) ?? undefined
}
