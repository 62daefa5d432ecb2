const STORE = 'kept'

/**
 * Opened for each use, which are few: the browser may close what stays open, as when its storage is cleared, and does not clear it before. Where it
 * keeps nothing, there is no answer.
 */
async function inStore<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  let db: IDBDatabase | undefined
  try {
    db = await openedDb()
    const transaction = db.transaction(STORE, mode, { durability: 'strict' })
    const request = work(transaction.objectStore(STORE))
    await new Promise<unknown>((resolve, reject) => {
      transaction.addEventListener('complete', resolve)
      transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('', 'AbortError')))
    })
    return request.result
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return undefined
  } finally {
    db?.close()
  }
}

function openedDb(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('sightline-page', 1)
    request.addEventListener('upgradeneeded', () => void request.result.createObjectStore(STORE))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}

/**
 * Keeps, or with `undefined` forgets, what was chosen in this browser where no core does. It is on the disk when this resolves, where no kill takes it:
 * `localStorage` is there seconds later. Where the browser keeps nothing, it is forgotten with the page.
 */
export async function keepStrictly(name: string, value: string | undefined): Promise<void> {
  // One of before may stand there.
  if (value === undefined) localStorage.removeItem(name)
  await inStore('readwrite', (store): IDBRequest => (value === undefined ? store.delete(name) : store.put(value, name)))
}

/** What was kept under this name, also where pages kept it before. */
export async function keptStrictly(name: string): Promise<string | undefined> {
  return (await inStore<string | undefined>('readonly', (store) => store.get(name))) ?? localStorage.getItem(name) ?? undefined
}
