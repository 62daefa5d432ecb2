import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import type { MediaAddress } from '#contract/core-api.ts'
import { writeFailure, writeSuccess } from '#contract/envelope.ts'
import { codeOf, type ErrorName } from '#contract/errors.ts'
import { stationProof, stationProofText, type StationProof } from '#contract/station.ts'
import { forgetStation, keepStation, keepWaiting, keptScreen } from '#src/data/station/station-key.ts'
import { CrowdedSocket, RefusedSocket, TakenSocket } from '#tests/support/played-push.ts'

const shown = {
  sn: 'STATION001',
  voId: 1,
  name: 'Hall',
  siteName: 'Gate',
  timeZone: 'UTC',
  content: { kind: 'clock' },
  turns: [],
  remote: null,
  message: null,
  isMuted: true,
  alarms: [],
  cameras: [],
}

/** A code by which the page before has offered itself. */
const before = { pairingId: 'pairing0', secret: 'secret0', pairingCode: 'GHJKLM' }

const TOKEN_MS = 600_000
/** As long before its end as a token is used. */
const TOKEN_LEFT_MS = 4 * 60_000
/** So long a ticket that nobody wanted is kept. */
const SPARE_MS = 15_000
/** Shorter than any pause of a screen, and not much so: at the end of a test. */
const STEP_MS = 50
const LONG_STEP_MS = 2_000

