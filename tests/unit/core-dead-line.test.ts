import { expect } from 'vitest'
import { passwordReset } from '#contract/calls/account/password-reset.ts'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { siteListChoose } from '#contract/calls/device/site-list-choose.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { noticeTry } from '#contract/calls/notification/notice-try.ts'
import type { CallResult } from '#contract/core-api.ts'
import { readRequest, writeSuccess } from '#contract/envelope.ts'
import { codeOf } from '#contract/errors.ts'
import { limits } from '#contract/limits.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { it } from '#tests/support/core/signed-in-core.ts'
import { person, type TestPorts, type TestProfile } from '#tests/support/core/test-ports.ts'
import type { Core } from '#workers/core/core.ts'
import { until } from '#tests/support/until.ts'

const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: 31853, helpers: [] }
/** So many connections a browser opens to one service, by HTTP/1.1. */
const CONNECTIONS = 6
/** The longest that the service may have been back before it is noticed. */
const NOTICED_MS = 1_600
/** So long what was asked before may take yet. */
const LATE_MS = 1_200

/** So long after the service was found a line that was kept is not trusted. */
const DOUBTFUL_MS = 10_000
/** So long one question shows whether a line lives that was found living. */
const CHECKED_MS = 10_000
/** So long push waits for the answer to what it asks. */
const HEARTBEAT_ANSWER_MS = 10_000

/**
 * A browser's connections between the core and what answers it: as many as browsers open, each kept and used again. `die`: what is open hears nothing any more,
 * and nobody says so. Those for what goes with cookies are others.
 */
function behindBrowser({ otherEnd }: TestProfile, ports: TestPorts) {
  const pools = { omit: { idle: [] as { isDead: boolean }[], open: 0 }, 'same-origin': { idle: [] as { isDead: boolean }[], open: 0 } }
  const waiting: (() => void)[] = []
  const lost: string[] = []
  let isSwallowing = false
  const open = new Set<{ isDead: boolean }>()
  ports.fetch = async (url, init) => {
    const { signal } = init
    const pool = pools[init.credentials as 'omit' | 'same-origin']
    while (pool.idle.length === 0 && pool.open === CONNECTIONS) {
      signal?.throwIfAborted()
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
        signal?.addEventListener('abort', () => resolve())
      })
    }
    signal?.throwIfAborted()
    const connection = pool.idle.pop() ?? { isDead: false }
    if (!open.has(connection)) pool.open += 1
    open.add(connection)
    const end = (isKept: boolean) => {
      if (isKept) pool.idle.push(connection)
      else {
        open.delete(connection)
        pool.open -= 1
      }
      for (const next of waiting.splice(0)) next()
    }
    if (!connection.isDead && !isSwallowing) {
      const answer = otherEnd.fetch(url, init)
      // What is called off takes its connection along.
      void answer.then(
        () => end(true),
        () => end(false),
      )
      return answer
    }
    connection.isDead = true
    lost.push(readRequest(JSON.parse(init.body as string))?.basic.id ?? '')
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => {
        end(false)
        reject(new DOMException('aborted', 'AbortError'))
      })
    })
  }
  return {
    /** Uses as many connections at once as there may be. */
    warmUp: async (ask: () => Promise<unknown>) => {
      const held = Promise.withResolvers<void>()
      const { fetch } = otherEnd
      Object.assign(otherEnd, {
        fetch: async (url: string, init: RequestInit) => {
          await held.promise
          return fetch(url, init)
        },
      })
      const asked = Array.from({ length: CONNECTIONS }, ask)
      await until('connections', () => pools.omit.open === CONNECTIONS)
      held.resolve()
      await Promise.all(asked)
      Object.assign(otherEnd, { fetch })
    },
    /** Nothing comes through from now on, or what is opened from now on works. */
    swallow: (isOn: boolean) => {
      isSwallowing = isOn
      for (const connection of open) connection.isDead = true
    },
    /** What is kept for the next question is dead. */
    loseNext: () => {
      for (const connection of pools.omit.idle) connection.isDead = true
    },
    /** The ids of questions that nobody heard. */
    lost,
    get dead() {
      return [...open].filter(({ isDead }) => isDead).length
    },
  }
}

