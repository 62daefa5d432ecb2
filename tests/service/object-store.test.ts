import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FolderStore } from '#server/objects/folder-store.ts'
import type { ObjectStore } from '#server/objects/object-store.ts'

/** What every store must do. */
const stores: Record<string, (folder: string) => ObjectStore> = { 'a folder': (folder) => new FolderStore(folder) }

describe.each(Object.entries(stores))('%s of objects', (_name, open) => {
  let folder: string
  let store: ObjectStore

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sightline-objects-'))
    store = open(folder)
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('gives back what was put, whole or in parts, until it is deleted', async () => {
    await store.put('a/b.jpg', Buffer.from('0123456789'))
    expect(await store.sizeOf('a/b.jpg')).toBe(10)
    expect(String(await buffer(store.read('a/b.jpg')))).toBe('0123456789')
    expect(String(await buffer(store.read('a/b.jpg', { first: 2, last: 4 })))).toBe('234')
    await store.put('a/b.jpg', Buffer.from('new'))
    expect(String(await buffer(store.read('a/b.jpg')))).toBe('new')
    await store.delete(['a/b.jpg', 'a/none.jpg'])
    expect(await store.sizeOf('a/b.jpg')).toBeUndefined()
    await expect(buffer(store.read('a/b.jpg'))).rejects.toThrow('ENOENT')
  })

  test('knows nothing of what was never put, and of what only leads to objects', async () => {
    await store.put('a/b/c.jpg', Buffer.from('x'))
    expect(await store.sizeOf('a/b')).toBeUndefined()
    expect(await store.sizeOf('a/b/c.jpg/d')).toBeUndefined()
    expect(await store.sizeOf('z')).toBeUndefined()
  })

  test.each(['../outside', '/etc/passwd', 'a/../../b', '', 'A.jpg'])('refuses the key %s', async (key) => {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('no key')
    await expect(store.sizeOf(key)).rejects.toThrow('no key')
    await expect(store.delete([key])).rejects.toThrow('no key')
  })

  test('leaves nothing half written behind when many put at once', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => store.put('same.jpg', Buffer.alloc(10_000, index))))
    const bytes = await buffer(store.read('same.jpg'))
    expect([bytes.byteLength, new Set(bytes).size]).toEqual([10_000, 1])
    expect(await readdir(folder)).toEqual(['same.jpg'])
  })
})
