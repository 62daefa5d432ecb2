import 'fake-indexeddb/auto'
import { forceCloseDatabase } from 'fake-indexeddb'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { openStore, type Store } from '#workers/store/store.ts'
import { freshProfile, person } from '#tests/support/core/test-ports.ts'

const session = { token: 'secret-token', sessionId: 's', expiresAtMs: 5, clockOffsetMs: 0, user: person }
const wall = { splitNum: 4, isDefault: false, playChlList: [] } as const
const answer = (index: number) => ({ data: index, asOfMs: index })

beforeEach(freshProfile)

async function fill(store: Store, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await store.answers.put(`a${index}`, answer(index), index + 1)
}

describe('500 damaged records', () => {
  /** What a failing disk or a foreign hand leaves: broken seals, wrong shapes, no record at all. */
  async function damageAll(): Promise<void> {
    const database = await openDB('sightline')
    for (const name of ['answers', 'pictures'] as const) {
      for (const [index, key] of (await database.getAllKeys(name)).entries()) {
        const kept = (await database.get(name, key)) as { atMs: number; value: { iv: Uint8Array; bytes: ArrayBuffer } }
        const damaged = [
          { ...kept, value: { ...kept.value, bytes: kept.value.bytes.slice(1) } },
          { ...kept, value: { iv: 1 } },
          'rubbish',
          null,
          { atMs: 'x' },
        ]
        await database.put(name, damaged[index % damaged.length], key)
      }
    }
    database.close()
  }

  it('are set aside, told once, and the store goes on', async () => {
    const store = openStore()
    await fill(store, 300)
    for (let index = 0; index < 100; index += 1) await store.pictures.put(`p${index}`, new Uint8Array([index]), index + 1)
    const database = await openDB('sightline')
    for (let index = 0; index < 100; index += 1) await database.put('openAnswers', { junk: index }, `junk${index}`)
    database.close()
    await damageAll()

    const later = openStore()
    let told = 0
    later.onState(() => {
      if (later.state().notice === 'damaged') {
        told += 1
        later.acknowledge()
      }
    })
    expect(await later.answers.get('a7')).toBeUndefined()
    await later.check()
    expect(later.faults.corrupt).toBe(500)
    expect(later.state()).toEqual({ kind: 'kept', damaged: 500 })
    expect(told).toBe(1)
    expect(await (await openDB('sightline')).count('quarantine')).toBe(500)
    await later.answers.put('a7', answer(7), 1)
    expect(await later.answers.get('a7')).toEqual(answer(7))

    const last = openStore()
    await last.check()
    expect(last.state()).toEqual({ kind: 'kept', damaged: 0 })
  })

  it('a session among them is a sign-out, not a fault', async () => {
    await openStore().seal.write(session, 1)
    const database = await openDB('sightline')
    await database.put('seal', { atMs: 1, value: { iv: new Uint8Array(12), bytes: new ArrayBuffer(40) } }, 'session')
    expect(await openStore().seal.read()).toBeUndefined()
  })
})

/** The browser refuses writes into these stores from now on. */
function refuseWrites(names: string[], count = Number.POSITIVE_INFINITY): void {
  const put = IDBObjectStore.prototype.put
  let left = count
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (this: IDBObjectStore, ...args) {
    if (names.includes(this.name) && left > 0) {
      left -= 1
      throw new DOMException('no space', 'QuotaExceededError')
    }
    return put.apply(this, args)
  })
}

describe('a full disk', () => {
  it('drops the older half of what the service can tell again, and then takes what it cannot', async () => {
    const store = openStore()
    await fill(store, 10)
    refuseWrites(['walls'], 1)
    await store.walls.put('u1', { ...wall, playChlList: [] }, 1)
    vi.restoreAllMocks()
    expect(store.state().kind).toBe('kept')
    expect(await openStore().walls.get('u1')).toEqual(wall)
    expect((await store.answers.list()).map(({ asOfMs }) => asOfMs)).toEqual([5, 6, 7, 8, 9])
  })

  it('is said, goes on from memory, and is over when writing works again', async () => {
    const store = openStore()
    await store.walls.get('u1')
    refuseWrites(['walls', 'answers'])
    await store.walls.put('u1', { ...wall, playChlList: [] }, 1)
    expect(store.state()).toEqual({ kind: 'full', notice: 'full', damaged: 0 })
    expect(await store.walls.get('u1')).toEqual(wall)
    expect(await openStore().walls.get('u1')).toBeUndefined()
    vi.restoreAllMocks()
    await store.answers.put('a', answer(1), 1)
    expect(store.state()).toEqual({ kind: 'kept', damaged: 0 })
    await vi.waitFor(async () => expect(await openStore().walls.get('u1')).toEqual(wall), 15_000)
  })
})

