import { afterEach, beforeEach, expect, it } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { menuTree } from '#contract/calls/user/menu-tree.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { CoreApi } from '#contract/core-api.ts'
import { limits } from '#contract/limits.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { PLUGIN_LOCK } from '#workers/core/plugin-socket.ts'
import { PUSH_LOCK } from '#workers/core/push.ts'
import { RENEWAL_LOCK } from '#workers/core/session.ts'
import { CoreStorm, settled } from '#tests/support/core/core-storm.ts'
import type { PlayedSocket } from '#tests/support/core/other-end.ts'
import { play } from '#tests/support/core/played-plugin.ts'
import { serveSessions } from '#tests/support/core/session-service.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { deep } from '#tests/support/depth.ts'

const STEPS = Number(process.env['STORM_STEPS'] ?? deep(20_000, 500))
const SEED = Number(process.env['STORM_SEED'] ?? 7)
const CALM_EVERY = 25
/** Every third calm somebody signs in or out. */
const SESSION_EVERY = 3
/** Time that goes by for the cores while the processor does what they have set off. */
const CALM_STEP_MS = 250
/** A heartbeat falls due at most once in this time. */
const BEAT_MS = 15_000
/** As the service has it. */
const GRACE_MS = 60_000
/** So short that a slow machine's calms, which come upon a renewal's wait, do not make those idle who were there when it began. */
const LIFE_MS = 15 * 60_000
const CALM_MOST_MS = 5 * 60_000
const GIVE_UP_MS = 20_000

let profile: TestProfile
let storm: CoreStorm
let service: ReturnType<typeof serveSessions>

beforeEach(() => {
  profile = new TestProfile()
  service = serveSessions(profile, { graceMs: GRACE_MS, lifeMs: LIFE_MS })
})
afterEach(() => {
  storm.stop()
  profile.close()
})

/** The service's side of the push socket, and the plugin's of its own. */
function answerSocket(socket: PlayedSocket): void {
  if (!socket.url.endsWith(PUSH_PATH)) return queueMicrotask(() => void play(socket))
  let seq = 0
  const say = (infoType: string, infoContent: object) => {
    seq += 1
    socket.say(JSON.stringify({ infoType, infoContent, extension: { seq, sentAtMs: 1 } }))
  }
  socket.send = (text) => {
    const { type: to, token = '' } = JSON.parse(text) as { type: 'token' | 'heartbeat'; token?: string }
    service.use(token)
    say('reply', to === 'token' ? { to, code: 200, isResumed: true } : { to, code: 200 })
  }
  queueMicrotask(() => socket.open())
}

/** What there must be one of, and what must agree, at this moment; what a worker that hangs still holds is not of it. */
async function found(isSignedIn: boolean) {
  const { held = [] } = await profile.ports().locks.query()
  // A worker that hangs gets the shared lock of a tab that is gone, and holds it.
  const holding = (beginning: string) => held.filter(({ name = '', mode }) => name.startsWith(beginning) && mode === 'exclusive').length
  return {
    pushSockets: storm.sockets(PUSH_PATH).length,
    pluginSockets: storm.sockets('31853').length,
    // The service, and not the other core, tells one that renews in the very moment in which somebody signs out.
    renewing: holding(RENEWAL_LOCK),
    pushHolders: holding(PUSH_LOCK),
    pluginHolders: holding(PLUGIN_LOCK),
    tabs: holding('tab '),
    coreLocks: holding('sightline-core'),
    cores: storm.workers.length,
    states: [...new Set(storm.tabs.map(({ state }) => `${state?.session.kind}, push ${isSignedIn ? state?.push : 'idle'}`))],
    code: storm.tabs.map(({ state }) => (state?.session.kind === 'signed-out' ? state.session.code : undefined)).find((code) => code),
  }
}

function expected(isSignedIn: boolean): Awaited<ReturnType<typeof found>> {
  const one = isSignedIn ? 1 : 0
  const cores = new Set(storm.tabs.map(({ worker }) => worker)).size + storm.hanging
  return {
    pushSockets: one,
    pluginSockets: one,
    renewing: 0,
    pushHolders: one,
    pluginHolders: one,
    tabs: storm.tabs.length,
    coreLocks: cores,
    cores,
    states: [isSignedIn ? 'signed-in, push open' : 'signed-out, push idle'],
    code: undefined,
  }
}

