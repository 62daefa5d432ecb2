/// <reference types="vite/client" />
import { expose } from 'comlink'
import { expect, it, vi } from 'vitest'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { onCallError } from '#src/data/core/announce.ts'
import { say, toasts } from '#src/ui/notice/toast-store.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'

const NO_RIGHT = 5000
const failed = { name: 'CallError', code: NO_RIGHT }
const layout = { configType: 'layout' as const, configName: 'One', configValue: { splitNum: 4, isDefault: false, playChlList: [] } }

/** The built worker's address. */
vi.mock('#workers/core/shared-worker.ts?worker&url', () => ({ default: '/user/js/core.js' }))

/** Gives this process what a page's way to the core wants of a browser; the port of its shared worker leads to a core that is here too. */
async function becomePage(): Promise<TestProfile> {
  const profile = new TestProfile()
  serveSessions(profile)
  // Unlike other tests' cores this one shares the page's own locks, by which both know of each other.
  const core = new Core({ ...profile.ports(), locks: navigator.locks }, { build: 'build', generation: 0 }, () => {})
  await core.api.signIn({ loginName: 'admin', password: 'secret' })
  class Worker {
    readonly port: MessagePort
    constructor() {
      const { port1, port2 } = new MessageChannel()
      expose(core.api, port2)
      this.port = port1
    }
  }
  vi.stubGlobal('SharedWorker', Worker)
  vi.stubGlobal('location', new URL('https://video.example.org/user/live'))
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key),
    setItem: (key: string, value: string) => items.set(key, value),
  })
  vi.stubGlobal('addEventListener', () => {})
  return profile
}

it('a call that hides its tips fails without a message, and the same call shows one when it does not', async () => {
  const profile = await becomePage()
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
