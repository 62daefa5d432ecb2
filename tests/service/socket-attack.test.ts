import { createHmac, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deviceAccessTokenGet } from '#contract/calls/device/device-access-token-get.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { MEDIA_PATH, mediaClose } from '#contract/media.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { tenantLimits } from '#server/access/tenant-limits.ts'
import { sha256 } from '#server/runtime/secrets.ts'
import { PushLink } from '#workers/core/push.ts'
import { systemClock } from '#workers/core/system-clock.ts'
import { nodePorts } from '#tests/support/core/node-ports.ts'
import { TestProfile } from '#tests/support/core/test-ports.ts'
import { RawSocket } from '#tests/support/raw-socket.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'

/** Sockets of one network that have not shown whose they are. */
const MOST = 512
/** Of a message of who has not shown a ticket that is good. */
const MEDIA_STRANGERS_BYTES = 4_096
const { gate } = demoDevices
const slow = { timeout: 15_000, interval: 10 }

let service: TestService
beforeAll(async () => {
  // The proxy says where a socket comes from.
  service = await TestService.start({ trustedProxies: ['127.0.0.0/8'] })
})
afterAll(() => service.close())

/** Many sockets from addresses of one household, each another, or from here. */
async function crowd(path: string, network?: string, count = MOST): Promise<RawSocket[]> {
  const prepared = Array.from({ length: count }, (_, index) =>
    RawSocket.prepare(service.url, path, network && `${network}::${(index + 1).toString(16)}`),
  )
  return (await Promise.all(prepared)).map((open) => open())
}

async function hello(socket: RawSocket, sn: string, key: string): Promise<void> {
  await expect.poll(() => socket.frames.length, slow).toBeGreaterThan(0)
  if (socket.closedBy !== undefined) return
  const { nonce } = JSON.parse(socket.frames[0] ?? '') as { nonce: string }
  const proof = createHmac('sha256', Buffer.from(key, 'hex')).update(nonce).digest('hex')
  socket.say({ kind: 'hello', sn, proof, devType: deviceTypes.ipc, name: sn, model: 'P-1', version: '1.0', channels: [] })
}

/** Whether a socket that says what is right is served; else it was closed. */
async function isServed(path: string, from: string): Promise<boolean> {
  const socket = await RawSocket.open(service.url, path, from)
  if (path === GATEWAY_PATH) await hello(socket, gate.sn, await deviceKey(gate.sn, gate.securityCode))
  else socket.say({ type: 'token', token: (await service.signIn('admin')).token })
  const isAnswered = () => socket.frames.some((frame) => frame.includes('"welcome"') || frame.includes('"reply"'))
  await expect.poll(() => isAnswered() || socket.closedBy !== undefined, slow).toBe(true)
  socket.drop()
  return isAnswered()
}

/** A device that nobody has bound, and that is there, as the database has it. */
function unboundRow(sn: string) {
  const named = { sn, key_hex: '00'.repeat(32), organization_id: null, site_id: null, name: sn }
  const kind = { dev_type: deviceTypes.ipc, model: '', version: '' }
  return { ...named, ...kind, status: deviceStatuses.online, status_since_ms: service.now }
}

test.each([
  { name: 'the gateway of devices', path: GATEWAY_PATH, prefix: '2001:db8:1' },
  { name: 'push', path: PUSH_PATH, prefix: '2001:db8:2' },
])('one household fills its own places of $name and nobody else’s', { timeout: 60_000 }, async ({ path, prefix }) => {
  const held = await crowd(path, `${prefix}:1`)
  expect(await isServed(path, `${prefix}:1:aaaa:bbbb:cccc:dddd`)).toBe(false)
  expect(await isServed(path, `${prefix}:2::1`)).toBe(true)
  for (const socket of held) socket.drop()
  await expect.poll(() => isServed(path, `${prefix}:1::1`), slow).toBe(true)
})