/** The service does what is asked at once, and answers only when it is released, as over a slow line or where it is busy. */
function answeringLate(ports: TestPorts, paths: readonly string[]) {
  const released = Promise.withResolvers<void>()
  const { fetch } = ports
  ports.fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (!paths.some((path) => url.endsWith(path))) return answer
    const { signal } = init
    await new Promise<void>((resolve, reject) => {
      void released.promise.then(resolve)
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    return answer
  }
  return { release: () => released.resolve() }
}

/** A push connection that stands, and hears nothing any more. What is returned lets it find that out. */
async function pushAboutToFallSilent({ clock }: TestProfile, ports: TestPorts, api: Core['api']): Promise<() => void> {
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, () => {})
  const socket = () => ports.sockets.find(({ url }) => url.endsWith(PUSH_PATH))
  await until('a connection', () => socket() !== undefined)
  socket()?.open()
  socket()?.say(JSON.stringify({ infoType: 'reply', infoContent: { to: 'token', code: 200 }, extension: { seq: 1, sentAtMs: 1 } }))
  clock.advance(limits.pushHeartbeatMs + HEARTBEAT_ANSWER_MS - 1)
  return () => clock.advance(1)
}

/** A service that says which one it is, and lets into the relay. */
function serveTickets(otherEnd: TestProfile['otherEnd']): void {
  otherEnd
    .on(systemVersionGet.path, () => ({ data: version }))
    .on(deviceAccessTokenGet.path, () => ({ data: { ticket: 't', expiresAtMs: 0 } }))
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0))

/** The network swallows what is sent until that is noticed, and no longer: what was open is dead then. */
async function swallowUntilFound(browser: ReturnType<typeof behindBrowser>, { clock }: TestProfile, api: Core['api']): Promise<void> {
  browser.swallow(true)
  const found = api.isServiceThere()
  await settled()
  clock.advance(1_000)
  await settled()
  clock.advance(3_000)
  expect(await found).toBe(false)
  browser.swallow(false)
}

it('where nothing comes any more, all that the browser kept is found dead, and whoever asks once the line is back is answered at once', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  serveTickets(otherEnd)
  const browser = behindBrowser(profile, ports)
  await browser.warmUp(() => api.relayAddress())
  expect(await api.isServiceThere()).toBe(true)
  clock.advance(CHECKED_MS)
  await browser.warmUp(() => api.relayAddress())

  await swallowUntilFound(browser, profile, api)
  clock.advance(NOTICED_MS)
  await until('the service', () => browser.dead === 0)
  expect(await api.relayAddress()).toMatchObject({ ok: true, data: { ticket: 't' } })
})

it('where only what was open is dead, the service is found by another connection within a second', async ({ profile, ports, api }) => {
  const { otherEnd, clock } = profile
  serveTickets(otherEnd)
  const browser = behindBrowser(profile, ports)
  await browser.warmUp(() => api.relayAddress())
  browser.swallow(false)
  const found = api.isServiceThere()
  await settled()
  clock.advance(1_000)
  expect(await found).toBe(true)
  expect(await api.relayAddress()).toMatchObject({ ok: true })
})