describe('a full disk, or none', () => {
  const track = { codec: 'avc1.4d4016', width: 640, height: 360, fps: 15, parameterSets: [] }
  const piece = { track, sizes: [1], timesUs: [0], keys: [true], data: new Uint8Array(1) }

  it('takes no piece of a recording, says so, and the memory holds none', async () => {
    const store = openStore()
    refuseWrites(['recordPieces'])
    expect(await store.recordPieces.write('r 0', piece, 1)).toBe('full')
    expect(await store.recordPieces.get('r 0')).toBeUndefined()
    vi.restoreAllMocks()
    vi.stubGlobal('indexedDB', undefined)
    const without = openStore()
    expect(await without.recordPieces.write('r 0', piece, 1)).toBe('memory')
    expect(await without.recordPieces.get('r 0')).toBeUndefined()
    vi.unstubAllGlobals()
  })
})

describe('storage that is cleared under the running app', () => {
  it('is said, and whoever hears of it can write anew', async () => {
    const store = openStore()
    await store.walls.put('u1', { ...wall, playChlList: [] }, 1)
    const recovered = vi.fn<() => void>()
    store.onRecovered(recovered)
    const opened = vi.spyOn(indexedDB, 'open')
    const connection = await connectionOf(store)
    forceCloseDatabase(connection)
    await vi.waitFor(() => expect(recovered).toHaveBeenCalled(), 15_000)
    expect(opened).toHaveBeenCalled()
    expect(store.state()).toMatchObject({ kind: 'kept', notice: 'cleared' })
    await store.seal.write(session, 2)
    expect(await openStore().seal.read()).toEqual(session)
  })
})

/** The store's own connection, caught when it opens a transaction. */
async function connectionOf(store: Store): Promise<Parameters<typeof forceCloseDatabase>[0]> {
  const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction')
  await store.walls.get('nobody')
  const [connection] = transaction.mock.contexts
  transaction.mockRestore()
  return connection as Parameters<typeof forceCloseDatabase>[0]
}

describe('a tab of an older build', () => {
  it('that does not let go of the database is said; memory serves until it is closed, and is written then', async () => {
    const old = await openDB('sightline', 1, {
      upgrade(fresh) {
        for (const name of ['seal', 'answers', 'snapshots', 'walls']) fresh.createObjectStore(name).createIndex('atMs', 'atMs')
      },
    })
    const store = openStore()
    await store.walls.put('u1', { ...wall, playChlList: [] }, 1)
    expect(store.state()).toEqual({ kind: 'blocked', notice: 'blocked', damaged: 0 })
    expect(await store.walls.get('u1')).toEqual(wall)
    old.close()
    await vi.waitFor(() => expect(store.state()).toEqual({ kind: 'kept', damaged: 0 }), 15_000)
    await vi.waitFor(async () => expect(await openStore().walls.get('u1')).toEqual(wall), 15_000)
  })

  it('whose data cannot be migrated keeps them, and this one works from memory', async () => {
    const strange = await openDB('sightline', 1, { upgrade: (fresh) => void fresh.createObjectStore('seal') })
    await strange.put('seal', 'precious', 'k')
    strange.close()
    const store = openStore()
    await store.walls.put('u1', { ...wall, playChlList: [] }, 1)
    expect(store.state().kind).toBe('memory')
    const after = await openDB('sightline')
    expect(after.version).toBe(1)
    expect(await after.get('seal', 'k')).toBe('precious')
  })

  it('lets a newer build upgrade, goes on beside it, and takes what it does not know for right', async () => {
    const store = openStore()
    await store.seal.write(session, 1)
    const newer = await openDB('sightline', 99, { upgrade: (fresh) => void fresh.createObjectStore('things-to-come') })
    expect(newer.version).toBe(99)
    await vi.waitFor(async () => expect(await store.seal.read()).toEqual(session), 15_000)
    expect(store.state()).toEqual({ kind: 'kept', damaged: 0 })
    await newer.put('openAnswers', { shape: 'of tomorrow' }, 'k')
    expect(await store.openAnswers.get('k')).toBeUndefined()
    expect(store.faults.corrupt).toBe(0)
    expect(await newer.get('openAnswers', 'k')).toEqual({ shape: 'of tomorrow' })
  })
})

describe('a browser without IndexedDB', () => {
  beforeEach(() => {
    globalThis.indexedDB = {
      open: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    } as unknown as IDBFactory
  })

  it('is said, and everything works from memory, within the same bounds', async () => {
    const store = openStore()
    await store.seal.write(session, 1)
    expect(await store.seal.read()).toEqual(session)
    for (let index = 1; index <= 305; index += 1) await store.answers.put(`a${index}`, answer(index), index)
    expect(await store.answers.get('a5')).toBeUndefined()
    expect(await store.answers.get('a305')).toEqual(answer(305))
    expect(store.state()).toEqual({ kind: 'memory', notice: 'memory', damaged: 0 })
    store.acknowledge()
    expect(store.state()).toEqual({ kind: 'memory', damaged: 0 })
    await store.forgetPerson('u1')
    expect(await store.answers.get('a305')).toBeUndefined()
  })
})
