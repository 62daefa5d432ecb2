import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { vsDeviceList } from '#contract/calls/device/vs-device-list.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationNow } from '#contract/calls/station/station-now.ts'
import { stationPair } from '#contract/calls/station/station-pair.ts'
import { stationPairingBegin } from '#contract/calls/station/station-pairing-begin.ts'
import { stationPairingLook } from '#contract/calls/station/station-pairing-look.ts'
import { stationRevoke } from '#contract/calls/station/station-revoke.ts'
import { stationScreenshotPut } from '#contract/calls/station/station-screenshot-put.ts'
import { stationShow } from '#contract/calls/station/station-show.ts'
import { stationTicket } from '#contract/calls/station/station-ticket.ts'
import { stationToken } from '#contract/calls/station/station-token.ts'
import type { Call } from '#contract/define-call.ts'
import { codeOf } from '#contract/errors.ts'
import { mediaClose } from '#contract/media.ts'
import { PUSH_PATH } from '#contract/push.ts'
import { registry } from '#contract/registry.ts'
import { stationLimits, stationPublicKey, type StationProof } from '#contract/station.ts'
import { writeRequest } from '#contract/write-request.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { StationAccess } from '#server/stations/station-access.ts'
import { StationWatch } from '#server/stations/station-watch.ts'
import { MediaViewer } from '#tests/support/media-viewer.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { connectCamera, type TestSource } from '#tests/support/test-source.ts'
import { upload } from '#tests/support/upload.ts'

const { gate } = demoDevices
const site = { siteId: 'harbor-gate' }
const UNKNOWN = 33851
const CLOCK = 33852
const WRONG_CODE = 33853
const HOUR_MS = 3_600_000
let service: TestService
let admin: ServiceClient
let source: TestSource
let camera: DeviceAgent

beforeAll(async () => {
  service = await TestService.start()
  admin = await service.signIn('admin')
  const atGate = await connectCamera(service.url, gate)
  source = atGate.source
  camera = atGate.agent
})
afterAll(async () => {
  await camera.stop()
  await service.close()
})

const paired = (name: string) => StationScreen.paired(service, admin, name)
const listed = async (sn: string) => (await admin.call(stationList, undefined)).stations.find((station) => station.sn === sn)
const outputOf = async (sn: string) => (await listed(sn))?.outputs[0]
const show = (sn: string, { sn: cameraSn }: { sn: string }) =>
  admin.call(stationShow, { sn, voId: 1, wish: { kind: 'camera', sn: cameraSn, chlIndex: 0 } })
const now = ({ client }: StationScreen) => client.call(stationNow, undefined)

function drawn(): File {
  return new File([new Uint8Array(createCanvas(64, 36).toBuffer('image/jpeg'))], 'screen.jpg', { type: 'image/jpeg' })
}

async function listen({ client }: StationScreen): Promise<PushClient> {
  return service.openPush(client)
}

async function watch(screen: StationScreen): Promise<MediaViewer> {
  return MediaViewer.open(screen.client, { ticket: await screen.ticket() })
}

