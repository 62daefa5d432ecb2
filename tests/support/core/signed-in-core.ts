import { menuTree } from '#contract/calls/user/menu-tree.ts'
import type { CoreApi } from '#contract/core-api.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from './session-service.ts'
import { TestProfile, type TestPorts } from './test-ports.ts'

/** A core of a fresh browser profile in which somebody is signed in, whose menu is empty. */
export async function signedInCore(): Promise<{ profile: TestProfile; ports: TestPorts; core: Core; api: CoreApi }> {
  const profile = new TestProfile()
  serveSessions(profile)
  profile.otherEnd.on(menuTree.path, () => ({ data: { items: [] } }))
  const ports = profile.ports()
  const core = new Core(ports, { build: 'build', generation: 0 }, () => {})
  await core.api.signIn({ loginName: 'admin', password: 'secret' })
  return { profile, ports, core, api: core.api }
}