/** Waits until everything is as one; the cores' time goes by meanwhile. Answers with how much of it did. */
async function converge(isSignedIn: boolean, where: string): Promise<number> {
  const startMs = profile.clock.nowMs()
  const giveUpMs = Date.now() + GIVE_UP_MS
  for (;;) {
    await settled()
    storm.endLeft()
    await storm.joined()
    const now = await found(isSignedIn)
    if (Date.now() > giveUpMs) expect(now, where).toEqual(expected(isSignedIn))
    if (JSON.stringify(now) === JSON.stringify(expected(isSignedIn))) return profile.clock.nowMs() - startMs
    if (profile.clock.nowMs() - startMs < CALM_MOST_MS) profile.clock.advance(CALM_STEP_MS)
  }
}

/** One word of the service reaches each tab once, whichever core has the socket: it is said again only to another socket when nobody has heard it. */
async function tell(where: string): Promise<void> {
  for (const tab of storm.tabs) tab.heard.splice(0)
  let saidTo: PlayedSocket | undefined
  const heard = () => {
    const [socket] = storm.sockets(PUSH_PATH)
    if (socket !== saidTo && storm.tabs.every((tab) => tab.heard.length === 0)) {
      socket?.say(JSON.stringify({ infoType: 'assets-changed', infoContent: {}, extension: { seq: 1, sentAtMs: 1 } }))
      saidTo = socket
    }
    return storm.tabs.map((tab) => tab.heard.join())
  }
  await expect.poll(heard, { message: where, interval: 1 }).toEqual(storm.tabs.map(() => 'assets-changed'))
}

it(`${STEPS} steps of a storm over cores: tabs come and go, workers die, hang and go on, releases come; each calm finds them as one`, {
  timeout: 20_000 + STEPS * 100,
}, async () => {
  const { otherEnd } = profile
  let isSignedIn = false
  const untilRenewal = async (api: CoreApi) => {
    if (!isSignedIn) return
    await api.noteActivity()
    // Until the other cores know.
    for (let times = 0; times < 5; times += 1) await settled()
    const leftMs = service.expiresAtMs - service.nowMs() - limits.renewAtMsLeft
    for (let spentMs = 0; spentMs < leftMs; spentMs += BEAT_MS) profile.clock.advance(Math.min(BEAT_MS, leftMs - spentMs))
  }
  const version = { version: '1', contractVersion: '1', pluginVersion: '1', pluginPort: 31853, helpers: [] }
  otherEnd.on(systemVersionGet.path, () => ({ data: version }))
  otherEnd.on(menuTree.path, () => ({ data: { items: [] } }))
  otherEnd.on(deviceAccessTokenGet.path, () => ({ data: { ticket: 'ticket', expiresAtMs: profile.clock.trueMs() + 30_000 } }))
  storm = new CoreStorm(profile, SEED, { onSocket: answerSocket, untilRenewal })
  await storm.open()
  await storm.calm()
  let slowestMs = 0
  const someApi = () => storm.tabs[0]?.worker?.core.api as CoreApi
  for (let step = 0; step <= STEPS; step += 1) {
    if (step > 0) await storm.step()
    if (step % CALM_EVERY !== 0 && step !== STEPS) continue
    const where = `after step ${step} of seed ${SEED}: ${JSON.stringify(storm.counts)}`
    // What hangs must not keep the others from being as one; and then it goes on, behind its successor.
    slowestMs = Math.max(slowestMs, await converge(isSignedIn, `${where}, hanging: ${storm.hanging}`))
    await storm.calm()
    slowestMs = Math.max(slowestMs, await converge(isSignedIn, where))
    if ((step / CALM_EVERY) % SESSION_EVERY === 0) {
      if (isSignedIn) await someApi().signOut()
      else expect(await someApi().signIn({ loginName: 'admin', password: 'secret' }), where).toMatchObject({ ok: true })
      isSignedIn = !isSignedIn
      await converge(isSignedIn, `${where}, and a change of the session`)
    }
    await someApi().noteActivity()
    if (!isSignedIn) continue
    await tell(where)
  }
  console.log(`${STEPS} steps of seed ${SEED}, ${JSON.stringify(storm.counts)}, slowest calm ${slowestMs} ms of the cores' time`)
})
