import { openDB } from 'idb'

/** The content of a database of one version, as JSON: records by store, bytes and keys written out. */
export interface Dump {
  version: number
  stores: Record<string, { indexes: string[]; records: { key: string; value: unknown }[] }>
}

const NAME = 'sightline'
const toBase64 = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) => Buffer.from(bytes as ArrayBuffer).toString('base64')
const fromBase64 = (text: unknown) => new Uint8Array(Buffer.from(String(text), 'base64'))

async function toPlain(value: unknown): Promise<unknown> {
  if (value instanceof Uint8Array) return { $bytes: toBase64(value as Uint8Array<ArrayBuffer>) }
  if (value instanceof ArrayBuffer) return { $buffer: toBase64(value) }
  if (value instanceof CryptoKey) return { $key: toBase64(await crypto.subtle.exportKey('raw', value)) }
  if (Array.isArray(value)) return Promise.all(value.map(toPlain))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, one]) => [name, await toPlain(one)])))
}

async function fromPlain(value: unknown): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map(fromPlain))
  if (typeof value !== 'object' || value === null) return value
  if ('$bytes' in value) return fromBase64(value.$bytes)
  if ('$buffer' in value) return fromBase64(value.$buffer).buffer
  if ('$key' in value) return importKey(fromBase64(value.$key), false)
  return Object.fromEntries(await Promise.all(Object.entries(value).map(async ([name, one]) => [name, await fromPlain(one)])))
}

/** A key as the app makes them; `isExtractable` for one that is to be written into a dump. */
export function importKey(raw: Uint8Array<ArrayBuffer>, isExtractable: boolean): Promise<CryptoKey> {
  return crypto.subtle.importKey('raw', raw, 'AES-GCM', isExtractable, ['encrypt', 'decrypt'])
}

/** Reads the whole database of this profile. Its keys must be extractable. */
export async function writeDump(): Promise<Dump> {
  const database = await openDB(NAME)
  const stores: Dump['stores'] = {}
  for (const name of database.objectStoreNames) {
    const store = database.transaction(name).store
    const [indexes, keys, values] = [[...store.indexNames], await store.getAllKeys(), await store.getAll()]
    const records = await Promise.all(keys.map(async (key, index) => ({ key: key as string, value: await toPlain(values[index]) })))
    stores[name] = { indexes, records }
  }
  const { version } = database
  database.close()
  return { version, stores }
}

/** Makes this profile's database what it was when the dump was taken. */
export async function loadDump(dump: Dump): Promise<void> {
  const records = await Promise.all(
    Object.entries(dump.stores).map(async ([name, store]) => ({
      name,
      ready: (await fromPlain(store.records)) as { key: string; value: unknown }[],
    })),
  )
  const database = await openDB(NAME, dump.version, {
    upgrade(fresh) {
      for (const [name, { indexes }] of Object.entries(dump.stores)) {
        const made = fresh.createObjectStore(name)
        for (const index of indexes) made.createIndex(index, index)
      }
    },
  })
  for (const { name, ready } of records) for (const { key, value } of ready) await database.put(name, value, key)
  database.close()
}
