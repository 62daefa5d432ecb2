import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { passwordUpdate } from '#contract/calls/account/password-update.ts'
import { sessionEndOthers } from '#contract/calls/account/session-end-others.ts'
import { alarmUnreadCount } from '#contract/calls/event/alarm-unread-count.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { noticeKeyGet } from '#contract/calls/notification/notice-key-get.ts'
import { healthSummary } from '#contract/calls/health/health-summary.ts'
import { noticeList } from '#contract/calls/notification/notice-list.ts'
import { noticeRenew } from '#contract/calls/notification/notice-renew.ts'
import { noticeSubscribe } from '#contract/calls/notification/notice-subscribe.ts'
import { noticeTry } from '#contract/calls/notification/notice-try.ts'
import { noticeUnsubscribe } from '#contract/calls/notification/notice-unsubscribe.ts'
import { userInviteFreeze } from '#contract/calls/people/user-invite-freeze.ts'
import { logout } from '#contract/calls/user/logout.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { usualNotices, type QuietHours } from '#contract/quiet-hours.ts'
import { always } from '#contract/weekly-schedule.ts'
import type { DeviceAgent } from '#device/agent/device-agent.ts'
import { NOTICE_EVERY_MS } from '#contract/web-push.ts'
import { PushService, type TestBrowser } from '#tests/support/push-service.ts'
import { report } from '#tests/support/seen-events.ts'
import { demoDevices, TestService, type PersonName } from '#tests/support/service.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { until } from '#tests/support/until.ts'

const { gate, shop } = demoDevices
/** Longer than a rule waits between two alarms of one camera, and than one notice follows another. */
const NEXT_ALARM_MS = 20_000
let service: TestService
let pushService: PushService
let admin: ServiceClient
let atGate: DeviceAgent
let atShop: DeviceAgent

beforeAll(async () => {
  pushService = await PushService.start()
  service = await TestService.start()
  admin = await service.signIn('admin')
  const rule = { isEnabled: true, schedule: always, alertIntervalS: 10 as const, emails: [] }
  const trigger = (eventKinds: ('motion' | 'intrusion')[]) => ({ kind: 'general' as const, eventKinds })
  const scope = { siteIds: ['harbor-gate', 'harbor-shop'], channels: [] }
  await admin.call(eventRuleAddOrEdit, { ...rule, name: 'Moves', scope, trigger: trigger(['motion']) })
  await admin.call(eventRuleAddOrEdit, { ...rule, name: 'Breaks in', scope, trigger: trigger(['intrusion']), isUrgent: true })
  atGate = await service.connectDevice(gate)
  atShop = await service.connectDevice(shop)
})
afterAll(async () => {
  await service.close()
  await pushService.close()
})
beforeEach(async () => {
  await service.edit((db) => db.deleteFrom('web_push').execute())
  service.advance(NEXT_ALARM_MS)
})

async function subscribe(client: ServiceClient, browser = pushService.browser()) {
  const device = await client.call(noticeSubscribe, { ...browser.subscription, browser: 'Chrome' })
  return { browser, device, id: device.noticeDeviceId }
}

/** Somebody new at a browser that is told of alarms. */
async function told(name: PersonName) {
  const client = await service.signIn(name)
  return { client, ...(await subscribe(client)) }
}

const seeMotion = (agent = atGate) => report(agent, { event: 'motion' }, service.now)

/** Nothing has come, now that two alarms have been told elsewhere: the first of them everywhere by then. */
async function expectNothing(browser: TestBrowser, from: DeviceAgent = atGate): Promise<void> {
  const behind = await subscribe(await service.signIn('admin'))
  for (let count = 0; count < 2; count += 1) {
    service.advance(NEXT_ALARM_MS)
    seeMotion(from)
    await behind.browser.next()
  }
  expect(browser.messages).toEqual([])
}

