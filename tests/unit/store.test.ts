import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it } from 'vitest'
import { openStore } from '#workers/store/store.ts'
import { freshProfile, person } from '#tests/support/core/test-ports.ts'

const session = { token: 'secret-token', sessionId: 's', expiresAtMs: 5, clockOffsetMs: 0, user: person }
const picture = new Uint8Array([1, 2, 3])

function snapshot(index: number) {
  return { sn: `SN${String(index).padStart(5, '0')}`, chlIndex: 0, takenAtMs: index, picture }
}

beforeEach(freshProfile)

describe('the seal', () => {
  it('gives back what was sealed, to a later start too', async () => {
    await openStore().seal.write(session, 1)
    expect(await openStore().seal.read()).toEqual(session)
  })

  it('keeps neither token nor name in readable form, and a key that cannot be taken out', async () => {
    await openStore().seal.write(session, 1)
    const raw = await (await openDB('sightline')).getAll('seal')
    const bytes = raw.flatMap(({ value }) => ('bytes' in value ? [new TextDecoder('latin1').decode(value.bytes)] : []))
    expect(bytes).toHaveLength(1)
    expect(bytes[0]).not.toContain('secret-token')
    expect(bytes[0]).not.toContain(person.email)
    const keys = raw.filter(({ value }) => value instanceof CryptoKey)
    expect(keys.map(({ value }) => value.extractable)).toEqual([false])
  })

  it('is nothing after clearing, and a seal of before does not open', async () => {
    const store = openStore()
    await store.seal.write(session, 1)
    const database = await openDB('sightline')
    const old = await database.get('seal', 'session')
    await store.seal.clear()
    expect(await store.seal.read()).toBeUndefined()
    await store.seal.write(session, 2)
    await database.put('seal', old, 'session')
    expect(await store.seal.read()).toBeUndefined()
  })
})

describe('a table', () => {
  it('drops a record that is not what it should be, and counts it', async () => {
    const store = openStore()
    await store.walls.put('u', { splitNum: 4, isDefault: false, playChlList: [] }, 1)
    const database = await openDB('sightline')
    await database.put('walls', { atMs: 1, value: { splitNum: 5 } }, 'u')
    expect(await store.walls.get('u')).toBeUndefined()
    expect(store.faults.corrupt).toBe(1)
    expect(await database.get('walls', 'u')).toBeUndefined()
  })

  it('keeps the newest 200 pictures', async () => {
    const store = openStore()
    for (let index = 1; index <= 205; index += 1) await store.snapshots.put(String(index), snapshot(index), index)
    expect(await (await openDB('sightline')).count('snapshots')).toBe(200)
    expect(await store.snapshots.get('5')).toBeUndefined()
    expect(await store.snapshots.get('6')).toEqual(snapshot(6))
  })

  it('deletes by the beginning of the key', async () => {
    const { answers } = openStore()
    for (const key of ['person 1', 'person 2', 'anybody']) await answers.put(key, { data: key, asOfMs: 1 }, 1)
    await answers.deletePrefix('person ')
    expect(await answers.get('person 1')).toBeUndefined()
    expect(await answers.get('anybody')).toEqual({ data: 'anybody', asOfMs: 1 })
  })

  it('works from memory where there is no database', async () => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory
    const store = openStore()
    await store.seal.write(session, 1)
    expect(await store.seal.read()).toEqual(session)
    for (let index = 1; index <= 205; index += 1) await store.snapshots.put(String(index), snapshot(index), index)
    expect(await store.snapshots.get('5')).toBeUndefined()
    expect(await store.snapshots.get('205')).toEqual(snapshot(205))
    await store.snapshots.deletePrefix('')
    expect(await store.snapshots.get('205')).toBeUndefined()
  })

  it('holds in memory what the disk refuses', async () => {
    const store = openStore()
    // A function cannot be written by the browser: refused like a write beyond the quota.
    await store.answers.put('k', { data: () => {}, asOfMs: 1 }, 1)
    expect(store.faults.refused).toBe(1)
    expect((await store.answers.get('k'))?.asOfMs).toBe(1)
  })
})
