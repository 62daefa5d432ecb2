import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const NAME = 'sightline.chosen'
let before: Record<string, string>

beforeEach(() => {
  before = {}
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => before[name] ?? null,
    removeItem: (name: string) => void delete before[name],
  })
})

afterEach(() => {
  vi.restoreAllMocks()
})

/** The page, as it starts anew. */
async function page() {
  vi.resetModules()
  return import('#src/lib/kept-strictly.ts')
}

test('what was chosen is on the disk before it counts as kept, and there when the browser was killed in the next moment', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const first = await page()
  await first.keepStrictly(NAME, 'zh-CN')
  const written = begun.mock.calls.filter(([, mode]) => mode === 'readwrite')
  expect(written.map(([, , options]) => options)).toEqual([{ durability: 'strict' }])
  expect(await (await page()).keptStrictly(NAME)).toBe('zh-CN')
  expect(before).toEqual({})
})

test('what was kept by a release before is there still, until it is put away or chosen anew', async () => {
  const { keepStrictly, keptStrictly } = await page()
  await keepStrictly(NAME, undefined)
  before[NAME] = 'on'
  expect(await keptStrictly(NAME)).toBe('on')
  await keepStrictly(NAME, 'off')
  expect(await keptStrictly(NAME)).toBe('off')
  await keepStrictly(NAME, undefined)
  expect(await keptStrictly(NAME)).toBeUndefined()
})

test('where the browser keeps nothing, the page goes on', async () => {
  vi.spyOn(indexedDB, 'open').mockImplementation(() => {
    throw new DOMException('', 'InvalidStateError')
  })
  const { keepStrictly, keptStrictly } = await page()
  await keepStrictly(NAME, 'zh-CN')
  expect(await keptStrictly(NAME)).toBeUndefined()
})

test('what is chosen is kept though the browser has closed what was open, as it does when its storage is cleared', async () => {
  const begun = vi.spyOn(IDBDatabase.prototype, 'transaction')
  const { keepStrictly, keptStrictly } = await page()
  await keepStrictly(NAME, 'zh-CN')
  for (const db of begun.mock.contexts) (db as IDBDatabase).close()
  await keepStrictly(NAME, 'en-US')
  expect(await keptStrictly(NAME)).toBe('en-US')
})

test('nothing of the page keeps the browser from clearing its storage', async () => {
  const { keepStrictly, keptStrictly } = await page()
  await keepStrictly(NAME, 'zh-CN')
  const clearing = indexedDB.deleteDatabase('sightline-page')
  await new Promise((resolve, reject) => {
    clearing.onsuccess = resolve
    clearing.onblocked = reject
  })
  expect(await keptStrictly(NAME)).toBeUndefined()
})