it('what was asked on a line that died is asked once more when the service is back, as the same question, and holds up nothing that is asked then', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  otherEnd
    .on(systemVersionGet.path, () => ({ data: version }))
    .on(profileGet.path, () => ({ data: person }))
    .on(siteListChoose.path, () => ({ data: { sites: [] } }))
    .on(deviceAccessTokenGet.path, () => ({ data: { ticket: 't', expiresAtMs: 0 } }))
  const browser = behindBrowser(profile, ports)
  void ports.locks.request('tab', () => new Promise(() => {}))
  await api.attach({ tabId: 'a', lockName: 'tab' }, () => {})
  await until('a connection', () => ports.sockets.some(({ url }) => url.endsWith(PUSH_PATH)))
  browser.swallow(true)
  // As many as there are connections.
  const before = Array.from({ length: CONNECTIONS }, (_, index) => api.call(inviteList.path, { pageNum: 1 + index, pageSize: 10 }))
  await until('questions that hang', () => browser.lost.length === CONNECTIONS)
  const lost = [...browser.lost]
  ports.sockets.find(({ url }) => url.endsWith(PUSH_PATH))?.fail()
  await settled()
  otherEnd.on(inviteList.path, () => ({ data: { total: 0, users: [], links: [] } }))
  browser.swallow(false)
  // Push is heard of another connection: calls have none left.
  clock.advance(5_000)
  await until('another connection', () => ports.sockets.filter(({ url }) => url.endsWith(PUSH_PATH)).length === 2)
  const socket = ports.sockets.findLast(({ url }) => url.endsWith(PUSH_PATH))
  socket?.open()
  socket?.say(JSON.stringify({ infoType: 'reply', infoContent: { to: 'token', code: 200 }, extension: { seq: 1, sentAtMs: 1 } }))
  const address = api.relayAddress()
  await settled()
  clock.advance(LATE_MS)
  expect(await address).toMatchObject({ ok: true })
  for (const result of await Promise.all(before)) expect(result.ok || result.code).toBe(true)
  const askedAgain = otherEnd.askedFor(inviteList.path).map(({ id }) => id)
  expect(askedAgain.toSorted()).toEqual(lost.toSorted())
})

it('a new password, for which a code is used up, is sent once, however late the answer comes, and its first answer is the one that is told', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  otherEnd
    .on(systemVersionGet.path, () => ({ data: version }))
    .on(passwordReset.path, () => ({ data: null }))
    .on(noticeTry.path, () => ({ data: { outcome: 'taken', tookMs: 1 } }))
  const late = answeringLate(ports, [passwordReset.path, noticeTry.path])
  const asked = [
    api.call(passwordReset.path, { loginName: 'ann', dynamicCode: '123456', password: 'Secret-12345' }),
    api.call(noticeTry.path, { noticeDeviceId: 'd', tag: 't' }),
  ]
  await until('questions', () => otherEnd.askedFor(passwordReset.path).length + otherEnd.askedFor(noticeTry.path).length === 2)
  expect(await api.isServiceThere()).toBe(true)
  await settled()
  clock.advance(LATE_MS)
  await settled()
  late.release()
  for (const result of await Promise.all(asked)) expect(result).toMatchObject({ ok: true })
  expect(otherEnd.askedFor(passwordReset.path)).toHaveLength(1)
  expect(otherEnd.askedFor(noticeTry.path)).toHaveLength(1)
})

it('a long list over a slow line, whose answer has begun, is read to its end, whatever becomes of the line meanwhile', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  const list = JSON.stringify(writeSuccess({ total: 0, users: [], links: [] }))
  const rest = Promise.withResolvers<void>()
  otherEnd.on(systemVersionGet.path, () => ({ data: version }))
  const { fetch } = ports
  ports.fetch = async (url, init) => {
    const answer = await fetch(url, init)
    if (!url.endsWith(inviteList.path)) return answer
    // As of a browser: what is called off is not read any further.
    const aborted = new Promise<never>((_, reject) =>
      init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
    )
    return Object.assign(new Response(null), { text: () => Promise.race([rest.promise.then(() => list), aborted]) })
  }
  otherEnd.on(inviteList.path, () => ({ body: list }))
  const asked = api.call(inviteList.path, { pageNum: 1, pageSize: 10 })
  await until('the question', () => otherEnd.askedFor(inviteList.path).length === 1)
  await settled()
  expect(await api.isServiceThere()).toBe(true)
  await settled()
  clock.advance(LATE_MS)
  await settled()
  rest.resolve()
  expect(await asked).toMatchObject({ ok: true })
  expect(otherEnd.askedFor(inviteList.path)).toHaveLength(1)
})

