import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { logout } from '#contract/calls/user/logout.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import { limits } from '#contract/limits.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { makeSessionPart, type SessionPart } from '#tests/support/core/session-part.ts'
import { person, TestProfile } from '#tests/support/core/test-ports.ts'
import { deep } from '#tests/support/depth.ts'
import { until } from '#tests/support/until.ts'
import type { Seal } from '#workers/store/seal.ts'
import { openStore } from '#workers/store/store.ts'

const DAY_MS = 24 * 60 * 60_000
const DAYS = deep(30, 8)
const credentials = { loginName: 'admin', password: 'secret' }

let profile: TestProfile

const makePart = (share?: (code?: number) => void) => makeSessionPart(profile, share)

async function signedIn(part: SessionPart): Promise<SessionPart> {
  await part.session.restore()
  const result = await part.session.signIn(credentials)
  expect(result.ok).toBe(true)
  return part
}

/** Waits until nobody asks the network and every session sleeps until its next deadlines, of the token and of idleness. */
function asleep(count = 1): Promise<void> {
  return until('a session that sleeps', () => profile.otherEnd.underWay === 0 && profile.clock.waits.length === 2 * count)
}

beforeEach(() => {
  profile = new TestProfile()
})
afterEach(() => profile.close())

describe('renewal', () => {
  it(`happens once per token at 300 s or less, by the service clock, over ${DAYS} days with two cores`, async () => {
    const lifeMs = 2 * 60 * 60_000
    const service = serveSessions(profile, { lifeMs, skewMs: -47 * 60_000 })
    const tokens = () => [first.session.token, second.session.token]
    const shareWith = (other: () => SessionPart) => () => void other().session.lookAgain(undefined)
    const first: SessionPart = makePart(shareWith(() => second))
    const second: SessionPart = makePart(shareWith(() => first))
    await second.session.restore()
    await signedIn(first)
    await until('the other core to find the session', () => second.session.token !== undefined)
    await asleep(2)
    const endMs = profile.clock.nowMs() + DAYS * DAY_MS
    while (profile.clock.nowMs() < endMs) {
      await Promise.all([first.session.noteActivity(), second.session.noteActivity()])
      const token = service.token
      // Somebody moves the mouse more often than every 30 minutes.
      profile.clock.advance(Math.min(20 * 60_000, ...profile.clock.waits))
      if (service.expiresAtMs - service.nowMs() <= limits.renewAtMsLeft) {
        await until('a renewal', () => service.token !== token && tokens().every((one) => one === service.token))
      }
      await asleep(2)
    }
    const renewals = Math.floor((DAYS * DAY_MS) / (lifeMs - limits.renewAtMsLeft))
    expect(service.leftAtRenewalMs).toHaveLength(renewals)
    expect(Math.max(...service.leftAtRenewalMs)).toBeLessThanOrEqual(limits.renewAtMsLeft)
    expect(Math.min(...service.leftAtRenewalMs)).toBeGreaterThan(limits.renewAtMsLeft - 1_000)
    expect(first.session.state.kind).toBe('signed-in')
    expect(second.session.state.kind).toBe('signed-in')
  }, 60_000)

  it('is tried again without the network until long after the token has expired, and then ends the session', async () => {
    const service = serveSessions(profile)
    const { session } = await signedIn(makePart())
    await asleep()
    profile.otherEnd.isReachable = false
    while (session.token !== undefined) {
      await session.noteActivity()
      profile.clock.advance(Math.min(...profile.clock.waits))
      await until('an attempt to end', () => session.token === undefined || profile.clock.waits.length === 2)
    }
    expect(session.state).toEqual({ kind: 'signed-out', code: 7088 })
    const lateMs = service.nowMs() - service.expiresAtMs
    expect(lateMs).toBeGreaterThanOrEqual(limits.lateRenewalMs)
    expect(lateMs).toBeLessThan(limits.lateRenewalMs + 6 * 60_000)
  })

  it('is tried again after 15 s by a core that others have always been quicker than', async () => {
    const lifeMs = 30 * 60_000
    const service = serveSessions(profile, { lifeMs })
    const quick = await signedIn(makePart())
    const other = makePart()
    await other.session.restore()
    await asleep(2)
    const passToken = async () => {
      await Promise.all([quick.session.noteActivity(), other.session.noteActivity()])
      profile.clock.advance(lifeMs - limits.renewAtMsLeft)
    }
    for (let renewal = 0; renewal < 10; renewal += 1) {
      const { token } = service
      await passToken()
      await until('a token for both', () => quick.session.token !== token && other.session.token === quick.session.token)
      await asleep(2)
    }
    quick.session.stop()
    profile.otherEnd.isReachable = false
    await passToken()
    await until('the first try', () => profile.otherEnd.underWay === 0 && profile.clock.waits.length === 2)
    expect(Math.min(...profile.clock.waits)).toBe(15_000)
  })

  it('repeats a lost renewal with the id of the first try', async () => {
    serveSessions(profile)
    const { session } = await signedIn(makePart())
    await asleep()
    const answer = { data: { token: 'next', sessionId: 's', expiresAtMs: profile.clock.nowMs() + DAY_MS, nowMs: profile.clock.nowMs() } }
    profile.otherEnd.on(tokenRenewal.path, () => (profile.otherEnd.askedFor(tokenRenewal.path).length < 3 ? 'unreachable' : answer))
    while (session.token !== 'next') {
      await session.noteActivity()
      profile.clock.advance(Math.min(...profile.clock.waits))
      await asleep()
    }
    const ids = profile.otherEnd.askedFor(tokenRenewal.path).map((one) => one.id)
    expect(ids).toHaveLength(3)
    expect(new Set(ids).size).toBe(1)
  })
})

