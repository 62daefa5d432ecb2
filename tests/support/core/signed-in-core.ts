import { test } from 'vitest'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from './session-service.ts'
import { TestProfile } from './test-ports.ts'

/** A test that has a core of a fresh browser profile in which somebody is signed in, whose menu is empty. */
export const it = test
  // oxlint-disable-next-line no-empty-pattern -- Vitest reads the pattern to see which other fixtures are needed
  .extend('profile', ({}, { onCleanup }) => {
    const profile = new TestProfile()
    onCleanup(() => profile.close())
    serveSessions(profile)
    profile.otherEnd.on(menuTree.path, () => ({ data: { items: [] } }))
    return profile
  })
  .extend('ports', ({ profile }) => profile.ports())
  .extend('api', async ({ ports }, { onCleanup }) => {
    const core = new Core(ports, { build: 'build', generation: 0 }, () => {})
    onCleanup(() => core.stop())
    await core.api.signIn({ loginName: 'admin', password: 'secret' })
    return core.api
  })