test('a browser whose app is closed is told of an alarm, encrypted and signed by this service, in words of the person’s language', async () => {
  const { client, browser, id } = await told('guard')
  const { publicKey } = await client.call(noticeKeyGet, null)
  seeMotion()
  const message = await browser.next()
  expect(message.payload).toMatchObject({
    kind: 'alarm',
    title: 'Motion: Camera 1',
    body: 'Harbor Gate and Parking, Moves',
    path: expect.stringMatching(/^\/alerts\?alarm=[\w-]+$/),
    isUrgent: false,
    unread: (await client.call(alarmUnreadCount, null)).count,
  })
  expect(message).toMatchObject({ key: publicKey, subject: 'mailto:no-reply@sightline.example', ttlS: 3_600, urgency: 'high' })
  expect(message.text).not.toContain(client.token)
  await client.call(profileUpdate, { language: 'zh-CN' })
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  expect((await browser.next()).payload).toMatchObject({ title: '移动侦测：Camera 1', language: 'zh-CN' })
  await client.call(profileUpdate, { language: 'en-US' })
  const { devices } = await client.call(noticeList, null)
  expect(devices).toMatchObject([{ noticeDeviceId: id, browser: 'Chrome', isThis: true }])
  expect(devices[0]?.lastReachedAtMs).toBeGreaterThan(0)
})

test('only those are told who see the camera, as with the push connection', async () => {
  const [guard, manager, trainee, stranger] = [await told('guard'), await told('manager'), await told('trainee'), await told('stranger')]
  seeMotion(atShop)
  expect((await manager.browser.next()).payload.body).toContain('Moves')
  await guard.browser.next()
  await expectNothing(trainee.browser)
  expect(stranger.browser.messages).toEqual([])
  expect(manager.browser.messages).toEqual([])
})

test('a browser at which somebody looks at the app is told by its page alone, until nobody looks any more', async () => {
  const { client, browser } = await told('guard')
  const push = await service.openPush(client)
  push.send({ type: 'attention', isWatched: true })
  push.send({ type: 'heartbeat', path: '/notice/ws/heartbeat' })
  await push.next('reply')
  seeMotion()
  await push.next('alarm')
  await expectNothing(browser)
  push.send({ type: 'attention', isWatched: false })
  push.send({ type: 'heartbeat', path: '/notice/ws/heartbeat' })
  await push.next('reply')
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  await browser.next()
  push.send({ type: 'attention', isWatched: true })
  push.close()
  await push.closed
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  await browser.next()
})

test('an alarm that comes while the last page goes is told after all', async () => {
  const { client, browser } = await told('guard')
  const push = await service.openPush(client)
  push.send({ type: 'attention', isWatched: true })
  push.send({ type: 'heartbeat', path: '/notice/ws/heartbeat' })
  await push.next('reply')
  seeMotion()
  await push.next('alarm')
  push.close()
  await push.closed
  await browser.next()
})

test('many alarms at once are one notice now and one some seconds later', async () => {
  const { browser } = await told('admin')
  const push = await service.openPush(admin)
  for (const agent of [atGate, atShop]) for (const event of ['motion', 'intrusion'] as const) report(agent, { event }, service.now)
  const first = await browser.next()
  expect(first.payload.tag).toMatch(/^alarm /)
  for (let count = 0; count < 4; count += 1) await push.next('alarm')
  service.advance(NOTICE_EVERY_MS)
  const second = await browser.next()
  expect(second.payload).toMatchObject({ title: '3 alarms', tag: 'alarms', path: '/alerts' })
  expect(browser.messages).toEqual([])
})

test('what the push service does not take now is sent again, and a subscription that it knows no more is forgotten', async () => {
  const { client, browser } = await told('guard')
  browser.status = 503
  seeMotion()
  await until('a refusal', () => browser.refusals === 1)
  const waiting = async (client: ServiceClient) =>
    (await client.call(healthSummary, null)).lines.find(({ kind }) => kind === 'notices-waiting')?.count
  await expect.poll(() => service.signIn('admin').then(waiting)).toBe(1)
  expect(await waiting(await service.signIn('operator'))).toBeUndefined()
  browser.status = 201
  service.advance(2_500)
  await browser.next()
  await expect.poll(() => service.signIn('admin').then(waiting)).toBeUndefined()
  for (const status of [404, 410]) {
    const gone = await subscribe(client)
    gone.browser.status = status
    service.advance(NEXT_ALARM_MS)
    seeMotion()
    await until('a refusal', () => gone.browser.refusals === 1)
    await expect.poll(async () => (await client.call(noticeList, null)).devices).toEqual([])
  }
})

