import type { APIRequestContext, Page } from '@playwright/test'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { alarmUpdateReadStatus } from '#contract/calls/event/alarm-update-read-status.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { eventRuleDelete } from '#contract/calls/event/event-rule-delete.ts'
import { always } from '#contract/weekly-schedule.ts'
import { PushService } from '#tests/support/push-service.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { jpegOf } from '#tests/support/seen-events.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSound, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { allowNotices, expectListening, heardIn, listenIn, noticesSeen, PushDelivery, subscribeAt } from './support/notices.ts'
import { attachToServiceWorker } from './support/shared-worker.ts'
import type { People } from './support/signed-in.ts'
import { expect, test } from './support/test.ts'
import { WatchedCamera } from './support/watched-camera.ts'

const SECURITY = 'operator@harbor-logistics.example'
const unread = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? 'Alarms' : `Alarms, ${count} unread`, exact: true })

/** Two tabs that hear and notice alarms, and tell what the app has on its badge: the icon of an app that is not installed has none to look at. */
async function openTabs(people: People, stack: Stack): Promise<[Page, Page]> {
  const tabs: [Page, Page] = [await people.tab(), await people.tab()]
  await allowNotices(tabs[0], stack)
  for (const tab of tabs) {
    await listenIn(tab)
    await tab.addInitScript(() => {
      Navigator.prototype.setAppBadge = async (count) => void Object.assign(globalThis, { badge: count })
    })
    await tab.goto(stack.address('/account/notifications'))
    await expect(unread(tab, 0)).toBeVisible()
    await expect(tab.getByText('Allowed ·')).toBeVisible()
    await expectListening(tab)
  }
  return tabs
}

const badgeOf = (tab: Page) => tab.evaluate(() => (globalThis as { badge?: number }).badge)

/** The newest mail in the outbox that names something; empty until there is one. */
async function mailAbout(request: APIRequestContext, stack: Stack, what: string): Promise<string> {
  const outbox = await request.get(new URL('/sandbox/outbox', stack.address()).href)
  return (await outbox.text()).split('<article>').find((one) => one.includes(what)) ?? ''
}

test('an alarm stands in two tabs and on the badge, is one notice of the system, is said in one tab, and mailed with its picture; quiet hours hold all that back but the list', async ({
  people,
  stack,
  request,
  browser,
}) => {
  const camera = await WatchedCamera.connect(stack, { announce: 'speech', isUrgent: true, emails: [SECURITY] })
  const tabs = await openTabs(people, stack)
  const [first, second] = tabs
  camera.see(0, jpegOf('blue'))
  const name = camera.nameOf(0)
  await Promise.all(tabs.map((tab) => expect(tab.getByRole('status').filter({ hasText: `Motion · ${name}` })).toBeVisible()))
  for (const tab of tabs) await expect(unread(tab, 1)).toBeVisible()
  const badges = () => Promise.all(tabs.map(badgeOf))
  await expect.poll(badges).toEqual([1, 1])
  const sentence = `en-US Urgent alarm: Motion, ${name}, site Harbor Gate and Parking.`
  await expect.poll(async () => (await heardIn(tabs)).flatMap(({ spoken }) => spoken)).toEqual([sentence])
  const heard = await heardIn(tabs)
  expect(heard.map(({ tones }) => tones).toSorted((one, other) => one - other)).toEqual([0, 6])
  await expect.poll(() => noticesSeen(second)).toMatchObject([{ title: `Motion: ${name}`, tag: expect.stringMatching(/^alarm /) }])

  await test.step('the mail leads to the alarm and shows the picture', async () => {
    await expect.poll(() => mailAbout(request, stack, name)).toContain(`To ${SECURITY}`)
    const mail = await mailAbout(request, stack, name)
    expect(mail).toMatch(/<img[^>]+src/)
    const [, path = ''] = /\/user(\/alerts\?alarm=[\w-]+)/.exec(mail) ?? []
    await second.goto(stack.address(path))
    await expect(second.getByRole('complementary').or(second.getByRole('dialog')).filter({ hasText: name }).first()).toBeVisible()
  })

  await test.step('in quiet hours nothing is heard and shown', async () => {
    await first.getByRole('checkbox', { name: 'Keep quiet hours' }).focus()
    await first.keyboard.press('Space')
    await first.getByLabel('From').fill('00:00')
    await first.getByLabel('Until').fill('00:00')
    await first.getByRole('checkbox', { name: 'Let them through' }).click()
    // Kept by the service, which tells the other tabs.
    await first.reload()
    await expect(first.getByRole('checkbox', { name: 'Let them through' })).not.toBeChecked()
    await expect(first.getByLabel('From')).toHaveValue('00:00')
    const before = await heardIn([second])
    camera.see(1)
    for (const tab of tabs) await expect(unread(tab, 2)).toBeVisible()
    await expect.poll(badges).toEqual([2, 2])
    expect(await heardIn(tabs)).toEqual([{ tones: 0, spoken: [] }, ...before])
    expect(await noticesSeen(first)).toHaveLength(1)
  })

  await deepStep('a press on the notice opens the alarm in one of the windows that are there', async () => {
    await second.goto(stack.address('/account/notifications'))
    await expect(unread(second, 2)).toBeVisible()
    const worker = await attachToServiceWorker(browser, stack.address('/sw.js'))
    const windows = second.context().pages().length
    const press = `registration.getNotifications().then((notices) => {
      for (const notification of notices) dispatchEvent(new NotificationEvent('notificationclick', { notification }))
    })`
    await worker.send('Runtime.evaluate', { expression: press, awaitPromise: true })
    const there = () => tabs.filter((tab) => tab.url().includes('/alerts?alarm='))
    await expect.poll(() => there().length).toBe(1)
    const [tab = first] = there()
    await expect(tab.getByRole('complementary').or(tab.getByRole('dialog')).filter({ hasText: name }).first()).toBeVisible()
    expect(await noticesSeen(tab)).toEqual([])
    expect(tab.context().pages()).toHaveLength(windows)
  })
  await camera.close()
})

