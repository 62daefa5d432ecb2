import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tokenRenewal } from '#contract/calls/user/token-renewal.ts'
import type { CoreEvent } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { Core } from '#workers/core/core.ts'
import { PUSH_LOCK } from '#workers/core/push.ts'
import { RENEWAL_LOCK } from '#workers/core/session.ts'
import type { Identity } from '#workers/core/succession.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile, type TestPorts } from '#tests/support/core/test-ports.ts'
import { until } from '#tests/support/until.ts'

const LIFE_MS = 30 * 60_000
const credentials = { loginName: 'admin', password: 'secret' }
let profile: TestProfile
let cores: Core[]

interface Started {
  core: Core
  ports: TestPorts
  events: CoreEvent[]
  isStopped: () => boolean
  leave: () => void
}

beforeEach(() => {
  profile = new TestProfile()
  serveSessions(profile, { lifeMs: LIFE_MS })
  cores = []
})
afterEach(() => {
  for (const core of cores) core.stop()
  profile.close()
})

/** A core with one tab that holds its lock. */
async function start(identity: Identity, tabId: string): Promise<Started> {
  const ports = profile.ports()
  let isStopped = false
  const core = new Core(ports, identity, () => {
    isStopped = true
  })
  cores.push(core)
  const events: CoreEvent[] = []
  let leave = () => {}
  await new Promise<void>((held) => {
    void ports.locks.request(`tab ${tabId}`, () => {
      held()
      return new Promise<void>((resolve) => {
        leave = resolve
      })
    })
  })
  await core.api.attach({ tabId, lockName: `tab ${tabId}` }, (event) => events.push(event))
  return { core, ports, events, isStopped: () => isStopped, leave }
}

function pushSockets({ ports }: Started): PlayedSocket[] {
  return ports.sockets.filter((socket) => socket.url.endsWith('/push-ws') && socket.readyState < 2)
}

function lastState({ events }: Started) {
  const last = events.findLast((event) => event.kind === 'state')
  return last?.kind === 'state' ? last.state : undefined
}

async function pushOpen(started: Started): Promise<PlayedSocket> {
  await until('a push socket', () => pushSockets(started).length === 1)
  const socket = pushSockets(started)[0] as PlayedSocket
  socket.open()
  socket.say(JSON.stringify({ infoType: 'reply', infoContent: { to: 'token', code: 200 }, extension: { seq: 1, sentAtMs: 1 } }))
  await until('an open push connection', () => lastState(started)?.push === 'open')
  return socket
}

describe('cores of two builds at once', () => {
  it('share one session and one push socket; closing the holder lets the other take over', async () => {
    const old = await start({ build: 'old', generation: 0 }, 'a')
    const young = await start({ build: 'young', generation: 0 }, 'b')
    await old.core.api.signIn(credentials)
    const socket = await pushOpen(old)
    await until('the session in the other core', () => lastState(young)?.session.kind === 'signed-in')
    await until('its push state', () => lastState(young)?.push === 'open')
    expect(pushSockets(young)).toHaveLength(0)
    socket.say(JSON.stringify({ infoType: 'assets-changed', infoContent: {}, extension: { seq: 2, sentAtMs: 1 } }))
    await until('the message in both', () => [old, young].every(({ events }) => events.some((event) => event.kind === 'push')))
    old.core.stop()
    await pushOpen(young)
    expect(young.isStopped()).toBe(false)
  })

  it('do not wait for one that the browser keeps without tabs: it leaves the socket to the others, and has it back with a tab', async () => {
    const old = await start({ build: 'old', generation: 0 }, 'a')
    const young = await start({ build: 'young', generation: 0 }, 'b')
    await old.core.api.signIn(credentials)
    await pushOpen(old)
    await until('the session in the other core', () => lastState(young)?.session.kind === 'signed-in')
    old.leave()
    await until('the wait for a reload', () => profile.clock.waits.includes(3_000))
    profile.clock.advance(3_000)
    await pushOpen(young)
    expect(pushSockets(old)).toHaveLength(0)
    await old.core.api.attach({ tabId: 'd', lockName: 'tab b' }, () => {})
    young.core.stop()
    await pushOpen(old)
  })

  it('outlive one that the browser keeps without tabs, which ends by itself; a page that comes to it then goes on to the next', async () => {
    const kept = await start({ build: 'one', generation: 0 }, 'a')
    kept.leave()
    await until('the wait for its end', () => profile.clock.waits.includes(10_000))
    profile.clock.advance(9_999)
    expect(kept.isStopped()).toBe(false)
    profile.clock.advance(1)
    expect(kept.isStopped()).toBe(true)
    await expect(kept.core.api.attach({ tabId: 'c', lockName: 'tab c' }, () => {})).rejects.toThrow('superseded')
  })

  it('outlive one whose page went before it could attach, and one that has a tab again is no such', async () => {
    const left = await start({ build: 'one', generation: 0 }, 'a')
    left.leave()
    await until('the wait for its end', () => profile.clock.waits.includes(10_000))
    const never = new Core(profile.ports(), { build: 'two', generation: 0 }, () => cores.splice(cores.indexOf(never), 1))
    cores.push(never)
    never.expectTab()
    await start({ build: 'three', generation: 0 }, 'b')
    await left.core.api.attach({ tabId: 'b', lockName: 'tab b' }, () => {})
    profile.clock.advance(10_000)
    expect(cores).not.toContain(never)
    expect(left.isStopped()).toBe(false)
  })

  it('outlive one that has stopped, which waits for no other end when a page comes to it or goes', async () => {
    const old = await start({ build: 'one', generation: 0 }, 'a')
    old.core.stop()
    old.core.expectTab()
    expect(profile.clock.waits).not.toContain(10_000)
    old.leave()
    await old.ports.locks.request('tab a', () => {})
    expect(profile.clock.waits).not.toContain(10_000)
  })

  it('do not wait for one whose only tab went before it could attach: it never asks for the socket', async () => {
    const old = new Core(profile.ports(), { build: 'old', generation: 0 }, () => {})
    cores.push(old)
    await old.api.signIn(credentials)
    const young = await start({ build: 'young', generation: 0 }, 'b')
    await until('the session in the other core', () => lastState(young)?.session.kind === 'signed-in')
    await pushOpen(young)
    const { held = [], pending = [] } = await young.ports.locks.query()
    expect([...held, ...pending].filter(({ name }) => name === PUSH_LOCK)).toHaveLength(1)
  })

  it('sign out together', async () => {
    const old = await start({ build: 'old', generation: 0 }, 'a')
    const young = await start({ build: 'young', generation: 0 }, 'b')
    await old.core.api.signIn(credentials)
    await until('the session in the other core', () => lastState(young)?.session.kind === 'signed-in')
    await young.core.api.signOut()
    await until('the end in the first core', () => lastState(old)?.session.kind === 'signed-out')
    expect(pushSockets(old)).toHaveLength(0)
  })
})

