import { afterEach, beforeEach, expect, test } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { TestService } from '#tests/support/service.ts'

let service: TestService
beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

test('how a person has arranged the app is theirs alone, comes with every sign-in and over a restart, and changes one by one', async () => {
  const guard = await service.signIn('guard')
  expect((await guard.call(profileGet, null)).choices).toEqual({})
  await guard.call(profileUpdate, { choices: { rail: 'open', volumes: { 0: 70 } } })
  await guard.call(profileUpdate, { choices: { cameras: 'closed', columns: { devices: { name: 200 } } } })
  const kept = { rail: 'open', cameras: 'closed', volumes: { 0: 70 }, columns: { devices: { name: 200 } } }
  await service.restart()
  expect((await (await service.signIn('guard')).call(profileGet, null)).choices).toEqual(kept)
  expect((await (await service.signIn('admin')).call(profileGet, null)).choices).toEqual({})
})

test('what the app does not know is refused, and changes nothing', async () => {
  const guard = await service.signIn('guard')
  const wrong = [
    { rail: 'ajar' },
    { volumes: { 0: 101 } },
    { volumes: { left: 5 } },
    { columns: { devices: { name: 4 } } },
    { columns: { 'no table': {} } },
  ]
  for (const choices of wrong) expect((await guard.failure(profileUpdate, { choices } as never)).code).toBe(20001)
  const tooMany = Object.fromEntries(Array.from({ length: 65 }, (_, window) => [window, 5]))
  expect((await guard.failure(profileUpdate, { choices: { volumes: tooMany } })).code).toBe(20001)
  expect((await guard.call(profileGet, null)).choices).toEqual({})
})