test('a message that had to wait goes to nobody who may not see the alarm any more, nor at last to anybody', async () => {
  const { browser } = await told('guard')
  browser.status = 503
  seeMotion()
  await until('a refusal', () => browser.refusals === 1)
  const give = (role: 'no-authority' | 'live-only') =>
    service.edit((db) =>
      db.updateTable('user_site_role').set({ role }).where('user_id', 'like', '%guard%').where('site_id', '=', 'harbor-gate').execute(),
    )
  await give('no-authority')
  browser.status = 201
  service.advance(2_500)
  await expectNothing(browser)
  await give('live-only')
  const manager = await told('manager')
  manager.browser.status = 503
  service.advance(NEXT_ALARM_MS)
  seeMotion(atShop)
  await until('another refusal', () => manager.browser.refusals > 0)
  manager.browser.status = 201
  service.advance(11 * 60_000)
  await expectNothing(manager.browser)
})

test('quiet hours hold messages back by the clocks of the person’s zone, but for urgent alarms where the person lets them through', async () => {
  const { client, browser } = await told('guard')
  const quiet = (changes: Partial<QuietHours>) =>
    client.call(profileUpdate, {
      choices: {
        notices: {
          ...usualNotices,
          quiet: { isOn: true, spans: always, timeZone: 'Europe/Amsterdam', letsUrgentThrough: false, ...changes },
        },
      },
    })
  await quiet({})
  seeMotion()
  report(atGate, { event: 'intrusion' }, service.now)
  await expectNothing(browser)
  await quiet({ letsUrgentThrough: true })
  service.advance(NEXT_ALARM_MS)
  report(atGate, { event: 'intrusion' }, service.now)
  expect((await browser.next()).payload).toMatchObject({ title: 'Intrusion: Camera 1', isUrgent: true })
  const there = new Date(new Date(service.now).toLocaleString('en-US', { timeZone: 'Asia/Shanghai' }))
  const daysOn = (days: number) => ({ day: (there.getDay() + days) % 7, fromMinute: 0, toMinute: 1_440 })
  // There it may be midnight before the test is over.
  await quiet({ spans: [daysOn(0), daysOn(1)], timeZone: 'Asia/Shanghai' })
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  await expectNothing(browser)
  await quiet({ spans: [daysOn(3)], timeZone: 'Asia/Shanghai' })
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  await browser.next()
  await client.call(profileUpdate, { choices: { notices: usualNotices } })
})

test('signing out, here or from another browser, a new password and a frozen account end it', async () => {
  const out = await told('guard')
  await out.client.call(logout, null)
  const ended = await told('guard')
  const other = await told('guard')
  await other.client.call(sessionEndOthers, null)
  expect((await other.client.call(noticeList, null)).devices).toHaveLength(1)
  seeMotion()
  await other.browser.next()
  await expectNothing(out.browser)
  expect(ended.browser.messages).toEqual([])
  // Those two as well, so that none of them comes later.
  for (let count = 0; count < 2; count += 1) await other.browser.next()
  const { password } = service.person('operator')
  const operator = await told('operator')
  await (await service.signIn('operator')).call(passwordUpdate, { oldPassword: password, newPassword: 'Another-1' })
  const userId = await service.edit(
    async (db) => (await db.selectFrom('user').where('login_name', '=', 'guard').select('id').executeTakeFirstOrThrow()).id,
  )
  await admin.call(userInviteFreeze, { userId, frozen: true })
  service.advance(NEXT_ALARM_MS)
  seeMotion()
  await expectNothing(other.browser)
  expect(operator.browser.messages).toEqual([])
  expect(await service.edit((db) => db.selectFrom('web_push').where('user_id', '=', userId).selectAll().execute())).toHaveLength(0)
  await admin.call(userInviteFreeze, { userId, frozen: false })
})

test('one’s own browsers are listed, tried and removed, and nobody else’s', async () => {
  const first = await told('manager')
  const second = await told('manager')
  const stranger = await told('stranger')
  const { devices } = await second.client.call(noticeList, null)
  expect(devices.map(({ noticeDeviceId, isThis }) => [noticeDeviceId, isThis])).toEqual([
    [second.id, true],
    [first.id, false],
  ])
  const tried = await second.client.call(noticeTry, { noticeDeviceId: first.id, tag: 'try 1' })
  expect(tried).toMatchObject({ outcome: 'taken', tookMs: expect.any(Number) })
  expect((await first.browser.next()).payload).toMatchObject({ kind: 'try', tag: 'try 1' })
  for (const call of [noticeUnsubscribe, noticeTry]) {
    expect(await stranger.client.failure(call, { noticeDeviceId: first.id, tag: 'x' })).toMatchObject({ code: 33701 })
    expect(await first.client.failure(call, { noticeDeviceId: 'nothing', tag: 'x' })).toMatchObject({ code: 33701 })
  }
  await second.client.call(noticeUnsubscribe, { noticeDeviceId: first.id })
  expect((await first.client.call(noticeList, null)).devices.map(({ noticeDeviceId }) => noticeDeviceId)).toEqual([second.id])
})

