import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { limits } from '#contract/limits.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { makeSessionPart, type SessionPart } from '#tests/support/core/session-part.ts'
import { person, TestProfile } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: 31853, helpers: [] }
let profile: TestProfile

beforeEach(() => {
  profile = new TestProfile()
  profile.otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(profileGet.path, () => ({ data: person }))
})
afterEach(() => profile.close())

async function signedIn(part: SessionPart): Promise<SessionPart> {
  await part.session.restore()
  expect(await part.session.signIn({ loginName: 'admin', password: 'secret' })).toMatchObject({ ok: true })
  await asleep()
  return part
}

/** Waits until nobody asks the network and the session sleeps until its next deadlines. */
function asleep(): Promise<void> {
  return until('a session that sleeps', () => profile.otherEnd.underWay === 0 && profile.clock.waits.length === 2)
}

/** Somebody is busy for so long. */
async function busyFor({ session }: SessionPart, ms: number): Promise<void> {
  for (let leftMs = ms; leftMs > 0; ) {
    await session.noteActivity()
    const stepMs = Math.min(leftMs, 10 * 60_000, ...profile.clock.waits.filter((wait) => wait > 0))
    profile.clock.advance(stepMs)
    leftMs -= stepMs
    await asleep()
  }
}

describe.each([
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
])('a clock that is %s', (_, byMs) => {
  it('from the start renews at 300 s or less and signs nobody out', async () => {
    const service = serveSessions(profile, { skewMs: -byMs })
    const part = await signedIn(makeSessionPart(profile))
    await busyFor(part, 5 * HOUR_MS)
    expect(part.session.state.kind).toBe('signed-in')
    expect(service.leftAtRenewalMs).toHaveLength(12)
    for (const leftMs of service.leftAtRenewalMs) expect(leftMs).toBeGreaterThan(limits.renewAtMsLeft - 2_000)
    expect(Math.max(...service.leftAtRenewalMs)).toBeLessThanOrEqual(limits.renewAtMsLeft)
  })

  it('since it was set while the app ran does the same', async () => {
    const service = serveSessions(profile)
    const part = await signedIn(makeSessionPart(profile))
    await busyFor(part, 10 * 60_000)
    profile.clock.set(byMs)
    await asleep()
    expect(part.session.state.kind).toBe('signed-in')
    await busyFor(part, 5 * HOUR_MS)
    expect(part.session.state.kind).toBe('signed-in')
    expect(part.heard.filter((what) => what === 'end')).toEqual([])
    expect(service.leftAtRenewalMs.length).toBeGreaterThanOrEqual(12)
    for (const leftMs of service.leftAtRenewalMs) expect(leftMs).toBeGreaterThan(limits.renewAtMsLeft - 5_000)
    // Also the 30 minutes are the service's.
    await part.session.noteActivity()
    profile.clock.advance(limits.idleLogoutMs - 1)
    await asleep()
    expect(part.session.state.kind).toBe('signed-in')
    profile.clock.advance(1)
    await until('the end of the session', () => part.session.state.kind === 'signed-out')
    expect(part.session.state).toEqual({ kind: 'signed-out', code: 7090 })
  })

  it('since it was set while the app was closed goes on signed in', async () => {
    serveSessions(profile)
    const before = await signedIn(makeSessionPart(profile))
    before.session.stop()
    profile.clock.advance(60_000)
    profile.clock.set(byMs)
    const after = makeSessionPart(profile)
    await after.session.restore()
    expect(after.session.state).toEqual({ kind: 'signed-in', user: person })
    await after.calls.byPath(profileGet.path, undefined)
    await asleep()
    expect(Math.abs(after.time.nowMs() - (profile.otherEnd.nowMs?.() ?? 0))).toBeLessThan(1_000)
    await busyFor(after, 2 * HOUR_MS)
    expect(after.session.state.kind).toBe('signed-in')
  })
})

describe('a machine that slept', () => {
  it('renews a token that ended meanwhile, and sends the call again that found it so', async () => {
    const service = serveSessions(profile)
    const part = await signedIn(makeSessionPart(profile))
    await busyFor(part, 20 * 60_000)
    profile.otherEnd.on(profileGet.path, ({ token }) =>
      token === service.token && service.nowMs() < service.expiresAtMs ? { data: person } : { code: 7088 },
    )
    profile.clock.sleep(15 * 60_000)
    expect(service.nowMs()).toBeGreaterThan(service.expiresAtMs)
    expect(await part.calls.byPath(profileGet.path, undefined)).toMatchObject({ ok: true })
    expect(part.session.state.kind).toBe('signed-in')
    expect(service.leftAtRenewalMs).toHaveLength(1)
  })

  it('for longer than 30 minutes is signed out, also when the service cannot say what time it is', async () => {
    serveSessions(profile)
    const part = await signedIn(makeSessionPart(profile))
    profile.otherEnd.isReachable = false
    profile.clock.sleep(limits.idleLogoutMs + 1_000)
    await until('the end of the session', () => part.session.state.kind === 'signed-out')
    expect(part.session.state).toEqual({ kind: 'signed-out', code: 7090 })
  })
})

describe('a hidden page that hosts the core and is woken once a minute', () => {
  beforeEach(() => {
    profile.clock.wakesEveryMs = 60_000
    // Between two wakes.
    profile.clock.advance(37_123)
  })

  it('renews a minute late at most and signs nobody out', async () => {
    const service = serveSessions(profile)
    const part = await signedIn(makeSessionPart(profile))
    await busyFor(part, 5 * HOUR_MS)
    expect(part.session.state.kind).toBe('signed-in')
    expect(part.heard.filter((what) => what === 'end')).toEqual([])
    expect(service.leftAtRenewalMs).toHaveLength(11)
    for (const leftMs of service.leftAtRenewalMs) expect(leftMs).toBeGreaterThan(limits.renewAtMsLeft - 62_000)
    expect(Math.max(...service.leftAtRenewalMs)).toBeLessThanOrEqual(limits.renewAtMsLeft)
  })

  it('renews before the token ends though the network is away for the first two minutes of it', async () => {
    const service = serveSessions(profile)
    const part = await signedIn(makeSessionPart(profile))
    for (let minutes = 0; minutes < 2 * 60; minutes += 1) {
      const leftMs = service.expiresAtMs - service.nowMs()
      profile.otherEnd.isReachable = leftMs > limits.renewAtMsLeft || leftMs < limits.renewAtMsLeft - 2 * 60_000
      await busyFor(part, 60_000)
    }
    expect(part.session.state.kind).toBe('signed-in')
    expect(service.leftAtRenewalMs).toHaveLength(4)
    expect(Math.min(...service.leftAtRenewalMs)).toBeGreaterThan(60_000)
  })

  it('ends the session a minute late at most when nobody has been there for 30', async () => {
    serveSessions(profile, { lifeMs: DAY_MS })
    const part = await signedIn(makeSessionPart(profile))
    profile.clock.advance(limits.idleLogoutMs - 1)
    expect(part.session.state.kind).toBe('signed-in')
    profile.clock.advance(60_000)
    await until('the end of the session', () => part.session.state.kind === 'signed-out')
    expect(part.session.state).toEqual({ kind: 'signed-out', code: 7090 })
  })
})

describe('the time of the service', () => {
  it('is known to the second by HTTP’s date, and to the millisecond where an answer says it', async () => {
    serveSessions(profile, { skewMs: 123_456 })
    const { time } = await signedIn(makeSessionPart(profile))
    expect(time.offsetMs).toBe(123_456)
  })
})