describe('pairing', () => {
  test('an administrator types the code on the screen, and the screen is a device of type 13 with two outputs', async () => {
    const screen = await StationScreen.start(service)
    expect(screen.pairingCode).toMatch(/^[A-HJKMNP-Z2-9]{4}-[A-HJKMNP-Z2-9]{4}$/)
    expect(await screen.look()).toBe(false)
    const pairingCode = screen.pairingCode.toLowerCase().replace('-', ' ')
    const { sn } = await admin.call(stationPair, { pairingCode, name: 'Hall', ...site })
    expect(await screen.look()).toBe(true)
    expect(screen.sn).toBe(sn)
    await screen.renew()
    expect(await now(screen)).toMatchObject({
      sn,
      voId: 1,
      name: 'Hall',
      siteName: (await listed(sn))?.siteName,
      content: { kind: 'clock' },
    })
    const device = (await admin.call(vsDeviceList, undefined)).devices.find((one) => one.sn === sn)
    expect(device).toMatchObject({
      devType: 13,
      name: 'Hall',
      outputs: [
        { voId: 1, dpi: '1920x1080' },
        { voId: 2, dpi: '1920x1080' },
      ],
    })
    expect(await listed(sn)).toMatchObject({ isPaired: true, name: 'Hall', siteId: site.siteId })
  })

  test('nobody but an administrator pairs, and none of another organization', async () => {
    const screen = await StationScreen.start(service)
    for (const name of ['manager', 'operator', 'guard'] as const) {
      const person = await service.signIn(name)
      expect((await person.failure(stationPair, { pairingCode: screen.pairingCode, name: 'Mine', ...site })).code, name).toBe(5000)
    }
    const stranger = await service.signIn('stranger')
    expect((await stranger.failure(stationPair, { pairingCode: screen.pairingCode, name: 'Mine', ...site })).code).toBe(
      codeOf('site-missing'),
    )
    expect(await screen.look()).toBe(false)
  })

  test('a code is good once and for ten minutes', async () => {
    const screen = await StationScreen.start(service)
    const again = { pairingCode: screen.pairingCode, name: 'Twice', ...site }
    await admin.call(stationPair, again)
    expect(await admin.failure(stationPair, again)).toMatchObject({ code: WRONG_CODE, detail: { field: 'pairingCode' } })
    const late = await StationScreen.start(service)
    service.advance(stationLimits.codeLifeMs)
    expect((await admin.failure(stationPair, { ...again, pairingCode: late.pairingCode })).code).toBe(WRONG_CODE)
    await expect(late.look()).rejects.toThrow('1008')
  })

  test('codes are not guessed: after five wrong ones nobody of the organization pairs for some minutes', async () => {
    service.advance(10 * 60_000)
    admin = await service.signIn('admin')
    const screen = await StationScreen.start(service)
    const wrong = async (pairingCode: string) => (await admin.failure(stationPair, { pairingCode, name: 'Guessed', ...site })).code
    const codes = ['AAAA-AAAA', 'BBBB-BBBB', 'CCCC-CCCC', 'DDDD-DDDD', 'EEEE-EEEE']
    for (const code of codes) expect(await wrong(code)).toBe(WRONG_CODE)
    expect(await wrong(screen.pairingCode)).toBe(6001)
    service.advance(5 * 60_000)
    expect(await wrong(screen.pairingCode)).toBe(200)
  })

  test('who has not the secret of a code learns nothing, and so many screens wait at one address', async () => {
    service.advance(11 * 60_000)
    admin = await service.signIn('admin')
    const { client } = await StationScreen.start(service)
    const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const { kty, crv, x, y } = (await crypto.subtle.exportKey('jwk', key.publicKey)) as { kty: 'EC'; crv: 'P-256'; x: string; y: string }
    const publicKey = { kty, crv, x, y }
    const { pairingId } = await client.call(stationPairingBegin, { publicKey })
    expect((await client.failure(stationPairingLook, { pairingId, secret: 'x'.repeat(43) })).code).toBe(1008)
    for (let waiting = 2; waiting < 40; waiting += 1) await client.call(stationPairingBegin, { publicKey })
    service.advance(60_000)
    expect((await client.failure(stationPairingBegin, { publicKey })).code).toBe(6001)
    expect((await client.failure(stationPairingBegin, { publicKey: { ...publicKey, x: y } })).code).toBe(1000)
    service.advance(10 * 60_000)
    await client.call(stationPairingBegin, { publicKey })
    admin = await service.signIn('admin')
  })

  test('so many screens wait in one household, whatever addresses they have, and those of others are let in', async () => {
    const behind = await TestService.start({ trustedProxies: ['127.0.0.1'] })
    const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
    const publicKey = stationPublicKey.parse(await crypto.subtle.exportKey('jwk', key.publicKey))
    const begin = async (address: string) => {
      const body = writeRequest({ publicKey }, { id: crypto.randomUUID(), nonce: crypto.randomUUID(), nowMs: behind.now })
      const { reply } = await behind.client().post(stationPairingBegin.path, body, { 'x-forwarded-for': address })
      return reply?.ok === false ? reply.code : 200
    }
    for (let screen = 0; screen < 40; screen += 1) expect(await begin(`2001:db8:1:2::${screen + 1}`)).toBe(200)
    behind.advance(60_000)
    expect(await begin('2001:db8:1:2:ffff::1')).toBe(6001)
    expect(await begin('2001:db8:1:3::1')).toBe(200)
    await behind.close()
  })

  test('a stranger who has as many screens wait as may keeps nobody from pairing: his oldest goes for a new one, and the code of who waits longer is good', async () => {
    service.advance(11 * 60_000)
    admin = await service.signIn('admin')
    const longest = await StationScreen.start(service)
    const expires_at_ms = service.now + stationLimits.codeLifeMs
    const row = { secret_sha256: '', public_key_json: '{}', sn: null }
    // One from each of the networks that he has.
    const his = Array.from({ length: 1_999 }, (_, index) => ({
      ...row,
      id: `his-${index}`,
      code: `HIS-${index}`,
      address: `2001:db8:66:${index.toString(16)}::/64`,
      expires_at_ms: expires_at_ms + index,
    }))
    await service.edit((db) => db.insertInto('station_pairing').values(his).execute())
    const newest = await StationScreen.start(service)
    const left = await service.edit((db) => db.selectFrom('station_pairing').where('id', 'like', 'his-%').select('id').execute())
    expect([left.length, left.some(({ id }) => id === 'his-0')]).toEqual([1_998, false])
    for (const screen of [longest, newest]) {
      await admin.call(stationPair, { pairingCode: screen.pairingCode, name: 'Let in', ...site })
      expect(await screen.look()).toBe(true)
    }
    await service.edit((db) => db.deleteFrom('station_pairing').where('id', 'like', 'his-%').execute())
  })
})