it('what the service takes long to answer is asked twice at most, and then waited for', async ({ profile, ports, api }) => {
  const { otherEnd, clock } = profile
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(inviteList.path, () => ({ data: { total: 0, users: [], links: [] } }))
  const late = answeringLate(ports, [inviteList.path])
  const asked = api.call(inviteList.path, { pageNum: 1, pageSize: 10 })
  await until('the question', () => otherEnd.askedFor(inviteList.path).length === 1)
  for (let found = 1; found <= 3; found += 1) {
    clock.advance(CHECKED_MS)
    expect(await api.isServiceThere()).toBe(true)
    await settled()
    clock.advance(LATE_MS)
    await settled()
  }
  clock.advance(25_000)
  await settled()
  expect(otherEnd.askedFor(inviteList.path)).toHaveLength(2)
  late.release()
  expect(await asked).toMatchObject({ ok: true })
})

it('what is lost again and again is asked anew each time that the line was dead, as the same question, and given up when its minute is over', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  const browser = behindBrowser(profile, ports)
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(inviteList.path, () => 'silence')
  const lineDies = async () => {
    await swallowUntilFound(browser, profile, api)
    const before = otherEnd.askedFor(inviteList.path).length
    clock.advance(NOTICED_MS)
    await until('the same question', () => otherEnd.askedFor(inviteList.path).length > before)
  }
  const ask = (pageNum: number) => api.call(inviteList.path, { pageNum, pageSize: 10 })
  const startMs = clock.steadyMs()
  const asked = ask(1)
  await until('the question', () => otherEnd.askedFor(inviteList.path).length === 1)
  await lineDies()
  await lineDies()
  otherEnd.on(inviteList.path, () => ({ data: { total: 0, users: [], links: [] } }))
  await lineDies()
  expect(await asked).toMatchObject({ ok: true })
  expect(new Set(otherEnd.askedFor(inviteList.path).map(({ id }) => id)).size).toBe(1)
  expect(clock.steadyMs() - startMs).toBeLessThan(20_000)

  clock.advance(DOUBTFUL_MS)
  otherEnd.on(inviteList.path, () => 'silence')
  const told: CallResult[] = []
  void ask(2).then((result) => told.push(result))
  const secondMs = clock.steadyMs()
  await until('the question', () => otherEnd.askedFor(inviteList.path).length === 5)
  await lineDies()
  await lineDies()
  clock.advance(limits.requestTimeoutMs - 1 - (clock.steadyMs() - secondMs))
  await settled()
  expect(told).toEqual([])
  clock.advance(1)
  await settled()
  expect(told).toMatchObject([{ ok: false, code: codeOf('timeout') }])
})

it('the address of the relay, asked by a dead line that the browser kept from before, is there a second later, and the service is asked no third time', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  serveTickets(otherEnd)
  const browser = behindBrowser(profile, ports)
  await swallowUntilFound(browser, profile, api)
  clock.advance(NOTICED_MS)
  await until('the service', () => browser.dead === 0)
  expect(await api.relayAddress()).toMatchObject({ ok: true })
  // One that nobody knew of when the others were given up.
  browser.loseNext()
  const before = browser.lost.length
  const address = api.relayAddress()
  await until('a question that hangs', () => browser.lost.length > before)
  clock.advance(LATE_MS)
  expect(await address).toMatchObject({ ok: true, data: { ticket: 't' } })

  const late = answeringLate(ports, [deviceAccessTokenGet.path])
  const asked = otherEnd.askedFor(deviceAccessTokenGet.path).length
  const slow = api.relayAddress()
  for (let times = 1; times <= 4; times += 1) {
    await settled()
    clock.advance(LATE_MS)
  }
  late.release()
  expect(await slow).toMatchObject({ ok: true })
  expect(otherEnd.askedFor(deviceAccessTokenGet.path)).toHaveLength(asked + 2)
})

