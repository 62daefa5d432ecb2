import { expect } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { it } from '#tests/support/core/signed-in-core.ts'
import { person } from '#tests/support/core/test-ports.ts'

const NETWORK_FAILURE = 12344
const TIMEOUT = 12345

it('a network failure and a time-out are told once each, whichever tab asks and however often', async ({ api }) => {
  const asked = async (code: number) => [await api.isFaultNews(code), await api.isFaultNews(code), await api.isFaultNews(code)]
  expect(await asked(NETWORK_FAILURE)).toEqual([true, false, false])
  expect(await asked(TIMEOUT)).toEqual([true, false, false])
})

it('a fault is news again when the service was reached since, and was not met for a minute', async ({ api, profile }) => {
  const { clock, otherEnd } = profile
  otherEnd.on(profileGet.path, () => ({ data: person }))
  expect(await api.isFaultNews(TIMEOUT)).toBe(true)
  // Without an answer in between it is the same fault, however long it lasts.
  clock.advance(10 * 60_000)
  expect(await api.isFaultNews(TIMEOUT)).toBe(false)
  // Some questions are answered, others are not: the same fault still.
  clock.advance(1_000)
  await api.call(profileGet.path, undefined)
  clock.advance(59_000)
  expect(await api.isFaultNews(TIMEOUT)).toBe(false)
  await api.call(profileGet.path, undefined)
  clock.advance(61_000)
  await api.call(profileGet.path, undefined)
  expect(await api.isFaultNews(TIMEOUT)).toBe(true)
})