test('what a simulated camera sees is a notice in two tabs, a number on the badge, one notice of the system and one mail', {
  tag: '@deep',
}, async ({ people, stack, request }) => {
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { channels } = await admin.call(siteChannelList, {})
  const cameras = channels.filter(({ channelName }) => channelName === 'Gate 1 – entry')
  const { ruleId } = await admin.call(eventRuleAddOrEdit, {
    name: 'Tampering at the first gate',
    isEnabled: true,
    scope: { siteIds: [], channels: cameras.map(({ sn, chlIndex }) => ({ sn, chlIndex })) },
    trigger: { kind: 'general', eventKinds: ['tampering'] },
    schedule: always,
    // By themselves its cameras tell of everything within ten minutes: of that no second alarm comes.
    alertIntervalS: 300,
    announce: 'speech',
    emails: [SECURITY],
  })
  await admin.call(alarmUpdateReadStatus, { alarmIds: 'all' })
  const tabs = await openTabs(people, stack)
  expect((await stack.simulate('tampering', '--camera', 'Gate 1 – entry')).code).toBe(0)
  for (const tab of tabs) {
    await expect(tab.getByRole('status').filter({ hasText: 'Camera tampered with · Gate 1 – entry' })).toBeVisible()
    await expect(unread(tab, 1)).toBeVisible()
  }
  await expect.poll(() => Promise.all(tabs.map(badgeOf))).toEqual([1, 1])
  await expect.poll(async () => (await heardIn(tabs)).flatMap(({ spoken }) => spoken)).toHaveLength(1)
  await expect.poll(() => noticesSeen(tabs[0])).toMatchObject([{ title: 'Camera tampered with: Gate 1 – entry' }])
  await expect.poll(() => mailAbout(request, stack, 'Tampering at the first gate')).toContain(`To ${SECURITY}`)
  await admin.call(eventRuleDelete, { ruleId })
  await admin.call(alarmUpdateReadStatus, { alarmIds: 'all' })
})

test('a browser that holds sound back is said to, and one press mends it', { tag: '@deep' }, async ({ people, stack }) => {
  const camera = await WatchedCamera.connect(stack, { announce: 'sound' })
  const page = await people.tab()
  await listenIn(page)
  // What Chromium does before anybody has pressed something, whom Playwright counts as having pressed.
  await page.addInitScript(() => {
    const { get } = Object.getOwnPropertyDescriptor(BaseAudioContext.prototype, 'state') ?? {}
    let isPressed = false
    addEventListener('pointerdown', () => (isPressed = true), true)
    Object.defineProperty(BaseAudioContext.prototype, 'state', {
      get(this: AudioContext) {
        return isPressed ? (get?.call(this) as AudioContextState) : 'suspended'
      },
    })
  })
  await page.goto(stack.address('/account'))
  await expect(unread(page, 0)).toBeVisible()
  await expectListening(page)
  camera.see(0)
  const line = page.getByRole('status').filter({ hasText: 'keeps this page silent' })
  await expect(line).toBeVisible()
  expect((await heardIn([page]))[0]?.tones).toBe(0)
  await line.getByRole('button', { name: 'Turn on the sound' }).click()
  await expect(line).toBeHidden()
  camera.see(1)
  await expect.poll(async () => (await heardIn([page]))[0]?.tones).toBe(2)
  await camera.close()
})

