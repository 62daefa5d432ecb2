import 'fake-indexeddb/auto'
import { IDBDatabase } from 'fake-indexeddb'
import { subscribeKey } from 'valtio/utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '#tests/support/until.ts'

const NAME = 'sightline.put-away-in-test'
let before: Record<string, string>

beforeEach(() => {
  before = {}
  indexedDB.deleteDatabase('sightline-page')
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => before[name] ?? null,
    removeItem: (name: string) => void delete before[name],
  })
})
afterEach(() => {
  vi.restoreAllMocks()
})

/** A page, as it starts anew. */
async function page() {
  vi.resetModules()
  const { followPutAway } = await import('#src/data/app/put-away.ts')
  const hints = followPutAway(NAME)
  await hints.read()
  return hints
}

test('a hint that is put away is on the disk before it goes, and stays away when the browser is killed in that moment', async () => {
  const hints = await page()
  expect(hints.state.about).toBeUndefined()
  const order: unknown[] = []
  const { transaction } = IDBDatabase.prototype
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...asked) {
    const writing = transaction.apply(this, asked)
    writing.addEventListener('complete', () => order.push(asked))
    return writing
  })
  subscribeKey(hints.state, 'about', (about) => order.push(about), true)
  await hints.putAway('notice-1')
  expect(order).toEqual([['kept', 'readwrite', { durability: 'strict' }], 'notice-1'])
  // As nothing else is left of a page that was killed.
  expect((await page()).state.about).toBe('notice-1')
})

test('what is put away in one tab is away in all of them', async () => {
  const [one, other] = [await page(), await page()]
  await one.putAway('notice-2')
  await until('the other tab', () => other.state.about === 'notice-2')
})

test('what was put away by a release before stays away', async () => {
  before[NAME] = 'notice-3'
  expect((await page()).state.about).toBe('notice-3')
})

test('a hint of before does not come back in the place of one that was put away since', async () => {
  await (await page()).putAway('notice-5')
  before[NAME] = 'notice-4'
  expect((await page()).state.about).toBe('notice-5')
})
