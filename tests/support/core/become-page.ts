import { expose } from 'comlink'
import { vi } from 'vitest'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from './session-service.ts'
import { TestProfile } from './test-ports.ts'

/**
 * Gives this process what a page's way to the core wants of a browser; the port of a shared worker leads to a core that is here too, one for
 * each generation that the page asks for. Somebody is signed in. Before the first core is stopped, the page knows no other.
 */
export async function becomePage(): Promise<{ profile: TestProfile; core: Core }> {
  const profile = new TestProfile()
  serveSessions(profile)
  // Unlike other tests' cores these share the page's own locks, by which both know of each other.
  const begin = (generation: number) => new Core({ ...profile.ports(), locks: navigator.locks }, { build: 'build', generation }, () => {})
  const core = begin(0)
  await core.api.signIn({ loginName: 'admin', password: 'secret' })
  class Worker {
    readonly port: MessagePort
    constructor(_url: string, { name }: { name: string }) {
      const { port1, port2 } = new MessageChannel()
      const generation = Number(name.split(' ')[1])
      expose((generation === 0 ? core : begin(generation)).api, port2)
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
  return { profile, core }
}
