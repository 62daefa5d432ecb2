import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { utils, write } from 'xlsx'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { deviceDetail } from '#contract/calls/device/device-detail.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { stationList } from '#contract/calls/station/station-list.ts'
import { stationTroubles } from '#contract/calls/station/station-troubles.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateImport } from '#contract/calls/vehicle/plate-import.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { PUSH_RECONNECT } from '#contract/limits.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { randomId } from '#server/runtime/secrets.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import { MailServer } from '#tests/support/mail-server.ts'
import { NodeProcess } from '#tests/support/node-process.ts'
import { demoDevices, TestService } from '#tests/support/service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { StationScreen } from '#tests/support/station-screen.ts'
import { upload } from '#tests/support/upload.ts'

const { gate, shop } = demoDevices
const { online, offline } = deviceStatuses
/** A node is found to be gone within 10 s; the rest is for a machine that is at work on other things as well. */
const GONE_WITHIN_MS = 20_000
const TOO_FREQUENT = 33085
const reboot = { name: 'reboot' } as const
let here: TestService

const statusOf = async (client: ServiceClient, sn: string) => (await client.call(deviceDetail, { sn })).device.status

describe('two nodes on one database', () => {
  let there: TestService
  beforeAll(async () => {
    here = await TestService.start()
    there = await TestService.start({ sharedWith: here })
  })
  afterAll(async () => {
    await there.close()
    await here.close()
  })

  test('a person at one hears what happened at the other, and nobody else does', async () => {
    const admin = await here.signIn('admin')
    const push = await there.openPush(await there.signIn('admin'))
    const stranger = await there.openPush(await there.signIn('stranger'))
    const agent = await here.connectDevice(gate)
    await push.next('device-status', { sn: gate.sn, status: online })
    await agent.stop()
    await push.next('device-status', { sn: gate.sn, status: offline })
    await admin.call(profileUpdate, { alias: 'Renamed' })
    await push.next('profile-changed')
    expect(stranger.heard.map(({ infoType }) => infoType)).toEqual(['reply'])
  })

  test('a client that comes to the other node resumes there', async () => {
    const admin = await here.signIn('admin')
    const first = await here.openPush(admin)
    const cursor = first.heard[0]?.extension.cursor
    await admin.call(profileUpdate, { alias: 'One' })
    await admin.call(profileUpdate, { alias: 'Two' })
    await first.next('profile-changed')
    await first.next('profile-changed')
    const second = await there.openPush(there.client(admin.token), cursor)
    expect(second.heard[0]?.infoContent).toEqual({ to: 'token', code: 200, isResumed: true })
    await second.next('profile-changed')
    await second.next('profile-changed')
    // It took the place of the first, as it would have at the same node.
    expect(await first.closed).toBe(4403)
  })

  test('a session that ends at one closes its socket at the other, and says why', async () => {
    const admin = await here.signIn('admin')
    const push = await there.openPush(there.client(admin.token))
    await admin.call(logout, null)
    expect((await push.next('session-ended')).infoContent.code).toBe(10002)
    expect(await push.closed).toBe(4403)
  })

  test('a device that is taken away at one is told at the other', async () => {
    const device = await GatewayProbe.open(here.url)
    await device.hello(shop.sn, await deviceKey(shop.sn, shop.securityCode))
    await device.first('welcome')
    await (await there.signIn('admin')).call(deviceUnbind, { sn: shop.sn })
    expect(await device.first('bound')).toEqual({ kind: 'bound', isBound: false })
    device.socket.close()
  })

  test('a device that moves to the other node stays online', async () => {
    const admin = await there.signIn('admin')
    const push = await there.openPush(admin)
    await here.connectDevice(gate)
    await push.next('device-status', { status: online })
    await there.connectDevice(gate)
    await expect.poll(() => here.stats.deviceSockets).toBe(0)
    expect(await statusOf(admin, gate.sn)).toBe(online)
    expect(push.heard.filter(({ infoType }) => infoType === 'device-status')).toHaveLength(1)
  })

  test('a screen that moves to the other node is not away, and one whose two outputs are at two nodes is there until the last has gone', async () => {
    const admin = await here.signIn('admin')
    const screen = await StationScreen.paired(here, admin, 'At two nodes')
    const { sn } = screen
    const listed = async () => (await admin.call(stationList, undefined)).stations.find((station) => station.sn === sn)
    const connected = async () => (await listed())?.outputs.map(({ isConnected }) => isConnected)
    const kinds = async () =>
      (await admin.call(stationTroubles, { sn })).troubles.map(({ kind, voId, endMs }) => [kind, voId, endMs === null])
    const first = await here.openPush(screen.client)
    const moved = await there.openPush(screen.client)
    await first.closed
    await screen.renew(2)
    const second = await here.openPush(screen.client)
    await expect.poll(connected).toEqual([true, true])
    // Longer than a screen has to come back; the clock is that of both nodes.
    here.advance(15_000)
    moved.close()
    await expect.poll(connected).toEqual([false, true])
    here.advance(15_000)
    await expect.poll(kinds).toEqual([['away', 1, true]])
    expect((await listed())?.status).toBe(online)
    await screen.renew(1)
    const back = await there.openPush(screen.client)
    await expect.poll(kinds).toEqual([['away', 1, false]])
    second.close()
    back.close()
    await expect.poll(connected).toEqual([false, false])
    here.advance(15_000)
    await expect.poll(async () => (await listed())?.status).toBe(offline)
    await expect.poll(async () => (await kinds()).map(String).toSorted()).toEqual(['away,1,false', 'away,1,true', 'away,2,true'])
  })

  test('a change that is asked for again at the other, as after a line has died, waits for what comes of it, and is done once', async () => {
    const admin = await here.signIn('admin')
    const begun = Promise.withResolvers<void>()
    const done = Promise.withResolvers<null>()
    let asked = 0
    const commands = {
      reboot: () => {
        asked += 1
        begun.resolve()
        return done.promise
      },
    }
    const agent = await here.connectDevice(gate, undefined, commands)
    const again = there.client(admin.token)
    const id = randomId()
    const first = admin.call(devCmdExecute, { sn: gate.sn, command: reboot }, { id })
    await begun.promise
    // Of both: it is one clock. A device has ten seconds.
    here.advance(5_000)
    const second = again.call(devCmdExecute, { sn: gate.sn, command: reboot }, { id })
    // One that does not wait is answered before this is.
    await Promise.race([there.signIn('guard'), second])
    done.resolve(null)
    expect(await second).toEqual(await first)
    expect(asked).toBe(1)
    await agent.stop()
  })

  test('a mail is sent once', async () => {
    const server = await MailServer.start()
    const nodes = [
      await TestService.start({ sharedWith: here, smtpUrl: server.url }),
      await TestService.start({ sharedWith: here, smtpUrl: server.url }),
    ]
    const letters = Array.from({ length: 30 }, (_, index) => ({
      id: randomId(),
      to_address: `person-${index}@harbor.example`,
      subject: 'A subject',
      body: 'A body\n',
      attachments_json: '[]',
      created_at_ms: here.now,
      tries: 0,
      next_try_at_ms: here.now,
    }))
    await here.edit((db) => db.insertInto('mail').values(letters).execute())
    await expect.poll(() => here.edit((db) => db.selectFrom('mail').select('id').execute())).toEqual([])
    expect(server.received.map(({ to }) => to[0] ?? '').toSorted()).toEqual(letters.map(({ to_address }) => to_address).toSorted())
    for (const node of nodes) await node.close()
    await server.close()
  })
})