describe('idleness', () => {
  it('ends the session after 30 minutes and tells the service', async () => {
    serveSessions(profile, { lifeMs: DAY_MS })
    const { session } = await signedIn(makePart())
    await asleep()
    profile.clock.advance(limits.idleLogoutMs - 1)
    expect(session.state.kind).toBe('signed-in')
    profile.clock.advance(1)
    await until('the end of the session', () => session.state.kind === 'signed-out')
    expect(session.state).toEqual({ kind: 'signed-out', code: 7090 })
    await until('a logout call', () => profile.otherEnd.askedFor(logout.path).length === 1)
  })

  it('starts anew with activity, also in a tab of another build', async () => {
    serveSessions(profile, { lifeMs: DAY_MS })
    const one = await signedIn(makePart())
    const other = makePart()
    await other.session.restore()
    await asleep(2)
    profile.clock.advance(20 * 60_000)
    await other.session.noteActivity()
    profile.clock.advance(10 * 60_000)
    await asleep(2)
    expect(one.session.state.kind).toBe('signed-in')
    profile.clock.advance(20 * 60_000)
    await until('the end of the session', () => one.session.state.kind === 'signed-out')
  })

  it('is noticed after a sleep of the machine', async () => {
    serveSessions(profile, { lifeMs: DAY_MS })
    const { session } = await signedIn(makePart())
    await asleep()
    profile.clock.sleep(9 * 60 * 60_000)
    await until('the end of the session', () => session.state.kind === 'signed-out')
    expect(session.state).toEqual({ kind: 'signed-out', code: 7090 })
  })
})

