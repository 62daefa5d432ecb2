import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import { alarmSearchList } from '#contract/calls/event/alarm-search-list.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { userConfigsPut } from '#contract/calls/config/user-configs-put.ts'
import { systemVersionGet } from '#contract/calls/user/system-version-get.ts'
import { writeRequest } from '#contract/write-request.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { PUSH_CURSOR_HEADER, PUSH_HEARTBEAT_PATH, PUSH_PATH, type PushMessage } from '#contract/push.ts'
import { PushClient } from '#tests/support/push-client.ts'
import { channel, demoDevices, TestService } from '#tests/support/service.ts'

const heartbeat = { type: 'heartbeat', path: PUSH_HEARTBEAT_PATH }
let service: TestService

beforeEach(async () => {
  service = await TestService.start()
})
afterEach(() => service.close())

describe('the push connection', () => {
  test('takes the token, answers heartbeats, and numbers what it says', async () => {
    const push = await service.openPush(await service.signIn('admin'))
    push.send(heartbeat)
    const reply = await push.next('reply')
    expect(reply.infoContent).toEqual({ to: 'heartbeat', code: 200 })
    expect(push.heard.map(({ extension }) => extension.seq)).toEqual([1, 2])
    expect(service.stats.pushSockets).toBe(1)
    push.close()
    await expect.poll(() => service.stats.pushSockets).toBe(0)
  })

  test('resumes where it was: what was missed comes again, in order, and other people’s does not', async () => {
    const [admin, guard] = [await service.signIn('admin'), await service.signIn('guard')]
    const push = await service.openPush(admin)
    const { extension } = push.heard[0] as PushMessage
    push.close()
    await expect.poll(() => service.stats.pushSockets).toBe(0)
    await admin.call(profileUpdate, { alias: 'One' })
    await guard.call(profileUpdate, { alias: 'Other' })
    await admin.call(userConfigsPut, {
      configType: 'layout',
      configName: 'One',
      configValue: { splitNum: 4, isDefault: false, playChlList: [] },
    })
    const again = await service.openPush(admin, extension.cursor)
    await again.next('configs-changed')
    again.send(heartbeat)
    await again.next('reply')
    expect(again.heard.map(({ infoType, extension: { seq } }) => [seq, infoType])).toEqual([
      [1, 'reply'],
      [2, 'profile-changed'],
      [3, 'configs-changed'],
      [4, 'reply'],
    ])
    expect(again.heard[0]?.infoContent).toEqual({ to: 'token', code: 200, isResumed: true })
    // The heartbeat's answer says that there is nothing more to come.
    const third = await service.openPush(admin, again.heard.at(-1)?.extension.cursor)
    third.send(heartbeat)
    await third.next('reply')
    expect(third.heard.map(({ infoType }) => infoType)).toEqual(['reply', 'reply'])
  })

  test('goes on from the answer of a call: what was sent since, before anybody could hear it, comes', async () => {
    const admin = await service.signIn('admin')
    const body = writeRequest(null, { id: 'first', nonce: 'first', nowMs: service.now })
    const answer = await admin.post(alarmUnreadCount.path, body)
    await admin.call(profileUpdate, { alias: 'One' })
    const push = await service.openPush(admin, answer.headers.get(PUSH_CURSOR_HEADER) ?? undefined)
    expect(push.heard[0]?.infoContent).toEqual({ to: 'token', code: 200, isResumed: true })
    await push.next('profile-changed')
    // Whoever is not signed in learns nothing of it.
    const open = await service.client().post(systemVersionGet.path, body)
    expect([open.status, open.headers.get(PUSH_CURSOR_HEADER)]).toEqual([200, null])
  })

  test('says that it cannot resume after ten minutes, after a restart, and where nobody ever was', async () => {
    const admin = await service.signIn('admin')
    const push = await service.openPush(admin)
    await admin.call(profileUpdate, { alias: 'One' })
    const { extension } = await push.next('profile-changed')
    const isResumed = async (after: string | undefined) => (await service.openPush(admin, after)).heard[0]?.infoContent
    const [resumed, lost] = [true, false].map((is) => ({ to: 'token', code: 200, isResumed: is }))
    expect(await isResumed(extension.cursor)).toEqual(resumed)
    for (const nowhere of ['999999999999999999', 'made-up', '-1', '']) expect(await isResumed(nowhere)).toEqual(lost)
    await admin.call(profileUpdate, { alias: 'Two' })
    await (await service.openPush(admin, extension.cursor)).next('profile-changed')
    service.advance(10 * 60_000)
    expect(await isResumed(extension.cursor)).toEqual(lost)
    await service.restart()
    expect(await isResumed(extension.cursor)).toEqual(lost)
  })

  test.each(['https://evil.example', undefined])('refuses the origin %s', async (origin) => {
    await expect(PushClient.open(service.url + PUSH_PATH, origin)).rejects.toThrow('403')
  })

  test('refuses a token that is no good, a heartbeat before the token, and what it cannot read', async () => {
    for (const [message, code, close] of [
      [{ type: 'token', token: 'made-up' }, 7009, 4401],
      [heartbeat, 10002, 4401],
      ['{"type":', undefined, 4400],
      [{ type: 'token', token: 'x'.repeat(5_000) }, undefined, 1009],
    ] as const) {
      const push = await PushClient.open(service.url + PUSH_PATH, service.origin)
      push.send(message)
      if (code !== undefined) expect((await push.next('reply')).infoContent.code).toBe(code)
      expect(await push.closed).toBe(close)
    }
  })

  test('is closed when no token comes within 10 s, and after 75 s without a heartbeat', async () => {
    const silent = await PushClient.open(service.url + PUSH_PATH, service.origin)
    service.advance(10_000)
    expect(await silent.closed).toBe(4401)
    const push = await service.openPush(await service.signIn('admin'))
    service.advance(60_000)
    push.send(heartbeat)
    await push.next('reply')
    service.advance(60_000)
    push.send(heartbeat)
    await push.next('reply')
    service.advance(75_000)
    expect(await push.closed).toBe(4408)
  })

  test('that was refused is gone within 2 s, though the other side never answers', async () => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    const upgrade = ['GET', PUSH_PATH, 'HTTP/1.1'].join(' ')
    const headers = [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      `Sec-WebSocket-Key: ${randomBytes(16).toString('base64')}`,
    ]
    socket.write([upgrade, `Host: ${hostname}:${port}`, `Origin: ${service.url}`, ...headers, '', ''].join('\r\n'))
    await once(socket, 'data')
    const text = Buffer.from(JSON.stringify({ type: 'token', token: 'no-such-token' }))
    // One text frame, masked with zeros.
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 + text.byteLength, 0, 0, 0, 0]), text]))
    const begunMs = performance.now()
    socket.resume()
    await once(socket, 'close')
    expect(performance.now() - begunMs).toBeLessThan(2_000)
  })

  test('takes no message of more than 4 KB, and does not wait for the rest of one', async () => {
    const push = await service.openPush(await service.signIn('admin'))
    push.send(JSON.stringify({ ...heartbeat, filler: 'x'.repeat(4_096) }))
    expect(await push.closed).toBe(1009)
  })

  test('is one for each session: a newer socket takes the place of one that hangs', async () => {
    const client = await service.signIn('admin')
    const hung = await service.openPush(client)
    const other = await service.openPush(await service.signIn('admin'))
    const push = await service.openPush(client)
    expect(await hung.closed).toBe(4403)
    expect(service.stats.pushSockets).toBe(2)
    for (const one of [push, other]) {
      one.send(heartbeat)
      await one.next('reply')
    }
  })

  test('is told of the end of its session, then closed: at logout and at expiry', async () => {
    const leaving = await service.signIn('admin')
    const staying = await service.openPush(await service.signIn('admin'))
    const left = await service.openPush(leaving)
    await leaving.call(logout, null)
    expect((await left.next('session-ended')).infoContent.code).toBe(10002)
    expect(await left.closed).toBe(4403)
    expect(staying.heard.map(({ infoType }) => infoType)).toEqual(['reply'])
    // The session ends at 30 minutes; heartbeats keep the socket open until then, so often that the service never speaks by itself.
    for (let step = 0; step < 29 * 6; step += 1) {
      service.advance(10_000)
      staying.send(heartbeat)
      await staying.next('reply')
    }
    service.advance(70_000)
    expect((await staying.next('session-ended')).infoContent.code).toBe(7088)
    expect(await staying.closed).toBe(4403)
  })
})