describe('a core that hangs', () => {
  it('loses its locks to its successor, which has the session, and stops when it notices', async () => {
    const hung = await start({ build: 'one', generation: 3 }, 'a')
    await hung.core.api.signIn(credentials)
    await pushOpen(hung)
    const next = await start({ build: 'one', generation: 4 }, 'b')
    expect(lastState(next)?.session.kind).toBe('signed-in')
    await pushOpen(next)
    await until('the end of the old core', hung.isStopped)
    expect(pushSockets(hung)).toHaveLength(0)
    await expect(hung.core.api.attach({ tabId: 'c', lockName: 'tab c' }, () => {})).rejects.toThrow('superseded')
    expect(next.isStopped()).toBe(false)
  })

  it('wakes no more for the session that its successor looks after, also when a renewal was under way', async () => {
    const hung = await start({ build: 'one', generation: 3 }, 'a')
    await hung.core.api.signIn(credentials)
    const longWaits = () => profile.clock.waits.filter((wait) => wait > limits.idleWarningMs)
    await until('asleep', () => longWaits().length > 0)
    profile.otherEnd.on(tokenRenewal.path, () => 'silence')
    profile.clock.advance(LIFE_MS - limits.renewAtMsLeft)
    await until('a renewal', () => profile.otherEnd.askedFor(tokenRenewal.path).length === 1)
    hung.core.stop()
    profile.clock.advance(limits.idleWarningMs)
    await until('its end without an answer', () => profile.otherEnd.calledOff.includes(tokenRenewal.path))
    await hung.ports.locks.request(RENEWAL_LOCK, () => {})
    await new Promise((resolve) => setImmediate(resolve))
    expect(longWaits()).toEqual([])
  })

  it('ends when it starts at last, behind its successor: the tab that has long gone on to that one does not hold it', async () => {
    const next = await start({ build: 'one', generation: 1 }, 'a')
    let isStopped = false
    const late = new Core(profile.ports(), { build: 'one', generation: 0 }, () => {
      isStopped = true
    })
    cores.push(late)
    await expect(late.api.attach({ tabId: 'a', lockName: 'tab a' }, () => {})).rejects.toThrow('superseded')
    expect(isStopped).toBe(true)
    expect(next.isStopped()).toBe(false)
  })

  it('is not a core of another build', async () => {
    const other = await start({ build: 'other', generation: 0 }, 'a')
    await start({ build: 'one', generation: 4 }, 'b')
    await other.core.api.signIn(credentials)
    await pushOpen(other)
    expect(other.isStopped()).toBe(false)
  })
})

describe('a tab', () => {
  it('is forgotten when its lock is released', async () => {
    const one = await start({ build: 'one', generation: 0 }, 'a')
    let leaveB = () => {}
    await new Promise<void>((held) => {
      void one.ports.locks.request('tab b', () => {
        held()
        return new Promise<void>((resolve) => {
          leaveB = resolve
        })
      })
    })
    const heardByB: CoreEvent[] = []
    await one.core.api.attach({ tabId: 'b', lockName: 'tab b' }, (event) => heardByB.push(event))
    await until('two tabs', () => lastState(one)?.tabs === 2)
    leaveB()
    await until('one tab', () => lastState(one)?.tabs === 1)
    const count = heardByB.length
    await one.core.api.signIn(credentials)
    await until('news for the other tab', () => lastState(one)?.session.kind === 'signed-in')
    expect(heardByB).toHaveLength(count)
  })

  it('learns of the worker’s death by the lock that the worker names', async () => {
    const one = await start({ build: 'one', generation: 7 }, 'a')
    const { coreLockName } = await one.core.api.attach({ tabId: 'a', lockName: 'tab a' }, () => {})
    const { held = [] } = await one.ports.locks.query()
    expect(held.map((lock) => lock.name)).toContain(coreLockName)
  })
})
