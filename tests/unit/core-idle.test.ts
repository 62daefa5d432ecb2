import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { logout } from '#contract/calls/user/logout.ts'
import type { CoreApi, CoreState } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { Core } from '#workers/core/core.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const DAY_MS = 24 * 60 * 60_000
let profile: TestProfile
const cores: Core[] = []

/** A tab of a build of its own, as one sees it during an update. */
async function openTab(build: string, ports = profile.ports()): Promise<{ api: CoreApi; state: () => CoreState }> {
  const core = new Core(ports, { build, generation: 0 }, () => {})
  cores.push(core)
  void ports.locks.request(build, () => new Promise(() => {}))
  let state: CoreState | undefined
  const attached = await core.api.attach({ tabId: build, lockName: build }, (event) => {
    if (event.kind === 'state') state = event.state
  })
  return { api: core.api, state: () => state ?? attached.state }
}

beforeEach(() => {
  profile = new TestProfile()
  serveSessions(profile, { lifeMs: 3 * DAY_MS })
})
afterEach(() => {
  for (const core of cores.splice(0)) core.stop()
  profile.close()
})

describe('thirty minutes without activity', () => {
  let one: Awaited<ReturnType<typeof openTab>>
  let other: Awaited<ReturnType<typeof openTab>>
  const kinds = () => [one, other].map(({ state }) => state().session.kind)
  const areWarned = () => [one, other].map(({ state }) => state().idleEndsAtMs !== undefined)

  beforeEach(async () => {
    one = await openTab('one')
    other = await openTab('two')
    expect(await one.api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
    await until('both tabs signed in', () => kinds().every((kind) => kind === 'signed-in'))
  })

  it('are warned of one minute before, in every tab, and then sign all of them out', async () => {
    await until('both asleep', () => profile.clock.waits.filter((wait) => wait > 60_000).length >= 4)
    profile.clock.advance(limits.idleLogoutMs - limits.idleWarningMs - 1)
    expect(areWarned()).toEqual([false, false])
    profile.clock.advance(1)
    await until('the warning', () => areWarned().every(Boolean))
    const endsAtMs = one.state().idleEndsAtMs ?? 0
    expect(endsAtMs - one.state().clockOffsetMs).toBe(profile.clock.nowMs() + limits.idleWarningMs)
    await until('both asleep', () => profile.clock.waits.filter((wait) => wait === limits.idleWarningMs).length >= 2)
    profile.clock.advance(limits.idleWarningMs)
    await until('the end', () => kinds().every((kind) => kind === 'signed-out'))
    expect(one.state().session).toEqual({ kind: 'signed-out', code: 7090 })
    expect(areWarned()).toEqual([false, false])
  })

  it('begin anew for all tabs when somebody does something in one of them, also in the last minute', async () => {
    await until('both asleep', () => profile.clock.waits.filter((wait) => wait > 60_000).length >= 4)
    profile.clock.advance(limits.idleLogoutMs - limits.idleWarningMs)
    await until('the warning', () => areWarned().every(Boolean))
    profile.clock.advance(limits.idleWarningMs - 1)
    await other.api.noteActivity()
    await until('no warning', () => !areWarned().some(Boolean))
    profile.clock.advance(limits.idleLogoutMs - limits.idleWarningMs - 1)
    expect(kinds()).toEqual(['signed-in', 'signed-in'])
  })
})

describe('a core that slept, and wakes when its person has been signed out and in again', () => {
  it('ends the session that it knows of, and not the one that is there now', async () => {
    const awake = await openTab('one')
    expect(await awake.api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
    const ports = profile.ports()
    ports.bus.listen = () => {}
    const asleep = await openTab('two', ports)
    expect(asleep.state().session.kind).toBe('signed-in')
    await awake.api.signOut()
    await until('the service told', () => profile.otherEnd.askedFor(logout.path).length === 1)
    // What it has to write down first lasts until somebody has signed in.
    const { promise: isIn, resolve: goOn } = Promise.withResolvers<void>()
    void ports.locks.request('sightline-revocations', () => isIn)
    await until('asleep', () => profile.clock.waits.some((wait) => wait > 60_000))
    profile.clock.advance(limits.idleLogoutMs)
    await until('the end of what it knows of', () => asleep.state().session.kind === 'signed-out')
    expect(await awake.api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
    goOn()
    await until('the service told by the other one', () => profile.otherEnd.askedFor(logout.path).length === 2)
    expect((await openTab('three')).state().session.kind).toBe('signed-in')
    expect(awake.state().session.kind).toBe('signed-in')
  })
})

describe('a viewing station', () => {
  it('whose live video plays is never signed out: a whole day', async () => {
    const { api, state } = await openTab('one')
    expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
    let warnings = 0
    for (let minutes = 0; minutes < 24 * 60; minutes += 1) {
      // Every minute, as the media engine does while a window plays.
      await api.noteActivity()
      profile.clock.advance(60_000)
      if (state().idleEndsAtMs !== undefined) warnings += 1
    }
    expect(state().session.kind).toBe('signed-in')
    expect(warnings).toBe(0)
  })
})

describe('signing out without a network', () => {
  it('is told to the service as soon as it is there, also by the next start of the browser', async () => {
    const { api, state } = await openTab('one')
    expect(await api.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
    profile.otherEnd.isReachable = false
    await api.signOut()
    await until('the end', () => state().session.kind === 'signed-out')
    cores[0]?.stop()
    expect(profile.otherEnd.askedFor(logout.path)).toHaveLength(0)
    profile.otherEnd.isReachable = true
    await openTab('after the restart')
    await until('the service told', () => profile.otherEnd.askedFor(logout.path).length === 1)
    expect(profile.otherEnd.askedFor(logout.path)[0]?.token).toBe('token-1')
    await openTab('yet another')
    await until('an answer', () => profile.otherEnd.underWay === 0)
    expect(profile.otherEnd.askedFor(logout.path)).toHaveLength(1)
  })
})