describe('restoring', () => {
  it('finds the sealed session after a restart, and not after 30 idle minutes', async () => {
    serveSessions(profile, { lifeMs: DAY_MS })
    const before = await signedIn(makePart())
    before.session.stop()
    profile.clock.advance(limits.idleLogoutMs - 1_000)
    const after = makePart()
    await after.session.restore()
    expect(after.session.state).toEqual({ kind: 'signed-in', user: person })
    expect(after.session.token).toBe(before.session.token)
    after.session.stop()
    profile.clock.advance(2_000)
    const late = makePart()
    await late.session.restore()
    expect(late.session.state).toEqual({ kind: 'signed-out', code: 7090 })
    expect(await late.ports.store.seal.read()).toBeUndefined()
  })

  it('finds it also in a database that opens late, which nobody waits for', async () => {
    serveSessions(profile)
    await signedIn(makePart())
    const late = makePart()
    const gate = holdBack(late.ports.store.seal, 'read')
    const restored = late.session.restore()
    await until('the wait for the database', () => profile.clock.waits.includes(3_000))
    profile.clock.advance(3_000)
    await restored
    expect(late.session.state).toEqual({ kind: 'signed-out' })
    gate.resolve()
    await until('the session', () => late.session.state.kind === 'signed-in')
  })
})

describe('forced logout', () => {
  const codes = [20004, 10002, 7009, 7088, 7090, 7004, 9100, 9101, 9102, 7003, 9103, 123456]

  it.each(codes)('ends the session on code %i', async (code) => {
    serveSessions(profile)
    const { session, calls, heard } = await signedIn(makePart())
    profile.otherEnd.on(profileGet.path, () => ({ code }))
    expect(await calls.byPath(profileGet.path, undefined)).toMatchObject({ ok: false, code })
    expect(session.state).toEqual({ kind: 'signed-out', code })
    expect(heard).toEqual(['begin', 'end'])
  })

  it('does not follow from another error', async () => {
    serveSessions(profile)
    const { session, calls } = await signedIn(makePart())
    profile.otherEnd.on(profileGet.path, () => ({ code: 5000 }))
    expect(await calls.byPath(profileGet.path, undefined)).toMatchObject({ ok: false, code: 5000 })
    expect(session.state.kind).toBe('signed-in')
  })

  it('is spared when another core has renewed meanwhile: the call is sent again with the new token', async () => {
    const service = serveSessions(profile)
    const { session, calls, ports, heard } = await signedIn(makePart())
    const kept = await ports.store.seal.read()
    if (kept === undefined) throw new Error('Nothing was sealed.')
    await ports.store.seal.write({ ...kept, token: 'newer' }, profile.clock.nowMs())
    const old = service.token
    profile.otherEnd.on(profileGet.path, ({ token }) => (token === old ? { code: 7009 } : { data: person }))
    expect(await calls.byPath(profileGet.path, undefined)).toMatchObject({ ok: true, data: person })
    expect(session.token).toBe('newer')
    expect(heard).toEqual(['begin', 'renewed'])
    expect(new Set(profile.otherEnd.askedFor(profileGet.path).map((one) => one.id)).size).toBe(1)
  })

  it('is spared by never asking with a token that another core may have replaced while this one slept', async () => {
    serveSessions(profile)
    const { session, calls, ports } = await signedIn(makePart())
    const kept = await ports.store.seal.read()
    if (kept === undefined) throw new Error('Nothing was sealed.')
    session.stop()
    profile.clock.advance(26 * 60_000)
    await ports.store.seal.write({ ...kept, token: 'newer', expiresAtMs: kept.expiresAtMs + 26 * 60_000 }, profile.clock.nowMs())
    profile.otherEnd.on(profileGet.path, ({ token }) => (token === 'newer' ? { data: person } : { code: 9101 }))
    expect(await calls.byPath(profileGet.path, undefined)).toMatchObject({ ok: true, data: person })
    expect(session.token).toBe('newer')
  })
})