/** What is asked of the service, and heard by it, in order. */
let order: string[]
/** What came with each question for a ticket. */
let proofs: StationProof[]
/** The next proof is of another time than the service's. */
let isClockWrong: boolean
let isAway: boolean
/** What stands in front of the service answers in its place. */
let instead: number | undefined
/** The office has taken the permission back: from now on, or once the next ticket is given. */
let isRevoked: boolean
let isRevokedNext: boolean
let mayPair: boolean
/** The service knows nothing of the code that the page before had. */
/** With this the code of the page before is refused. */
let codeFault: ErrorName | undefined
let tokenMs: number
/** Of the station, as the service has it. */
let name: string
/** Answers to what the screen shows wait for it. */
let mayShow: Promise<void>
/** Answers with a token wait for it. */
let mayIssue: Promise<void>
/** The test is over: nothing is answered any more. */
let isOver: boolean
let isAtRest: boolean

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  order = []
  proofs = []
  isClockWrong = false
  isAway = false
  instead = undefined
  isRevoked = false
  isRevokedNext = false
  mayPair = false
  codeFault = undefined
  tokenMs = TOKEN_MS
  name = shown.name
  mayShow = Promise.resolve()
  mayIssue = Promise.resolve()
  isOver = false
  isAtRest = false
  let tickets = 0
  const fails = (name: ErrorName) => writeFailure(codeOf(name), name)
  const answers: Record<string, (input: { sn?: string; pairingId?: string }) => unknown> = {
    [stationToken.path]: ({ sn }) =>
      isRevoked && sn === shown.sn
        ? fails('station-unknown')
        : writeSuccess({ token: 'vs.token', expiresAtMs: Date.now() + tokenMs, nowMs: Date.now() }),
    [stationTicket.path]: () => {
      if (isRevoked) return fails('token-unknown')
      const isRefused = isClockWrong
      isClockWrong = false
      if (isRefused) return fails('station-clock')
      isRevoked = isRevokedNext
      return writeSuccess({ ticket: `vs.ticket${(tickets += 1)}`, expiresAtMs: Date.now() + 30_000 })
    },
    [stationNow.path]: () => (isRevoked ? fails('token-unknown') : writeSuccess({ ...shown, name, nowMs: Date.now() })),
    [stationPairingBegin.path]: () =>
      writeSuccess({
        pairingId: 'pairing1',
        secret: 'secret1',
        pairingCode: 'ABCDEF',
        expiresAtMs: Date.now() + 600_000,
        nowMs: Date.now(),
      }),
    [stationPairingLook.path]: ({ pairingId }) => {
      if (codeFault !== undefined && pairingId === before.pairingId) return fails(codeFault)
      if (!mayPair) return writeSuccess({})
      isRevoked = false
      return writeSuccess({ sn: shown.sn })
    },
    [systemVersionGet.path]: () =>
      writeSuccess({ version: '1.0.0', contractVersion: '1.0.0', pluginVersion: '1.0.0', pluginPort: 31_853, helpers: [] }),
  }
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('location', new URL('http://127.0.0.1/'))
  vi.stubGlobal('navigator', { onLine: true })
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    if (isOver) {
      isAtRest = true
      return new Promise(() => {})
    }
    if (isAway) throw new TypeError('Failed to fetch')
    order.push(path)
    const { data: input } = JSON.parse(init.body as string) as { data: { sn?: string; pairingId?: string } }
    if (path === stationTicket.path) proofs.push(stationProof.parse(input))
    if (instead !== undefined) return new Response('', { status: instead })
    const answer = answers[path]?.(input)
    if (path === stationNow.path) await mayShow
    if (path === stationToken.path) await mayIssue
    return Response.json(answer)
  })
})
afterEach(async () => {
  // A screen never ends by itself: it is left behind where it waits for an answer.
  isOver = true
  await passUntil(() => isAtRest, LONG_STEP_MS)
  vi.clearAllTimers()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Lets time pass until this is so. */
async function passUntil(isSo: () => boolean, stepMs = STEP_MS): Promise<void> {
  const pass = async () => {
    await vi.advanceTimersByTimeAsync(stepMs)
    return isSo()
  }
  await expect.poll(pass, { interval: 1 }).toBe(true)
}

/** What was asked since `order` was emptied, each once: questions may cross. */
const asked = () => [...new Set(order)]

/** A screen that begins. */
async function begun() {
  const { StationLink, stationState } = await import('#src/data/station/station-link.ts')
  // It is that of the whole page, also of the screens of tests before.
  const nothing = { pairingCode: undefined, trouble: undefined, crowdedSinceMs: undefined, now: undefined, offsetMs: 0 }
  Object.assign(stationState, { stage: 'starting', isRevoked: false, isShown: false, ...nothing })
  const link = new StationLink(1, () => {})
  void link.run()
  return { link, stationState }
}

/** A screen that shows something, and from which the service has gone away. */
async function lost() {
  await keepStation(shown.sn)
  const { link, stationState } = await begun()
  await passUntil(() => stationState.now?.name === 'Hall')
  isAway = true
  expect(await link.check()).toBe(false)
  expect(stationState.trouble).toBe('service')
  order = []
  return { link, stationState }
}

it('has pictures asked for with the answer that says that the service is there again, before it knows what else there is', async () => {
  const { link, stationState } = await lost()
  let address: MediaAddress | undefined
  let isAsked = false
  link.core.onState(() => {
    if (isAsked || !link.core.state.isServiceReachable) return
    isAsked = true
    void link.core.ask('relayAddress').then((given) => (address = given))
  })
  const show = Promise.withResolvers<void>()
  mayShow = show.promise
  isAway = false
  await passUntil(() => address !== undefined && order.includes(stationNow.path))
  expect(address).toEqual({ url: 'ws://127.0.0.1/media-ws', ticket: 'vs.ticket1' })
  expect(asked()).toEqual([stationTicket.path, stationNow.path])
  expect(stationState.trouble).toBe('service')
  show.resolve()
  await passUntil(() => stationState.trouble === undefined)
  // One that was used up is used no more.
  expect((await link.core.ask('relayAddress')).ticket).toBe('vs.ticket2')
})

it('shows for each ticket that it has the key, with a proof that was never used before', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  await link.core.ask('relayAddress')
  await link.core.ask('relayAddress')
  const { keys } = await keptScreen()
  const areOfKey = proofs.map(({ signature, ...claim }) => {
    const text = new TextEncoder().encode(stationProofText({ use: 'ticket', sn: shown.sn, voId: 1, ...claim }))
    return crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, keys.publicKey, Buffer.from(signature, 'base64url'), text)
  })
  expect(await Promise.all(areOfKey)).toEqual([true, true])
  expect(new Set(proofs.map(({ nonce }) => nonce)).size).toBe(2)
  for (const { atMs } of proofs) expect(Math.abs(atMs - Date.now())).toBeLessThan(1_000)
})

it('learns the time anew, and has its ticket, where the service says that its clock has slept', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  await link.core.ask('relayAddress')
  order = []
  isClockWrong = true
  expect((await link.core.ask('relayAddress')).ticket).toBe('vs.ticket2')
  expect(order).toEqual([stationTicket.path, stationToken.path, stationTicket.path])
})