describe('a node in a process of its own', () => {
  let other: NodeProcess
  beforeEach(async () => {
    here = await TestService.start()
    other = await NodeProcess.start(here)
  })
  afterEach(async () => {
    await other.kill()
    await here.close()
  })

  test('carries a command to its device and the answer back, and tells when the device has gone', async () => {
    const admin = await here.signIn('admin')
    const push = await here.openPush(admin)
    let asked = 0
    const commands = { reboot: () => ((asked += 1), null) }
    const agent = await here.connectDevice(gate, undefined, commands, other.url)
    await push.next('device-status', { status: online })
    expect(await admin.call(devCmdExecute, { sn: gate.sn, command: reboot })).toEqual({ name: 'reboot', result: null })
    expect(asked).toBe(1)
    await agent.stop()
    await push.next('device-status', { status: offline })
    expect((await admin.failure(devCmdExecute, { sn: gate.sn, command: reboot })).code).toBe(7062)
  })

  test('imports one list of plates of an organization at a time with the others, and has none under way when it is killed', async () => {
    const admin = await here.signIn('admin')
    const { groupId } = await admin.call(plateGroupAdd, { groupName: 'Fleet' })
    const importAt = async (client: ServiceClient, name: string) => {
      const rows = [['Plate'], ...Array.from({ length: 1_000 }, (_, row) => [`${name} ${row}`])]
      const bytes = new Uint8Array(
        write({ SheetNames: ['A'], Sheets: { A: utils.aoa_to_sheet(rows) } }, { type: 'buffer', bookType: 'xlsx' }),
      )
      const answer = await upload(client, plateImport, { groupId }, new File([bytes], 'fleet.xlsx'))
      return answer.ok ? 200 : answer.code
    }
    const both = await Promise.all([importAt(admin, 'H'), importAt(new ServiceClient(other.url, admin.token), 'T')])
    expect(both.toSorted((one, two) => one - two)).toEqual([200, TOO_FREQUENT])

    const [there] = await here.edit((db) => db.selectFrom('node').where('url', '=', other.url).select('id').execute())
    const turn = { organization_id: 'harbor-logistics', turn_id: 'there', node_id: there?.id ?? '', ends_at_ms: here.now + 60_000 }
    await here.edit((db) => db.insertInto('import_turn').values(turn).execute())
    expect(await importAt(admin, 'A')).toBe(TOO_FREQUENT)
    await other.kill()
    await expect.poll(() => importAt(admin, 'A'), { timeout: GONE_WITHIN_MS, interval: 1_500 }).toBe(200)
  })

  test('that is killed loses its devices within 10 s as the other sees it, and its work goes on there', async () => {
    const admin = await here.signIn('admin')
    const push = await here.openPush(admin)
    await here.connectDevice(gate, undefined, {}, other.url)
    const brief = await here.connectDevice(shop, undefined, {}, other.url)
    await push.next('device-status', { sn: gate.sn, status: online })
    await push.next('device-status', { sn: shop.sn, status: online })
    await brief.stop()
    await push.next('device-status', { sn: shop.sn, status: offline })
    const killedAtMs = Date.now()
    await other.kill()
    // An outage that the killed node knew of becomes an alarm nonetheless.
    expect((await push.next('alarm')).infoContent).toMatchObject({ kind: 'device-offline', sn: shop.sn })
    // What the killed node had to tell may be lost: everybody comes again and asks anew.
    expect((await push.next('reconnect')).infoContent.code).toBe(PUSH_RECONNECT)
    expect(await push.closed).toBe(4403)
    const again = await here.openPush(admin, push.heard.at(-1)?.extension.cursor)
    expect(again.heard[0]?.infoContent).toEqual({ to: 'token', code: 200, isResumed: false })
    await expect.poll(() => statusOf(admin, gate.sn)).toBe(offline)
    expect(Date.now() - killedAtMs).toBeLessThan(GONE_WITHIN_MS)
    here.advance(30_000)
    expect((await again.next('alarm')).infoContent).toMatchObject({ kind: 'device-offline', sn: gate.sn })
  })
})
