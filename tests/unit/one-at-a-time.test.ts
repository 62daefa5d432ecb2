import { expect, test } from 'vitest'
import { oneAtATime } from '#src/lib/one-at-a-time.ts'

test('a job is not begun while it is being done, and again after it is done', async () => {
  const ends: (() => void)[] = []
  const job = oneAtATime(() => new Promise<void>((resolve) => void ends.push(resolve)))
  const first = job()
  await job()
  expect(ends).toHaveLength(1)
  ends[0]?.()
  await first
  void job()
  expect(ends).toHaveLength(2)
})

test('a job that failed says so, and is done again', async () => {
  let begun = 0
  const job = oneAtATime(async () => {
    begun += 1
    if (begun === 1) throw new Error('There is no memory for it.')
  })
  await expect(job()).rejects.toThrow('no memory')
  await job()
  expect(begun).toBe(2)
})