test('with all tabs closed an alarm reaches the browser by Web Push, and a press on its notice opens the app at the alarm', async ({
  people,
  stack,
  browser,
}) => {
  const pushService = await PushService.start()
  const camera = await WatchedCamera.connect(stack)
  const here = pushService.browser()
  const page = await people.tab()
  await allowNotices(page, stack)
  await subscribeAt(page, here)
  await page.goto(stack.address('/account/notifications'))
  const beside = await page.context().newPage()
  await beside.goto(new URL('/nothing', stack.address()).href)
  const delivery = await PushDelivery.open(beside, stack)

  await test.step('it is turned on, tried with its time measured, and listed', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'With the app closed' })
    await row.getByRole('button', { name: 'Turn on' }).click()
    await expect(row).toContainText('On ·')
    await row.getByRole('button', { name: 'Try it' }).click()
    const { payload, text } = await here.next()
    expect(payload.kind).toBe('try')
    await delivery.deliver(text)
    await expect(row).toContainText(/Arrived here after [\d.]+ sec/)
    await expect(page.getByRole('list', { name: 'Your browsers' }).getByRole('listitem')).toContainText('(this one)')
    await expectSound(page, 'notifications')
    await look(page, 'notifications')
  })

  await page.close()
  const worker = await attachToServiceWorker(browser, stack.address('/sw.js'))
  const inWorker = async (expression: string) =>
    (await worker.send('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true })).result.value as unknown
  // The icon of an app that is not installed has no badge to look at.
  await inWorker('WorkerNavigator.prototype.setAppBadge = async (count) => void (globalThis.badge = count)')
  camera.see(0)
  const { payload, text } = await here.next()
  expect(payload).toMatchObject({ kind: 'alarm', title: `Motion: ${camera.nameOf(0)}`, unread: 1 })
  await delivery.deliver(text)
  await expect.poll(() => inWorker('globalThis.badge')).toBe(1)
  await expect.poll(async () => (await noticesSeen(beside)).map(({ title }) => title)).toContain(payload.title)

  // Chromium opens a window for a person's own press alone: what would be opened is noted, and opened here.
  const pressOn = (tag: string) => `(async () => {
    globalThis.opened = []
    Clients.prototype.openWindow = async (url) => void globalThis.opened.push(String(url))
    const notices = await registration.getNotifications({ tag: ${JSON.stringify(tag)} })
    for (const notification of notices) dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`
  const openedNow = async () => String(await inWorker('(globalThis.opened ?? []).join()'))
  await inWorker(pressOn(payload.tag ?? ''))
  await expect.poll(openedNow).toContain('/user/alerts?alarm=')
  const opened = await openedNow()
  await beside.goto(opened)
  await expect(beside.getByText(camera.nameOf(0)).first()).toBeVisible()
  await beside.getByRole('button', { name: 'Close' }).first().click()

  await deepStep('a window that is open goes there by itself, and nothing is loaded anew', async () => {
    await beside.getByRole('link', { name: 'Devices' }).click()
    await beside.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    await delivery.deliver(JSON.stringify({ ...payload, tag: 'again' }))
    await expect.poll(async () => (await noticesSeen(beside)).map(({ tag }) => tag)).toContain('again')
    await inWorker(pressOn('again'))
    await expect(beside).toHaveURL(/\/alerts\?alarm=/)
    expect(await beside.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
  })
  await deepStep('a shared clip that is open beside is no page of the app: a window is opened', async () => {
    await beside.goto(stack.address('/archives-share/none'))
    await expect(beside.getByRole('heading', { level: 1 })).toBeVisible()
    await expect.poll(() => beside.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await delivery.deliver(JSON.stringify({ ...payload, tag: 'beside a share' }))
    await expect.poll(async () => (await noticesSeen(beside)).map(({ tag }) => tag)).toContain('beside a share')
    await inWorker(pressOn('beside a share'))
    await expect.poll(openedNow).toBe(opened)
  })
  await deepStep('a subscription that the browser changes with no page of the app open is the one that is told', async () => {
    await beside.goto(new URL('/nothing', stack.address()).href)
    const next = pushService.browser()
    const change = `(async () => {
      const of = ({ endpoint, p256dh, auth }) => ({ endpoint, options: {}, toJSON: () => ({ endpoint, keys: { p256dh, auth } }) })
      const [oldSubscription, newSubscription] = ${JSON.stringify([here.subscription, next.subscription])}.map(of)
      const waits = []
      const event = new ExtendableEvent('pushsubscriptionchange')
      dispatchEvent(Object.assign(event, { oldSubscription, newSubscription, waitUntil: (work) => waits.push(work) }))
      await Promise.all(waits)
    })()`
    await worker.send('Runtime.evaluate', { expression: change, awaitPromise: true })
    camera.see(1)
    expect((await next.next()).payload.kind).toBe('alarm')
  })
  await camera.close()
  await pushService.close()
})
