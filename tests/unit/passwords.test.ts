import { cpuUsage } from 'node:process'
import { expect, test } from 'vitest'
import { hashPassword, isPassword } from '#server/access/password-hashes.ts'

/** Work of this process while something is done, µs on all its threads: waiting for a busy machine is not in it. */
async function workOf(task: () => Promise<unknown>): Promise<number> {
  const before = cpuUsage()
  for (let time = 0; time < 5; time += 1) await task()
  const { user, system } = cpuUsage(before)
  return user + system
}

test('a password is taken for its own hash alone', async () => {
  const hash = await hashPassword('Harbor 2026')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await isPassword('Harbor 2026', hash)).toBe(true)
  expect(await isPassword('harbor 2026', hash)).toBe(false)
  expect(await hashPassword('Harbor 2026')).not.toBe(hash)
})

test('a name that nobody has costs the work of one that somebody has, from the first time on', async () => {
  const unknown = await workOf(() => isPassword('guess', undefined))
  const hash = await hashPassword('Harbor 2026')
  const known = await workOf(() => isPassword('guess', hash))
  expect(await isPassword('guess', undefined)).toBe(false)
  // Without the hash's work it would be a thousandth. Neighbours in the processor's caches cost up to three times as much.
  expect(unknown / known).toBeGreaterThan(0.1)
  expect(unknown / known).toBeLessThan(10)
})