test('a session has one browser and a browser one session, and of a person’s eleventh the one gives way that was reached longest ago', async () => {
  const { client, browser, id } = await told('manager')
  expect((await subscribe(client, browser)).id).toBe(id)
  await subscribe(client)
  expect((await client.call(noticeList, null)).devices).toHaveLength(1)
  const other = await service.signIn('manager')
  const moved = await subscribe(other, browser)
  await subscribe(client, browser)
  expect((await other.call(noticeList, null)).devices.map(({ noticeDeviceId }) => noticeDeviceId)).not.toContain(moved.id)
  for (let count = 0; count < 10; count += 1) {
    service.advance(1_000)
    await told('manager')
  }
  expect((await client.call(noticeList, null)).devices).toHaveLength(10)
  expect((await client.call(noticeList, null)).devices.some(({ isThis }) => isThis)).toBe(false)
})

test('a browser that changes its subscription while no page is open goes on being told, and says which one it is by the secret of the one before', async () => {
  const { client, browser, id } = await told('guard')
  const worker = service.client()
  const { endpoint, auth } = browser.subscription
  const next = pushService.browser()
  const renewed = { before: { endpoint, auth }, subscription: next.subscription }
  const others = pushService.browser().subscription
  for (const before of [
    { endpoint, auth: others.auth },
    { endpoint: others.endpoint, auth },
  ])
    await expect(worker.call(noticeRenew, { ...renewed, before })).rejects.toThrow('33701')
  await worker.call(noticeRenew, renewed)
  seeMotion()
  expect((await next.next()).payload.kind).toBe('alarm')
  expect(browser.messages).toEqual([])
  expect((await client.call(noticeList, null)).devices).toMatchObject([{ noticeDeviceId: id, isThis: true }])
  // The old one proves nothing any more, and neither does one whose session has ended.
  await expect(worker.call(noticeRenew, renewed)).rejects.toThrow('33701')
  await client.call(logout, null)
  const after = { before: next.subscription, subscription: browser.subscription }
  await expect(worker.call(noticeRenew, after)).rejects.toThrow('33701')
})

test('whoever reads the database learns neither where a browser is reached nor the key that messages are signed by', async () => {
  const { client, browser } = await told('manager')
  await client.call(noticeKeyGet, null)
  const kept = await service.edit(async (db) =>
    JSON.stringify([await db.selectFrom('web_push').selectAll().execute(), await db.selectFrom('web_push_key').selectAll().execute()]),
  )
  expect(kept).not.toContain(browser.subscription.endpoint)
  expect(kept).not.toContain(browser.subscription.auth)
  expect(JSON.parse(kept)).toMatchObject([
    [{ subscription_sealed: expect.stringMatching(/^sealed\./) }],
    [{ private_key_sealed: expect.stringMatching(/^sealed\./) }],
  ])
})

test('a service that others reach sends to no address of this machine, of a private network, or without https', async () => {
  const elsewhere = await TestService.start({ origins: ['https://video.example.org'] })
  try {
    const client = await elsewhere.signIn('guard')
    const { p256dh, auth } = pushService.browser().subscription
    const refused = [
      pushService.browser().subscription.endpoint,
      'http://push.example.org/1',
      'https://localhost/1',
      'https://127.0.0.1/1',
      'https://2130706433/1',
      'https://10.1.2.3/1',
      'https://169.254.169.254/latest',
      'https://[::1]/1',
      'https://[::ffff:10.0.0.1]/1',
      'https://[fd00::1]/1',
      'https://user:word@push.example.org/1',
      'https://intranet/1',
    ]
    for (const endpoint of refused)
      expect(await client.failure(noticeSubscribe, { endpoint, p256dh, auth, browser: 'B' }), endpoint).toMatchObject({ code: 33702 })
    const { noticeDeviceId } = await client.call(noticeSubscribe, { endpoint: 'https://push.example.org/1', p256dh, auth, browser: 'B' })
    expect(await client.call(noticeTry, { noticeDeviceId, tag: 'x' })).toMatchObject({ outcome: 'unreachable' })
  } finally {
    await elsewhere.close()
  }
})