test('who is turned away since too many of the same network wait is told so, a tab in its connection’s state, a device in its log, and comes in when there is room', {
  timeout: 60_000,
}, async () => {
  const profile = new TestProfile()
  const ports = nodePorts(profile, { url: service.url, origin: service.origin, clock: systemClock })
  const { token } = await service.signIn('admin')
  const reached: boolean[] = []
  const nothing = () => {}
  const deaf = {
    onState: nothing,
    onMessage: nothing,
    onGap: nothing,
    onRefused: nothing,
    onSilence: nothing,
    onStanding: nothing,
    onStolen: nothing,
  }
  const push = new PushLink(ports, () => token, { ...deaf, onReach: (isReachable) => reached.push(isReachable) })
  const log: string[] = []
  const { sn, devType, name } = gate
  const agent = new DeviceAgent({
    url: service.url.replace('http', 'ws') + GATEWAY_PATH,
    description: { sn, devType, name, model: 'P-1', version: '1.0' },
    securityCode: gate.securityCode,
    key: await deviceKey(sn, gate.securityCode),
    channels: [],
    source: { open: () => ({ close: nothing }) },
    log: (_level, text) => log.push(text),
  })
  const held = [...(await crowd(PUSH_PATH)), ...(await crowd(GATEWAY_PATH))]
  push.start()
  agent.start()
  await expect.poll(() => push.state, slow).toBe('crowded')
  await expect.poll(() => log.join('\n'), slow).toContain(`${sn} is refused by the service: too many connections come from its network`)
  // The service is there all the while.
  expect(reached).toEqual([])
  for (const socket of held) socket.drop()
  push.renew()
  await expect.poll(() => push.state, slow).toBe('open')
  await expect.poll(() => agent.isHeard, slow).toBe(true)
  push.stop()
  await agent.stop()
  profile.close()
})

test('a household that floods the media socket without tickets leaves nothing behind, and others are served', {
  timeout: 60_000,
}, async () => {
  const codes = new Set<number | undefined>()
  const flood = async () => {
    const sockets = await crowd(`${MEDIA_PATH}?ticket=no-such-ticket`, '2001:db8:3:1', MOST + 100)
    await Promise.all(sockets.map(({ ended }) => ended))
    for (const { closedBy } of sockets) codes.add(closedBy)
    return codes.has(mediaClose.crowded)
  }
  await expect.poll(flood, slow).toBe(true)
  expect([...codes].filter((code) => code !== mediaClose.ticketRefused && code !== mediaClose.crowded)).toEqual([])
  expect(service.stats.mediaSockets).toBe(0)
  const { ticket } = await (await service.signIn('admin')).call(deviceAccessTokenGet, { holder: 'tab' })
  const viewer = await RawSocket.open(service.url, `${MEDIA_PATH}?ticket=${encodeURIComponent(ticket)}`, '2001:db8:3:1::1')
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(1)
  viewer.drop()
})

test('one session is served on so many media sockets and no more, and is told why; another one is served', {
  timeout: 60_000,
}, async () => {
  const { ofSession } = tenantLimits.mediaSockets
  const open = async (client: Awaited<ReturnType<TestService['signIn']>>) => {
    const { ticket } = await client.call(deviceAccessTokenGet, { holder: 'tab' })
    return RawSocket.open(service.url, `${MEDIA_PATH}?ticket=${encodeURIComponent(ticket)}`, '2001:db8:6:1::1')
  }
  const admin = await service.signIn('admin')
  const held: RawSocket[] = []
  for (let count = 0; count < ofSession; count += 1) held.push(await open(admin))
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(ofSession)
  const late = await open(admin)
  await late.ended
  expect(late.closedBy).toBe(mediaClose.crowded)
  const other = await open(await service.signIn('operator'))
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(ofSession + 1)
  for (const socket of [...held, other]) socket.drop()
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(0)
})