describe('messages', () => {
  test('about a device go to those who see it, and to nobody else', async () => {
    const [admin, operator, guard, stranger] = [
      await service.openPush(await service.signIn('admin')),
      await service.openPush(await service.signIn('operator')),
      await service.openPush(await service.signIn('guard')),
      await service.openPush(await service.signIn('stranger')),
    ]
    const agent = await service.connectDevice(demoDevices.warehouse)
    for (const push of [admin, operator]) {
      expect((await push.next('device-status')).infoContent).toMatchObject({ sn: demoDevices.warehouse.sn, status: deviceStatuses.online })
      await push.next('assets-changed')
    }
    agent.setChannels([channel(0, { status: channelStatuses.offline })])
    for (const push of [admin, operator]) {
      expect((await push.next('channel-status')).infoContent).toMatchObject({
        sn: demoDevices.warehouse.sn,
        chlIndex: 0,
        status: channelStatuses.offline,
      })
    }
    await agent.stop()
    expect((await operator.next('device-status')).infoContent.status).toBe(deviceStatuses.offline)
    for (const push of [guard, stranger]) {
      push.send(heartbeat)
      await push.next('reply')
      expect(push.heard.map(({ infoType }) => infoType)).toEqual(['reply', 'reply'])
    }
  })

  test('about a profile go to all sockets of that person alone', async () => {
    const guard = await service.signIn('guard')
    const here = await service.openPush(guard)
    const there = await service.openPush(await service.signIn('guard'))
    const admin = await service.openPush(await service.signIn('admin'))
    await guard.call(profileUpdate, { alias: 'Wen' })
    await here.next('profile-changed')
    await there.next('profile-changed')
    admin.send(heartbeat)
    await admin.next('reply')
    expect(admin.heard.map(({ infoType }) => infoType)).toEqual(['reply', 'reply'])
  })
})