it('where only push is cut off, a list that is slow is given its time', async ({ profile, ports, api }) => {
  const { otherEnd } = profile
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(inviteList.path, () => ({ data: { total: 0, users: [], links: [] } }))
  const fallSilent = await pushAboutToFallSilent(profile, ports, api)
  const late = answeringLate(ports, [inviteList.path])
  const asked = api.call(inviteList.path, { pageNum: 1, pageSize: 10 })
  await until('the question', () => otherEnd.askedFor(inviteList.path).length === 1)
  const before = otherEnd.askedFor(systemVersionGet.path).length
  fallSilent()
  await until('looks', () => otherEnd.askedFor(systemVersionGet.path).length > before)
  await settled()
  await settled()
  expect(otherEnd.askedFor(inviteList.path)).toHaveLength(1)
  late.release()
  expect(await asked).toMatchObject({ ok: true })
})

it('of the questions that look whether the service is there none is sent once more when the first is answered', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd } = profile
  const fallSilent = await pushAboutToFallSilent(profile, ports, api)
  let looks = 0
  otherEnd.on(systemVersionGet.path, () => {
    looks += 1
    return looks > 1 && looks <= 2 * CONNECTIONS ? 'silence' : { data: version }
  })
  fallSilent()
  await until('looks that are called off', () => otherEnd.calledOff.length >= 2 * CONNECTIONS - 1)
  await settled()
  await settled()
  // And the one in which the plugin is looked for, now that the service is back.
  expect(looks).toBe(2 * CONNECTIONS + 1)
})

it('where all is silent, what was sent before is sent anew in the moment in which the service is back, and what was sent since has its time', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  const browser = behindBrowser(profile, ports)
  otherEnd.on(systemVersionGet.path, () => ({ data: version })).on(inviteList.path, () => ({ data: { total: 0, users: [], links: [] } }))
  browser.swallow(true)
  const ask = (pageNum: number) => api.call(inviteList.path, { pageNum, pageSize: 10 })
  const before = ask(1)
  await settled()
  clock.advance(1_000)
  const found = api.isServiceThere()
  await settled()
  clock.advance(1_000)
  await settled()
  const meanwhile = ask(2)
  await settled()
  clock.advance(3_000)
  expect(await found).toBe(false)
  browser.swallow(false)
  clock.advance(NOTICED_MS)
  expect(await before).toMatchObject({ ok: true })
  const pages = () => otherEnd.askedFor(inviteList.path).map(({ data }) => (data as { pageNum: number }).pageNum)
  expect(pages()).toEqual([1])
  clock.advance(LATE_MS)
  expect(await meanwhile).toMatchObject({ ok: true })
  expect(pages()).toEqual([1, 2])
})

it('a line that was found living just now is asked one question, and all of them again where that has no answer within a second', async ({
  profile,
  ports,
  api,
}) => {
  const { otherEnd, clock } = profile
  serveTickets(otherEnd)
  const browser = behindBrowser(profile, ports)
  const looks = () => otherEnd.askedFor(systemVersionGet.path).length + browser.lost.length
  const before = looks()
  expect(await api.isServiceThere()).toBe(true)
  expect(looks() - before).toBe(2 * CONNECTIONS)
  expect(await api.isServiceThere()).toBe(true)
  expect(looks() - before).toBe(2 * CONNECTIONS + 1)

  browser.swallow(false)
  await settled()
  const found = api.isServiceThere()
  await settled()
  clock.advance(1_000)
  await settled()
  clock.advance(1_000)
  expect(await found).toBe(true)
  expect(looks() - before).toBe(2 * (2 * CONNECTIONS + 1))
  expect(await api.relayAddress()).toMatchObject({ ok: true })
})