test('one network is served on so many media sockets and no more, whosever they are, and is told why; another one is served @deep', {
  timeout: 120_000,
}, async () => {
  const { ofSession, ofNetwork } = tenantLimits.mediaSockets
  await service.signIn('admin')
  // As many sessions as an office has, with a ticket for each of their sockets.
  const { copies, tickets } = await service.edit(async (db) => {
    const session = await db
      .selectFrom('session')
      .where('ended_at_ms', 'is', null)
      .orderBy('created_at_ms', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow()
    const copies = Array.from({ length: ofNetwork / ofSession + 1 }, () => randomUUID())
    await db
      .insertInto('session')
      .values(copies.map((id) => ({ ...session, id })))
      .execute()
    const tickets = Array.from({ length: ofNetwork + 2 }, (_, index) => ({
      ticket: randomUUID(),
      session_id: copies[Math.floor(index / ofSession)] ?? '',
    }))
    const rows = tickets.map(({ ticket, session_id }) => ({
      token_sha256: sha256(ticket),
      session_id,
      holder: 'tab' as const,
      expires_at_ms: service.now + 3_600_000,
    }))
    for (let from = 0; from < rows.length; from += 500)
      await db
        .insertInto('media_ticket')
        .values(rows.slice(from, from + 500))
        .execute()
    return { copies, tickets: tickets.map(({ ticket }) => ticket) }
  })
  const open = (ticket: string | undefined, from: string) => RawSocket.open(service.url, `${MEDIA_PATH}?ticket=${ticket}`, from)
  const held: RawSocket[] = []
  // No more at a time than may wait to be let in.
  for (let from = 0; from < ofNetwork; from += MOST / 2) {
    const some = tickets.slice(from, from + MOST / 2)
    held.push(...(await Promise.all(some.map((ticket, index) => open(ticket, `2001:db8:7:1::${(from + index + 1).toString(16)}`)))))
    await expect.poll(() => service.stats.mediaSockets, slow).toBe(from + some.length)
  }
  const late = await open(tickets.at(-2), '2001:db8:7:1:aaaa::1')
  await late.ended
  expect(late.closedBy).toBe(mediaClose.crowded)
  held.push(await open(tickets.at(-1), '2001:db8:7:2::1'))
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(ofNetwork + 1)
  for (const socket of held) socket.drop()
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(0)
  await service.edit((db) => db.deleteFrom('session').where('id', 'in', copies).execute())
})

test('of a media socket without a ticket no large message is taken in, and who has shown one may say more', {
  timeout: 60_000,
}, async () => {
  const stranger = () => RawSocket.open(service.url, `${MEDIA_PATH}?ticket=no-such-ticket`, '2001:db8:8:1::1')
  const [small, large] = [await stranger(), await stranger()]
  // With the quotation marks.
  small.say('x'.repeat(MEDIA_STRANGERS_BYTES - 2))
  large.say('x'.repeat(MEDIA_STRANGERS_BYTES - 1))
  // It is cut off at the head of that message, and does not have the second in which others may say good-bye.
  expect(await Promise.race([small.ended.then(() => 'small'), large.ended.then(() => 'large')])).toBe('large')
  const { ticket } = await (await service.signIn('admin')).call(deviceAccessTokenGet, { holder: 'tab' })
  const viewer = await RawSocket.open(service.url, `${MEDIA_PATH}?ticket=${encodeURIComponent(ticket)}`, '2001:db8:8:1::1')
  await expect.poll(() => service.stats.mediaSockets, slow).toBe(1)
  viewer.say('x'.repeat(MEDIA_STRANGERS_BYTES - 1))
  await viewer.ended
  // It was read, and is nothing that a viewer says; what is too large to be read ends with 1009.
  expect(viewer.closedBy).toBe(mediaClose.badMessage)
})

test('a stranger’s large message is not taken in', async () => {
  const device = new WebSocket(service.url.replace('http', 'ws') + GATEWAY_PATH)
  await once(device, 'open')
  device.send('x'.repeat(tenantLimits.gateway.strangersBytes + 1))
  const [closed] = (await once(device, 'close')) as [CloseEvent]
  // Larger than what is taken.
  expect(closed.code).toBe(1009)
})

test('a socket that was refused is deaf, and soon gone though it never answers', { timeout: 60_000 }, async () => {
  const { token } = await service.signIn('admin')
  const key = await deviceKey(gate.sn, gate.securityCode)
  const push = await RawSocket.open(service.url, PUSH_PATH, '2001:db8:4:1::1')
  push.say({ type: 'token', token: 'no-such-token' })
  const device = await RawSocket.open(service.url, GATEWAY_PATH, '2001:db8:4:2::1')
  device.say({ kind: 'enrol', key })
  const media = await RawSocket.open(service.url, `${MEDIA_PATH}?ticket=no-such-ticket`, '2001:db8:4:3::1')
  const refusedMs = await Promise.all(
    [push, device, media].map(async (socket) => {
      await expect.poll(() => socket.closedBy, slow).toBeDefined()
      return performance.now()
    }),
  )
  const before = [push, device, media].map(({ frames }) => frames)
  // All of them would be right, had they been said before.
  push.say({ type: 'token', token })
  await hello(device, gate.sn, key)
  media.say({ op: 'open', channel: 1, sn: gate.sn, chlIndex: 0, streams: ['main'] })
  const endedMs = await Promise.all([push.ended, device.ended, media.ended])
  // A second, and what other tests take of the processors; unless it is told to, a socket waits for 30 s.
  for (const [index, ended] of endedMs.entries()) expect(ended - (refusedMs[index] ?? 0), 'ms').toBeLessThan(15_000)
  expect([push, device, media].map(({ frames }) => frames)).toEqual(before)
})

test('one household enrols no more devices in an hour than one address may, whichever of its addresses each comes from', async () => {
  const { calls, perMs } = tenantLimits.gateway.enrolments
  const key = await deviceKey('HOUSEHOLD1', 'HOUSECODE1')
  const answers: string[] = []
  const enrol = async (from: string, number: number) => {
    const socket = await RawSocket.open(service.url, GATEWAY_PATH, from)
    await hello(socket, `HOUSE${String(number).padStart(5, '0')}`, key)
    await expect.poll(() => socket.frames.length, slow).toBeGreaterThan(1)
    socket.drop()
    return (JSON.parse(socket.frames[1] ?? '') as { kind: string; reason?: string }).reason ?? 'may enrol'
  }
  for (let number = 0; number <= calls; number += 1) answers.push(await enrol(`2001:db8:5:1:${number.toString(16)}::1`, number))
  expect(answers.slice(0, calls).every((answer) => answer === 'may enrol')).toBe(true)
  expect(answers.at(-1)).toBe('too-many-enrolments')
  expect(await enrol('2001:db8:5:2::1', calls + 1)).toBe('may enrol')
  service.advance(perMs)
  expect(await enrol('2001:db8:5:1::1', calls + 2)).toBe('may enrol')
})

test('strangers who stay connected keep no newcomer out: a network has its share of unbound devices, and what nobody binds goes within the hour', {
  timeout: 60_000,
}, async () => {
  const share = 64
  const [there, elsewhere] = ['2001:db8:6:1', '2001:db8:6:2']
  const key = '5a'.repeat(32)
  const said = (socket: RawSocket) =>
    socket.frames.map((frame) => (frame.startsWith('{') ? (JSON.parse(frame) as { kind: string; reason?: string }) : { kind: frame }))
  const enrol = async (sn: string, from: string) => {
    const socket = await RawSocket.open(service.url, GATEWAY_PATH, from)
    await hello(socket, sn, key)
    await expect.poll(() => said(socket).some(({ kind }) => kind === 'enrol' || kind === 'refused'), slow).toBe(true)
    socket.say({ kind: 'enrol', key })
    await expect.poll(() => said(socket).some(({ kind }) => kind === 'welcome' || kind === 'refused'), slow).toBe(true)
    return socket
  }
  const refusal = (socket: RawSocket) => said(socket).find(({ kind }) => kind === 'refused')?.reason
  const crew: RawSocket[] = []
  for (let number = 0; number < share; number += 1)
    crew.push(await enrol(`STAYS${String(number).padStart(5, '0')}`, `${there}::${number + 1}`))
  expect(crew.map(refusal)).toEqual(crew.map(() => undefined))
  expect(refusal(await enrol('STAYS99999', `${there}:aaaa::1`))).toBe('too-many-unbound')
  // Others of theirs, from elsewhere, fill all the places that there are.
  const { unbound } = await service.edit(async (db) => {
    const { count } = await db
      .selectFrom('device')
      .where('organization_id', 'is', null)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .executeTakeFirstOrThrow()
    const missing = tenantLimits.gateway.unboundDevices - Number(count)
    const rows = Array.from({ length: missing }, (_, number) => ({
      ...unboundRow(`FILLS${String(number).padStart(5, '0')}`),
      status_since_ms: service.now,
    }))
    for (let from = 0; from < rows.length; from += 100)
      await db
        .insertInto('device')
        .values(rows.slice(from, from + 100))
        .execute()
    // Nobody is away, who would go first.
    await db.updateTable('device').where('organization_id', 'is', null).set({ status: deviceStatuses.online }).execute()
    return { unbound: missing + Number(count) }
  })
  expect(unbound).toBe(tenantLimits.gateway.unboundDevices)
  const newcomer = await enrol('NEWCOMER02', `${elsewhere}::1`)
  expect(refusal(newcomer)).toBeUndefined()
  // Its own network gives way first, from now on.
  const second = await enrol('NEWCOMER03', `${elsewhere}::2`)
  expect(refusal(second)).toBeUndefined()
  await expect.poll(() => refusal(newcomer), slow).toBe('not-bound-in-time')
  service.advance(3_600_000)
  await expect.poll(() => [second, ...crew].map((socket) => socket.closedBy), slow).toEqual(Array.from({ length: share + 1 }, () => 1008))
  const left = await service.edit((db) => db.selectFrom('device').where('sn', 'like', 'STAYS%').select('sn').execute())
  expect(left).toEqual([])
  // A real device comes anew by itself.
  expect(refusal(await enrol('STAYS00000', `${there}::1`))).toBeUndefined()
  await service.edit((db) => db.deleteFrom('device').where('organization_id', 'is', null).execute())
})

test('a device that nobody has bound within an hour of its going is forgotten, one that is there is kept', async () => {
  const rows = [{ ...unboundRow('ABSENT0001'), status: deviceStatuses.offline }, unboundRow('PRESENT001')]
  await service.edit((db) => db.insertInto('device').values(rows).execute())
  const left = () =>
    service.edit(async (db) =>
      (
        await db
          .selectFrom('device')
          .where(
            'sn',
            'in',
            rows.map(({ sn }) => sn),
          )
          .select('sn')
          .execute()
      ).map(({ sn }) => sn),
    )
  service.advance(59 * 60_000)
  expect(await left()).toHaveLength(2)
  service.advance(12 * 60_000)
  await expect.poll(left, slow).toEqual(['PRESENT001'])
})
