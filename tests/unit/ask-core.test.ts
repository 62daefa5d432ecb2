/// <reference types="vite/client" />
import { expect, it, vi } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { login } from '#contract/calls/user/login.ts'
import { becomePage } from '#tests/support/core/become-page.ts'

const NETWORK_FAILURE = 12344
const NO_RIGHT = 5000
const credentials = { loginName: 'admin', password: 'secret' }
const ticket = { data: { ticket: 't', expiresAtMs: 0 } }

/** The built worker's address. */
vi.mock('#workers/core/shared-worker.ts?worker&url', () => ({ default: '/user/js/core.js' }))

it('a question is answered with its data, or fails with its code; of a core that was lost its successor is asked, once for what may not be repeated', async () => {
  const { profile, core } = await becomePage()
  const { otherEnd } = profile
  const { askCore, startCore } = await import('#src/data/core/core.ts')
  await startCore()
  otherEnd.on(deviceAccessTokenGet.path, () => ticket)
  expect(await askCore('relayAddress')).toEqual({ url: expect.stringMatching(/\/media-ws$/), ticket: 't' })
  expect(await askCore('getDraft', 'site')).toBeUndefined()
  otherEnd.on(deviceAccessTokenGet.path, () => ({ code: NO_RIGHT }))
  await expect(askCore('relayAddress')).rejects.toMatchObject({ name: 'CallError', code: NO_RIGHT })

  otherEnd.on(deviceAccessTokenGet.path, () => 'silence').on(login.path, () => 'silence')
  const [address, signedIn] = [askCore('relayAddress'), askCore('signIn', credentials).catch((error: unknown) => error)]
  const asked = () => [otherEnd.askedFor(deviceAccessTokenGet.path).length, otherEnd.askedFor(login.path).length]
  await expect.poll(asked).toEqual([3, 2])
  otherEnd.on(deviceAccessTokenGet.path, () => ticket)
  core.stop()
  expect(await signedIn).toMatchObject({ name: 'CallError', code: NETWORK_FAILURE })
  expect(await address).toEqual({ url: expect.stringMatching(/\/media-ws$/), ticket: 't' })
  expect(asked()).toEqual([4, 2])
})
