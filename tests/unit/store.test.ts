import 'fake-indexeddb/auto'
import { openDB } from 'idb'
import { beforeEach, describe, expect, it, vi } from 'vitest'
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

  it('is that of whoever signs in while the last one is being read, and stays', async () => {
    const [reader, writer] = [openStore(), openStore()]
    await writer.seal.write(session, 1)
    const { subtle } = crypto
    const next = { ...session, sessionId: 'the next one' }
    vi.spyOn(subtle, 'decrypt').mockImplementationOnce(async () => {
      await writer.seal.clear()
      await writer.seal.write(next, 2)
      throw new DOMException('The record was sealed with the key of before.', 'OperationError')
    })
    expect(await reader.seal.read()).toEqual(next)
    expect(await openStore().seal.read()).toEqual(next)
  })
})

async function rawRecords(name: string): Promise<unknown[]> {
  return (await openDB('sightline')).getAll(name)
}

function allBytes(value: unknown): string {
  if (value instanceof ArrayBuffer || value instanceof Uint8Array) return new TextDecoder('latin1').decode(value)
  if (typeof value === 'object' && value !== null) return Object.entries(value).flat().map(allBytes).join(' ')
  return String(value)
}

describe('a table', () => {
  it('keeps the newest 200 pictures', async () => {
    const store = openStore()
    for (let index = 1; index <= 205; index += 1) await store.snapshots.put(String(index), snapshot(index), index)
    expect(await (await openDB('sightline')).count('snapshots')).toBe(200)
    expect(await store.snapshots.get('5')).toBeUndefined()
    expect(await store.snapshots.get('6')).toEqual(snapshot(6))
  })

  it('holds neither names nor contents of what is the person’s in readable form, pictures included', async () => {
    const store = openStore()
    await store.answers.put('person u1 /vms/site/list/choose {"search":"Harbor"}', { data: { siteName: 'Harbor gate' }, asOfMs: 1 }, 1)
    await store.snapshots.put('SIM000001 0', { ...snapshot(1), picture: new TextEncoder().encode('Harbor picture') }, 1)
    await store.walls.put('u1', { splitNum: 1, isDefault: false, playChlList: [{ winIndex: 0, sn: 'HARBOR01', chlIndex: 0 }] }, 1)
    await store.drafts.put('u1 Harbor', { key: 'u1 Harbor', userId: 'u1', values: { name: 'Harbor' }, atMs: 1 }, 1)
    const database = await openDB('sightline')
    const names = await Promise.all(['answers', 'snapshots', 'walls', 'drafts'].map((name) => database.getAllKeys(name)))
    expect(names.flat()).toHaveLength(4)
    for (const name of ['answers', 'snapshots', 'walls', 'drafts']) {
      expect(allBytes(await rawRecords(name))).not.toMatch(/harbor/i)
      expect(JSON.stringify(await database.getAllKeys(name))).not.toMatch(/harbor|u1|SIM/i)
    }
    expect((await openStore().snapshots.get('SIM000001 0'))?.picture).toEqual(new TextEncoder().encode('Harbor picture'))
  })

  it('forgets what was kept for the person; drafts only theirs, when they left of their own will', async () => {
    const store = openStore()
    await store.answers.put('a', { data: 1, asOfMs: 1 }, 1)
    await store.openAnswers.put('branding', { data: 'logo', asOfMs: 1 }, 1)
    for (const userId of ['u1', 'u2']) await store.drafts.put(`${userId} d`, { key: `${userId} d`, userId, values: {}, atMs: 1 }, 1)
    await store.forgetPerson(undefined)
    expect(await store.answers.get('a')).toBeUndefined()
    expect(await store.openAnswers.get('branding')).toEqual({ data: 'logo', asOfMs: 1 })
    expect(await store.drafts.get('u1 d')).toBeDefined()
    await store.forgetPerson('u1')
    expect(await store.drafts.get('u1 d')).toBeUndefined()
    expect(await store.drafts.get('u2 d')).toBeDefined()
    await store.forgetPerson('u2')
    expect((await rawRecords('seal')).some((record) => (record as { value: unknown }).value instanceof CryptoKey)).toBe(true)
    await store.seal.clear()
    expect(await rawRecords('seal')).toEqual([])
  })
})