describe('the permission of a screen', () => {
  test('is bound to its key: another key, another output or an old claim gives no token', async () => {
    const [screen, other] = [await paired('Bound'), await paired('Other')]
    const failure = async (claim: Awaited<ReturnType<StationScreen['claim']>>) => (await service.client().failure(stationToken, claim)).code
    expect(await failure({ ...(await other.claim()), sn: screen.sn })).toBe(UNKNOWN)
    expect(await failure({ ...(await screen.claim()), voId: 2 })).toBe(UNKNOWN)
    expect(await failure({ ...(await screen.claim()), sn: 'VSNOSUCH22' })).toBe(UNKNOWN)
    const claim = await screen.claim()
    expect(await failure(claim)).toBe(200)
    expect(await failure(claim)).toBe(CLOCK)
    expect(await failure(await screen.claim({ atMs: service.now + 70_000 }))).toBe(CLOCK)
    service.advance(11 * 60_000)
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7088)
    await screen.renew()
    expect((await now(screen)).name).toBe('Bound')
    admin = await service.signIn('admin')
  })

  test('is greeted when it is written where it is connected: another node that it goes to then has the last word', async () => {
    const screen = await paired('Written')
    const { arrived } = StationWatch.prototype
    const order: string[] = []
    vi.spyOn(StationWatch.prototype, 'arrived').mockImplementationOnce(async function (this: StationWatch, who) {
      await arrived.call(this, who)
      // A greeting that did not wait would be heard by then.
      await service.signIn('guard')
      order.push('written')
    })
    const push = await listen(screen)
    order.push('greeted')
    push.close()
    expect(order).toEqual(['written', 'greeted'])
  })

  test('is refused where it is taken back in the moment in which its screen connects', async () => {
    const screen = await paired('Late')
    const { arrived } = StationWatch.prototype
    vi.spyOn(StationWatch.prototype, 'arrived').mockImplementationOnce(async function (this: StationWatch, who) {
      await arrived.call(this, who)
      await admin.call(stationRevoke, { sn: screen.sn })
    })
    const push = await PushClient.open(service.url + PUSH_PATH, service.origin)
    push.send({ type: 'token', token: screen.client.token, proof: await screen.prove('push') })
    expect((await push.next('reply')).infoContent.code).toBe(codeOf('token-unknown'))
    await push.closed
  })

  test('is no good to who has stolen its token: news and video ask for the key as well, with a proof that is good once', async () => {
    const [screen, other] = [await paired('Robbed'), await paired('Robber')]
    await show(screen.sn, gate)
    const thief = service.client(screen.client.token)
    const ticket = async (proof: StationProof) => (await thief.failure(stationTicket, proof)).code
    const push = async (proof?: StationProof) => {
      const opened = await PushClient.open(service.url + PUSH_PATH, service.origin)
      opened.send({ type: 'token', token: thief.token, proof })
      const { code } = (await opened.next('reply')).infoContent
      if (code === 200) opened.close()
      return [code, await opened.closed]
    }
    expect(await ticket(await other.prove('ticket'))).toBe(UNKNOWN)
    expect(await ticket(await screen.prove('push'))).toBe(UNKNOWN)
    expect(await ticket(await screen.prove('ticket', { voId: 2 }))).toBe(UNKNOWN)
    expect(await ticket(await screen.prove('ticket', { atMs: service.now - 61_000 }))).toBe(CLOCK)
    expect(await push()).toEqual([UNKNOWN, 4401])
    expect(await push(await other.prove('push'))).toEqual([UNKNOWN, 4401])
    expect(await push(await screen.prove('push', { atMs: service.now - 61_000 }))).toEqual([CLOCK, 4401])

    // What the screen has used, seen on its way.
    const used = { ticket: await screen.prove('ticket'), push: await screen.prove('push') }
    await screen.client.call(stationTicket, used.ticket)
    expect((await push(used.push))[0]).toBe(200)
    expect([await ticket(used.ticket), await push(used.push)]).toEqual([CLOCK, [CLOCK, 4401]])

    // The screen itself goes on, with as many sockets as it needs in one moment.
    const heard = await listen(screen)
    const viewers = await Promise.all([watch(screen), watch(screen)])
    for (const viewer of viewers) {
      source.main.film(true)
      viewer.openChannel(1, gate.sn)
      await viewer.until(() => viewer.units(1).length > 0, 'a picture of the gate')
      viewer.close()
    }
    heard.close()
  })

  test('asks no proof of a page from before there were any, until its screen has given the first', async () => {
    const screen = await paired('Running')
    const { sn } = screen
    await service.edit((db) => db.updateTable('station_output').set({ proves: 0 }).where('sn', '=', sn).execute())
    const push = async () => {
      const opened = await PushClient.open(service.url + PUSH_PATH, service.origin)
      opened.send({ type: 'token', token: screen.client.token })
      const { code } = (await opened.next('reply')).infoContent
      opened.close()
      return code
    }
    const ticket = async () => (await screen.client.failure(stationTicket, undefined)).code
    expect([await push(), await ticket()]).toEqual([200, 200])
    expect((await screen.client.failure(stationTicket, await (await paired('No key')).prove('ticket'))).code).toBe(UNKNOWN)
    expect(await ticket()).toBe(200)
    await screen.ticket()
    expect([await push(), await ticket()]).toEqual([UNKNOWN, UNKNOWN])
  })

  test('outlasts what ends the sessions of people: nobody has to be there, for a day or for nine', async () => {
    const screen = await paired('Alone')
    service.advance(25 * HOUR_MS)
    expect((await admin.failure(stationList, undefined)).code).not.toBe(200)
    admin = await service.signIn('admin')
    await screen.renew()
    const push = await listen(screen)
    const heard = push.next('station', { order: 'look' })
    await show(screen.sn, gate)
    await heard
    expect(await now(screen)).toMatchObject({ content: { kind: 'views' } })
    // Longer than any session of a person, with its machine switched off.
    push.close()
    service.advance(9 * 24 * HOUR_MS)
    await screen.renew()
    expect((await now(screen)).name).toBe('Alone')
    admin = await service.signIn('admin')
  })

  test('is of no other use: each call that is not for screens is refused, and so is each of its calls to people', async () => {
    const { client } = await paired('Refused')
    const answers: Record<string, number> = {}
    for (const [name, call] of Object.entries<Call>(registry)) {
      if (call.access.who === 'open') continue
      const { reply } = await client.post(call.path, JSON.stringify({ basic: { ver: '1.0', time: 0, id: name, nonce: name }, data: {} }))
      const by = call.access.who === 'station' ? admin : client
      const { reply: refused } =
        call.access.who === 'station'
          ? await by.post(call.path, JSON.stringify({ basic: { ver: '1.0', time: 0, id: name, nonce: name } }))
          : { reply }
      answers[name] = refused === undefined || refused.ok ? 200 : refused.code
    }
    expect(Object.keys(answers).length).toBeGreaterThan(150)
    expect(Object.entries(answers).filter(([, code]) => code !== 5000)).toEqual([])
  })

  test('is taken back at once: tokens, sockets and pictures end, and the settings stay for the next screen', async () => {
    const screen = await paired('Taken back')
    await show(screen.sn, gate)
    const push = await listen(screen)
    const viewer = await watch(screen)
    await admin.call(stationRevoke, { sn: screen.sn })
    expect((await push.next('session-ended')).infoContent.code).toBe(7009)
    await push.closed
    expect(await viewer.closed).toBe(mediaClose.sessionEnded)
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7009)
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
    expect(await listed(screen.sn)).toMatchObject({ isPaired: false })

    const next = await StationScreen.start(service)
    await admin.call(stationPair, { pairingCode: next.pairingCode, name: 'Taken up', ...site, sn: screen.sn })
    await next.look()
    await next.renew()
    expect(await now(next)).toMatchObject({ sn: screen.sn, name: 'Taken up', content: { kind: 'views' } })
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
  })

  test('ends with the device', async () => {
    const screen = await paired('Unbound')
    await upload(screen.client, stationScreenshotPut, {}, drawn())
    const { pictureUrl } = (await outputOf(screen.sn)) ?? {}
    const push = await listen(screen)
    await admin.call(deviceUnbind, { sn: screen.sn })
    await push.closed
    expect((await screen.client.failure(stationNow, undefined)).code).toBe(7009)
    expect((await service.client().failure(stationToken, await screen.claim())).code).toBe(UNKNOWN)
    // What was on it is gone too.
    expect((await fetch(service.url + pictureUrl)).status).toBe(404)
  })
  test('is not looked for when a device goes that is no station', async () => {
    const device = { sn: 'PLAIN00001', securityCode: 'PLAINCODE1' }
    await service.connectDevice(device)
    await admin.call(deviceBind, { ...device, ...site })
    const disconnect = vi.spyOn(StationAccess.prototype, 'disconnect')
    const forget = vi.spyOn(StationWatch.prototype, 'forget')
    await admin.call(deviceUnbind, { sn: device.sn })
    expect(disconnect).not.toHaveBeenCalled()
    expect(forget).not.toHaveBeenCalled()
  })
})
