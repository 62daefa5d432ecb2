import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { unlessAborted } from '#src/lib/unless-aborted.ts'

const lost = () => new Error('lost')

test('a page that has asked its core a thousand times keeps nothing of the questions that were answered', async () => {
  const page = new AbortController()
  for (let count = 0; count < 1_000; count += 1) expect(await unlessAborted(Promise.resolve(count), page.signal, lost)).toBe(count)
  await expect(unlessAborted(Promise.reject(new Error('refused')), page.signal, lost)).rejects.toThrow('refused')
  expect(getEventListeners(page.signal, 'abort')).toEqual([])
})

test('who waits for an answer hears at once that the core is lost, also when it was lost before', async () => {
  const page = new AbortController()
  const waiting = unlessAborted(new Promise(() => {}), page.signal, lost)
  page.abort()
  await expect(waiting).rejects.toThrow('lost')
  await expect(unlessAborted(new Promise(() => {}), page.signal, lost)).rejects.toThrow('lost')
})