it('takes a ticket anew where the one that came with the news was wanted by nobody for too long', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  expect(asked()).toEqual([stationTicket.path, stationNow.path])
  await vi.advanceTimersByTimeAsync(SPARE_MS)
  expect((await link.core.ask('relayAddress')).ticket).toBe('vs.ticket2')
})

it('asks a service whether it is there what it answers to anybody, when its own token has run out meanwhile', async () => {
  tokenMs = TOKEN_LEFT_MS + 5_000
  const { stationState } = await lost()
  await vi.advanceTimersByTimeAsync(6_000)
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  expect(asked()).toEqual([systemVersionGet.path, stationToken.path, stationNow.path])
})

it.each([502, 504])('does not take a %i of what stands in front of the service for the service', async (status) => {
  const { link, stationState } = await lost()
  isAway = false
  instead = status
  await passUntil(() => order.length > 10)
  expect(asked()).toEqual([stationTicket.path])
  expect(stationState.trouble).toBe('service')
  expect(link.core.state.isServiceReachable).toBe(false)
  instead = undefined
  await passUntil(() => stationState.trouble === undefined)
  expect(asked()).toEqual([stationTicket.path, stationNow.path])
})

it('says what is away of the network and the service, also when one of them comes or goes while it asks', async () => {
  const { stationState } = await lost()
  vi.stubGlobal('navigator', { onLine: false })
  await passUntil(() => stationState.trouble === 'network')
  vi.stubGlobal('navigator', { onLine: true })
  await passUntil(() => stationState.trouble === 'service')
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
})

it('offers itself anew when its permission was taken back while the service was away', async () => {
  const { stationState } = await lost()
  isRevoked = true
  isAway = false
  await passUntil(() => stationState.stage === 'pairing')
  expect(asked()).toEqual([stationTicket.path, stationNow.path, stationToken.path, stationPairingBegin.path])
  expect(stationState).toMatchObject({ isRevoked: true, now: undefined, trouble: undefined, pairingCode: 'ABCDEF' })
})

it('uses no ticket of a permission that was taken back, also when it has another one soon after', async () => {
  const { link, stationState } = await lost()
  isRevokedNext = true
  isAway = false
  await passUntil(() => stationState.stage === 'pairing')
  isRevokedNext = false
  mayPair = true
  await passUntil(() => stationState.now !== undefined)
  expect((await link.core.ask('relayAddress')).ticket).toBe('vs.ticket2')
})

it('keeps the code that it shows while the line fails: whoever has typed it meanwhile has paired it', async () => {
  await forgetStation(shown.sn)
  const { stationState } = await begun()
  await passUntil(() => stationState.stage === 'pairing')
  isAway = true
  await passUntil(() => stationState.trouble === 'service')
  order = []
  mayPair = true
  isAway = false
  await passUntil(() => stationState.now !== undefined)
  expect(asked()).toEqual([stationPairingLook.path, stationToken.path, stationNow.path])
})

it('shows the code of the page before, which the office may be typing, and is paired by it', async () => {
  await forgetStation(shown.sn)
  await keepWaiting(before)
  const { stationState } = await begun()
  await passUntil(() => stationState.stage === 'pairing')
  expect(stationState.pairingCode).toBe(before.pairingCode)
  mayPair = true
  await passUntil(() => stationState.now !== undefined)
  expect(asked()).toEqual([stationPairingLook.path, stationToken.path, stationNow.path])
})

it.each(['code-expired', 'parameter-error'] as const)(
  'shows no code of the page before that the service refuses (%s), and keeps the new one',
  async (fault) => {
    await forgetStation(shown.sn)
    await keepWaiting(before)
    codeFault = fault
    const { stationState } = await begun()
    const codes: (string | undefined)[] = []
    await passUntil(() => codes.push(stationState.pairingCode) > 0 && stationState.stage === 'pairing')
    expect(codes).not.toContain(before.pairingCode)
    expect(codes.at(-1)).toBe('ABCDEF')
    expect((await keptScreen()).waiting).toEqual({ pairingId: 'pairing1', secret: 'secret1', pairingCode: 'ABCDEF' })
    mayPair = true
    await passUntil(() => stationState.now !== undefined)
  },
)

it('is the station that its other window was paired as just before it heard that it is none any more', async () => {
  const { stationState } = await lost()
  isRevoked = true
  const issue = Promise.withResolvers<void>()
  mayIssue = issue.promise
  isAway = false
  await passUntil(() => order.includes(stationToken.path))
  await keepStation('STATION002')
  issue.resolve()
  await passUntil(() => stationState.now === undefined && stationState.trouble === 'failing')
  isRevoked = false
  await passUntil(() => stationState.now !== undefined)
  expect((await keptScreen()).sn).toBe('STATION002')
  expect(stationState.isRevoked).toBe(false)
})