describe('alarms', () => {
  test('are raised 5 s after a device went, recover when it is back, and are read by each person alone', async () => {
    const operatorClient = await service.signIn('operator')
    const guardClient = await service.signIn('guard')
    const agent = await service.connectDevice(demoDevices.gate)
    const operator = await service.openPush(operatorClient)
    const guard = await service.openPush(guardClient)
    await agent.stop()
    await operator.next('device-status', { status: deviceStatuses.offline })
    service.advance(5_000)
    const { infoContent: alarm } = await operator.next('alarm')
    expect(alarm).toMatchObject({
      kind: 'device-offline',
      sn: demoDevices.gate.sn,
      chlIndex: null,
      siteName: 'Harbor Gate and Parking',
      sourceName: 'Gate',
      recoveredAtMs: null,
      isRead: false,
    })
    await guard.next('alarm')
    const latest = [alarm.alarmId]
    expect(await operatorClient.call(alarmUnreadCount, null)).toEqual({ count: 1, latest })
    const read = await operatorClient.call(alarmUpdateReadStatus, { alarmIds: latest })
    expect(read).toEqual({ alarmIds: latest, untilMs: null, unread: { count: 0, latest: [] } })
    expect(await guardClient.call(alarmUnreadCount, null)).toEqual({ count: 1, latest })
    await service.connectDevice(demoDevices.gate)
    const { infoContent: recovered } = await operator.next('alarm-changed')
    expect(recovered).toMatchObject({ alarmId: alarm.alarmId, isRead: true })
    expect(recovered.recoveredAtMs).toBeGreaterThan(alarm.startedAtMs)
    const page = { pageSize: 10 }
    expect((await guardClient.call(alarmSearchList, { ...page, unreadOnly: true })).alarms).toEqual([{ ...recovered, isRead: false }])
    expect(await operatorClient.call(alarmSearchList, { ...page, unreadOnly: true })).toEqual({ total: 0, alarms: [], next: null })
    const stranger = await service.signIn('stranger')
    expect(await stranger.call(alarmSearchList, page)).toEqual({ total: 0, alarms: [], next: null })
  })

  test('are not raised for brief disconnects', async () => {
    const client = await service.signIn('admin')
    const agent = await service.connectDevice(demoDevices.gate)
    const push = await service.openPush(client)
    await agent.stop()
    await push.next('device-status', { status: deviceStatuses.offline })
    service.advance(2_000)
    const again = await service.connectDevice(demoDevices.gate)
    await push.next('device-status', { status: deviceStatuses.online })
    service.advance(10_000)
    // A later outage of another device shows that the sweep has gone past the first one.
    await again.stop()
    await push.next('device-status', { status: deviceStatuses.offline })
    service.advance(5_000)
    const { infoContent } = await push.next('alarm')
    expect((await client.call(alarmSearchList, { pageSize: 10 })).alarms).toEqual([infoContent])
    expect(infoContent.startedAtMs).toBeGreaterThan(service.now - 10_000)
  })

  test('of a channel do not wait for its device', async () => {
    const push = await service.openPush(await service.signIn('admin'))
    const agent = await service.connectDevice(demoDevices.shop, [channel(0), channel(1)])
    await push.next('assets-changed')
    agent.setChannels([channel(0), channel(1, { status: channelStatuses.offline })])
    await push.next('channel-status')
    service.advance(5_000)
    expect((await push.next('alarm')).infoContent).toMatchObject({ kind: 'channel-offline', chlIndex: 1, sourceName: 'Camera 2' })
    agent.setChannels([channel(0), channel(1)])
    expect((await push.next('alarm-changed')).infoContent.recoveredAtMs).not.toBeNull()
  })

  test('are raised for devices that do not come back after a restart of the service', async () => {
    const client = await service.signIn('admin')
    const agent = await service.connectDevice(demoDevices.gate)
    await expect.poll(async () => (await client.call(siteChannelList, {})).channels.length).toBe(1)
    await agent.stop()
    await service.edit((db) =>
      db.updateTable('device').set({ status: deviceStatuses.online }).where('sn', '=', demoDevices.gate.sn).execute(),
    )
    await service.restart()
    const push = await service.openPush(service.client(client.token))
    service.advance(30_000)
    expect((await push.next('alarm')).infoContent).toMatchObject({ kind: 'device-offline', sn: demoDevices.gate.sn })
  })

  test('end when the device is taken away', async () => {
    const client = await service.signIn('admin')
    const agent = await service.connectDevice(demoDevices.gate)
    const push = await service.openPush(client)
    await agent.stop()
    await push.next('device-status', { status: deviceStatuses.offline })
    service.advance(5_000)
    await push.next('alarm')
    await client.call(deviceUnbind, { sn: demoDevices.gate.sn })
    expect((await push.next('alarm-changed')).infoContent.recoveredAtMs).not.toBeNull()
    await push.next('assets-changed')
  })
})