describe('what one core learns of the person', () => {
  it('is sealed with the token that another core has renewed meanwhile, of which this one has not heard yet', async () => {
    serveSessions(profile)
    const { session, ports, heard } = await signedIn(makePart())
    const kept = await ports.store.seal.read()
    if (kept === undefined) throw new Error('Nothing was sealed.')
    await ports.store.seal.write({ ...kept, token: 'newer' }, profile.clock.nowMs())
    await session.setUser({ ...person, alias: 'Night' })
    expect(await ports.store.seal.read()).toMatchObject({ token: 'newer', user: { alias: 'Night' } })
    expect(session.token).toBe('newer')
    expect(heard).toEqual(['begin', 'renewed'])
  })

  it('does not bring back a session that another core has ended', async () => {
    serveSessions(profile)
    const { session, ports } = await signedIn(makePart())
    await ports.store.seal.clear()
    await session.setUser({ ...person, alias: 'Night' })
    expect(await ports.store.seal.read()).toBeUndefined()
  })

  it('leaves a newer token alone when the storage is there again', async () => {
    serveSessions(profile)
    const { session, ports } = await signedIn(makePart())
    const kept = await ports.store.seal.read()
    if (kept === undefined) throw new Error('Nothing was sealed.')
    await ports.store.seal.write({ ...kept, token: 'newer', expiresAtMs: kept.expiresAtMs + 1 }, profile.clock.nowMs())
    await session.keepAgain()
    expect((await ports.store.seal.read())?.token).toBe('newer')
    expect(session.token).toBe('newer')
  })
})

/** Has the next answer of this method wait. */
function holdBack(seal: Seal, name: 'read' | 'write'): PromiseWithResolvers<void> {
  const gate = Promise.withResolvers<void>()
  const method = seal[name].bind(seal) as (...args: unknown[]) => Promise<undefined>
  vi.spyOn(seal, name).mockImplementationOnce(async (...args: unknown[]) => {
    const answer = await method(...args)
    await gate.promise
    return answer
  })
  return gate
}

describe('somebody who signs in right after signing out', () => {
  it('stays signed in, however late another core clears up behind the last session', async () => {
    serveSessions(profile)
    const one = await signedIn(makePart())
    const other = makePart()
    await other.session.restore()
    const gate = Promise.withResolvers<void>()
    const { seal } = other.ports.store
    const clear = seal.clear.bind(seal)
    seal.clear = async () => {
      await gate.promise
      await clear()
    }
    await one.session.end(undefined, true)
    const looked = other.session.lookAgain(undefined)
    await until('the end in the other core', () => other.session.state.kind === 'signed-out')
    await one.session.signIn(credentials)
    gate.resolve()
    await looked
    const next = makePart()
    await next.session.restore()
    expect(next.session.state.kind).toBe('signed-in')
  })

  it('stays signed in when the core still looks for what the last end has left', async () => {
    serveSessions(profile)
    const { session, ports } = makePart()
    const gate = holdBack(ports.store.seal, 'read')
    const looked = session.lookAgain(undefined)
    await session.signIn(credentials)
    gate.resolve()
    await looked
    expect(session.state.kind).toBe('signed-in')
    expect(await ports.store.seal.read()).toMatchObject({ token: session.token })
  })

  it('is not taken for idle by a core that finds the session first', async () => {
    serveSessions(profile)
    const one = makePart()
    const gate = holdBack(one.ports.store.seal, 'write')
    const signing = one.session.signIn(credentials)
    await vi.waitFor(async () => expect(await openStore().seal.read()).toBeDefined())
    const other = makePart()
    await other.session.lookAgain(undefined)
    gate.resolve()
    await signing
    expect([one, other].map(({ session }) => session.state.kind)).toEqual(['signed-in', 'signed-in'])
  })
})

describe('signing out', () => {
  it('works without the network', async () => {
    serveSessions(profile)
    const { session, ports, heard } = await signedIn(makePart())
    profile.otherEnd.isReachable = false
    await session.end(undefined, true)
    expect(session.state).toEqual({ kind: 'signed-out' })
    expect(heard).toEqual(['begin', 'end'])
    expect(await ports.store.seal.read()).toBeUndefined()
  })
})