it('does not knock without a pause at a service that answers and goes on refusing its push connection', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  RefusedSocket.count = 0
  vi.stubGlobal('WebSocket', RefusedSocket)
  const startMs = performance.now()
  link.appear()
  await passUntil(() => performance.now() - startMs >= 10_000)
  // One more at once, as the time may have been wrong, and then each two seconds.
  expect(RefusedSocket.count).toBeGreaterThanOrEqual(4)
  expect(RefusedSocket.count).toBeLessThanOrEqual(7)
})

it('says that its network has too many connections for as long as its push connection is refused for that, goes on with all else, and tries again', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  Object.assign(CrowdedSocket, { count: 0, hasRoom: false })
  vi.stubGlobal('WebSocket', CrowdedSocket)
  link.appear()
  await passUntil(() => stationState.crowdedSinceMs !== undefined)
  const sinceMs = stationState.crowdedSinceMs
  CrowdedSocket.count = 0
  name = 'Yard'
  const startMs = performance.now()
  await passUntil(() => performance.now() - startMs >= 10_000)
  expect(stationState).toMatchObject({ crowdedSinceMs: sinceMs, trouble: undefined, now: { name: 'Yard' } })
  expect(link.core.state.isServiceReachable).toBe(true)
  expect(CrowdedSocket.count).toBeGreaterThanOrEqual(4)
  // Each two seconds, and no more often the longer it lasts.
  await passUntil(() => performance.now() - startMs >= 180_000, 500)
  expect(CrowdedSocket.count).toBeLessThanOrEqual(91)
  CrowdedSocket.hasRoom = true
  await passUntil(() => stationState.crowdedSinceMs === undefined)
  expect(stationState.trouble).toBeUndefined()
})

it('shows at once what was sent after it had asked and before its push connection was taken', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  TakenSocket.all.length = 0
  vi.stubGlobal('WebSocket', TakenSocket)
  link.appear()
  await passUntil(() => TakenSocket.all.length > 0)
  name = 'Yard'
  await vi.advanceTimersByTimeAsync(LONG_STEP_MS)
  expect(stationState.now?.name).toBe('Hall')
  TakenSocket.all.at(-1)?.take()
  await vi.advanceTimersByTimeAsync(STEP_MS)
  expect(stationState.now?.name).toBe('Yard')
})

it('asks a few times a second however much it is told, as in a storm of alarms, and shows the newest, whichever answer comes last', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  vi.stubGlobal('WebSocket', TakenSocket)
  TakenSocket.all.length = 0
  link.appear()
  await passUntil(() => TakenSocket.all.length > 0)
  await vi.advanceTimersByTimeAsync(LONG_STEP_MS)
  order = []
  const old = Promise.withResolvers<void>()
  mayShow = old.promise
  TakenSocket.all.at(-1)?.look()
  await passUntil(() => order.includes(stationNow.path))
  mayShow = Promise.resolve()
  name = 'Yard'
  for (let time = 0; time < 100; time += 1) TakenSocket.all.at(-1)?.look()
  await passUntil(() => stationState.now?.name === 'Yard')
  old.resolve()
  await vi.advanceTimersByTimeAsync(LONG_STEP_MS)
  expect(stationState.now?.name).toBe('Yard')
  expect(order).toEqual([stationNow.path, stationNow.path])
})

it('opens one push connection in place of one that has gone, also when the screen looks around in that moment', async () => {
  const { link, stationState } = await lost()
  isAway = false
  await passUntil(() => stationState.trouble === undefined)
  vi.stubGlobal('WebSocket', TakenSocket)
  TakenSocket.all.length = 0
  link.appear()
  await passUntil(() => TakenSocket.all.length > 0)
  await vi.advanceTimersByTimeAsync(LONG_STEP_MS)
  const last = TakenSocket.all.at(-1)
  TakenSocket.all.length = 0
  last?.close()
  link.appear()
  await passUntil(() => TakenSocket.all.length > 0)
  await vi.advanceTimersByTimeAsync(LONG_STEP_MS)
  expect(TakenSocket.all).toHaveLength(1)
})
