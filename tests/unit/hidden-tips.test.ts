/// <reference types="vite/client" />
import { expect, it, vi } from 'vitest'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { onCallError } from '#src/data/core/announce.ts'
import { say, toasts } from '#src/ui/notice/toast-store.ts'
import { becomePage } from '#tests/support/core/become-page.ts'

const NO_RIGHT = 5000
const failed = { name: 'CallError', code: NO_RIGHT }
const layout = { configType: 'layout' as const, configName: 'One', configValue: { splitNum: 4, isDefault: false, playChlList: [] } }

/** The built worker's address. */
vi.mock('#workers/core/shared-worker.ts?worker&url', () => ({ default: '/user/js/core.js' }))

it('a call that hides its tips fails without a message, and the same call shows one when it does not', async () => {
  const { profile } = await becomePage()
  profile.otherEnd.on(userConfigsPut.path, () => ({ code: NO_RIGHT }))
  const { callCore, changeCore, startCore } = await import('#src/data/core/core.ts')
  await startCore()
  onCallError(({ code }) => say('error', String(code)))
  await expect(callCore(userConfigsPut, layout, { quiet: true })).rejects.toMatchObject(failed)
  await expect(changeCore(userConfigsPut, layout, { quiet: true })).rejects.toMatchObject(failed)
  expect(toasts.list).toEqual([])
  await expect(callCore(userConfigsPut, layout)).rejects.toMatchObject(failed)
  expect(toasts.list).toMatchObject([{ tone: 'error', text: String(NO_RIGHT) }])
})
