import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { request, type Locator, type Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { bind } from '#contract/calls/installer/bind.ts'
import { remoteAccessConnect } from '#contract/calls/installer/remote-access-connect.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSound, expectSoundEverywhere } from './support/axe.ts'
import { choosePerson } from './support/choose-person.ts'
import { usualMode } from './support/core-modes.ts'
import { deepStep } from './support/deep-step.ts'
import { homePaths, otherRoutes } from './support/home-routes.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { mailedCode, mailedLink } from './support/outbox.ts'
import { readQr } from './support/read-qr.ts'
import { test as base } from './support/house.ts'
import { expect, signIn, watchComplaints } from './support/test.ts'

/** What opens without anybody being signed in, and the frame of the others (rule 2.1). */
const openRoutes = [
  '/',
  '/_home',
  '/bind/installer/$inviteId/$uuid',
  '/company-register/$inviteId/$uuid',
  '/installer',
  '/kiosk',
  '/kiosk-screen',
  '/login',
  '/login_/$userId',
  '/remote-access-login/$grantId/',
  '/remote-access-login/$grantId/$token',
  '/signup',
  '/term/$type',
  '/user-register/$inviteId/$uuid',
  '/vms-license-pay-res',
]
const INSTALLER = 'bram@installer.example'
const SCRIPT = '<img src=x onerror="document.title=1">'

/** The organization's one installer, invited by its administrator. */
const test = base.extend<{ installer: OutputOf<typeof bind> }>({
  installer: async ({ stack }, lend) => lend(await (bound ??= bindInstaller(stack))),
})

test.use({ serviceWorkers: deep('allow', 'block') })

let bound: Promise<OutputOf<typeof bind>> | undefined

async function bindInstaller(stack: Stack): Promise<OutputOf<typeof bind>> {
  const admin = await client(stack).signIn(stack.user('administrator'))
  await admin.call(userInvite, { kind: 'installer', email: INSTALLER })
  const mails = await request.newContext()
  const { id: inviteId, secret: uuid } = await mailedLink(mails, stack, INSTALLER, 'bind/installer')
  await mails.dispose()
  return client(stack).call(bind, { inviteId, uuid, companyName: 'Bram Security', contact: 'Bram', phone: '+31 10 555 0100' })
}

function client(stack: Stack): ServiceClient {
  return new ServiceClient(new URL(stack.address()).origin)
}

/** Opens the set-up of a second step and shows the password, by keyboard alone. */
async function beginByKeyboard(page: Page, stack: Stack, role: string, method: string): Promise<void> {
  await signIn(page, stack, { role, path: '/privacySecurity/mfa-config' })
  await page.getByRole('button', { name: `Set up: ${method}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type(stack.user(role).password)
  await page.keyboard.press('Enter')
}

test('an authenticator app reads its secret from the picture, is set up by keyboard alone, and its codes sign in', {
  tag: '@deep',
}, async ({ page, stack }) => {
  const complaints = watchComplaints(page)
  const { loginName, password } = stack.user('live-only')
  await beginByKeyboard(page, stack, 'live-only', 'Authenticator app')
  const boxes = page.getByRole('group', { name: 'Code that the app shows' }).getByRole('textbox')
  await expect(boxes).toHaveCount(6)
  await expect(boxes.first()).toBeFocused()
  const uri = (await readQr(page.getByRole('img', { name: 'QR code for the authenticator app' }))) ?? ''
  expect(uri).toMatch(/^otpauth:\/\/totp\//)
  await expect(page.getByRole('link', { name: 'Open an app on this device' })).toHaveAttribute('href', uri)
  await expectSoundEverywhere(page, 'QR code of an authenticator app')

  const app = new TOTP({ secret: Secret.fromBase32(new URL(uri).searchParams.get('secret') ?? '') })
  await boxes.first().focus()
  await page.keyboard.type('123')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code has 6 digits.')).toBeVisible()
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong. Enter the newest one.')).toBeVisible()
  await expect(boxes.first()).toBeFocused()
  await page.keyboard.type(app.generate())
  await page.keyboard.press('Enter')
  // Said where the open dialog covers nothing and screen readers hear it.
  const said = page.getByRole('dialog').getByRole('status').getByText('Two-step sign-in is on.')
  await said.hover()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.allTextContents())[0] ?? ''
  await expect(page.getByRole('button', { name: 'I have kept them' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Recovery codes: 10 left')).toBeVisible()

  expect(await client(stack).failure(login, { loginName, password })).toMatchObject({ code: 33672, detail: { mfaTypes: ['OTP'] } })
  // A code is good once: the one that the app shows next.
  for (const dynamicCode of [recovery, app.generate({ timestamp: Date.now() + app.period * 1_000 })]) {
    const signedIn = await client(stack).call(login, { loginName, password, loginTypeEnum: 'OTP', dynamicCode })
    expect(signedIn.user.loginName).toBe(loginName)
  }
  expect(complaints).toEqual([])
})

test('codes by e-mail are set up with the code of the sandbox, asked for at the next sign-in, and removed again, by keys alone', {
  tag: '@deep',
}, async ({ page, stack }) => {
  const { loginName, password } = stack.user('site-operator')
  await beginByKeyboard(page, stack, 'site-operator', 'Code by e-mail')
  await expect(page.getByLabel('Code in the e-mail')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in \d\d:\d\d$/ })).toBeDisabled()
  await page.keyboard.type(await mailedCode(page.request, stack, 'operator@harbor-logistics.example'))
  await page.keyboard.press('Enter')
  await pressAt(page, page.getByRole('button', { name: 'I have kept them' }))
  expect(await client(stack).failure(login, { loginName, password })).toMatchObject({ code: 33672, detail: { mfaTypes: ['DYNAMIC_CODE'] } })

  await pressAt(page, page.getByRole('button', { name: 'Remove: Code by e-mail' }))
  await expect(page.getByLabel('Your password')).toBeFocused()
  await page.keyboard.type('wrong-Password1')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/The password is wrong\. \d attempts left\./)).toBeVisible()
  await typeAt(page, page.getByLabel('Your password'), password)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/A password alone is not enough for this/)).toBeVisible()
  await expectSoundEverywhere(page, 'second step before it is removed')
  await pressAt(page, page.getByRole('button', { name: 'Send code' }))
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await typeAt(page, page.getByLabel('Code from the e-mail'), await mailedCode(page.request, stack, 'operator@harbor-logistics.example'))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Set up one of the two below to turn it on.')).toBeVisible()
  expect((await client(stack).failure(login, { loginName, password })).code).toBe(200)
})

test('the list of places names this browser and others; one that is signed out there is told, and says why', async ({ page, stack }) => {
  const complaints = watchComplaints(page)
  await signIn(page, stack, { role: 'site-administrator', path: '/privacySecurity' })
  const places = page.getByRole('list', { name: 'Where you are signed in' })
  await expect(places.getByRole('listitem').first()).toContainText('Chrome, Linux (this one)')
  const { token } = await client(stack).call(login, stack.user('site-administrator'))
  await page.reload()
  await pressAt(page, places.getByRole('button', { name: 'Sign out this one: Browser, 127.0.0.1' }))
  await expect(places.getByRole('button', { name: /^Sign out this one/ })).toHaveCount(0)
  const there = new ServiceClient(new URL(stack.address()).origin, token)
  await expect.poll(async () => (await there.failure(profileGet, null)).code).toBe(7003)
  await expectSoundEverywhere(page, 'where one is signed in')
  expect(complaints).toEqual([])
})

test('an administrator requires a second step of everybody, and helps somebody who has lost theirs', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const { password } = stack.user('administrator')
  const page = await people.enter('/privacySecurity/mfa-config')
  await page.getByRole('button', { name: 'Require it of everybody' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Require it', exact: true }).click()
  await expect(page.getByText('Everybody needs a second step. Who has set up none gets codes by e-mail.')).toBeVisible()
  const manager = stack.user('site-administrator')
  expect(await client(stack).failure(login, manager)).toMatchObject({ code: 33672, detail: { mfaTypes: ['DYNAMIC_CODE'] } })
  await expectSoundEverywhere(page, 'Two-step sign-in')
  await page.getByRole('button', { name: 'No longer require it' }).click()
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('dialog').getByRole('button', { name: 'No longer require it' }).click()
  await page.getByRole('button', { name: 'Send code' }).click()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await page.getByLabel('Code from the e-mail').fill(await mailedCode(page.request, stack, 'admin@harbor-logistics.example'))
  await page.getByRole('dialog').getByRole('button', { name: 'No longer require it' }).click()
  await expect.poll(async () => (await client(stack).failure(login, manager)).code).toBe(200)

  const guard = stack.user('live-only')
  await choosePerson(page, 'Li Wen')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByLabel('Your password').fill(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Li Wen can sign in with the password alone.')).toBeVisible()
  expect((await client(stack).failure(login, guard)).code).toBe(200)
})

/** Gives the organization so many more people, and takes them away again afterwards. */
async function withMorePeople(stack: Stack, count: number, work: () => Promise<void>): Promise<void> {
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'))
  db.exec('pragma busy_timeout = 5000')
  const insert =
    db.prepare(`insert into user (id, organization_id, login_name, email, alias, phone, role, status, password_hash, language, theme)
    select ?, organization_id, ?, ?, ?, '', role, status, '', language, theme from user where login_name = 'guard'`)
  for (let index = 100; index < 100 + count; index += 1)
    insert.run(`more-${index}`, `more-${index}`, `more-${index}@harbor.example`, `Watchman ${index}`)
  try {
    await work()
  } finally {
    db.exec("delete from user where id like 'more-%'")
    db.close()
  }
}

test('somebody beyond the first hundred people is found by name, and is still there when the page is opened again', {
  tag: '@deep',
}, async ({ people, stack }) => {
  await withMorePeople(stack, 130, async () => {
    const page = await people.enter('/privacySecurity/operation-logs')
    await choosePerson(page, 'Watchman 229')
    await expect(page).toHaveURL(/person=more-229/)
    await page.reload()
    await expect(page.getByRole('combobox', { name: 'Person' })).toHaveValue('Watchman 229')
    await expectSound(page, 'a person is chosen')
    await page.getByRole('combobox', { name: 'Person' }).fill('nobody has this name')
    await expect(page.getByText('Nobody of that name')).toBeVisible()
    await page.goto(stack.address('/privacySecurity/mfa-config'))
    await choosePerson(page, 'Watchman 228')
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Remove all second steps of Watchman 228?' })).toBeVisible()
  })
})

test('an installer’s request arrives by itself, is accepted for a time that runs on every page, and is revoked', { tag: '@deep' }, async ({
  people,
  stack,
  installer,
}) => {
  const page = await people.enter('/privacySecurity')
  await expect(page.getByText('Bram Security', { exact: true })).toBeVisible()
  const ask = () => client(stack).call(remoteAccessReqCreate, { ...installer, minutes: 30, reason: SCRIPT })
  await ask()
  await expect(page.getByText('Bram Security asks to act as administrator')).toBeVisible()
  await expect(page.getByText(SCRIPT)).toBeVisible()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await expect(page.getByRole('table', { name: 'Earlier requests' }).getByRole('row', { name: /Refused/ })).toBeVisible()
  await ask()
  const durations = page.getByRole('combobox', { name: 'For how long' })
  await expect(durations.getByRole('option')).toHaveText(['30 minutes', '2 hours', '10 hours', '24 hours', '7 days', 'Without an end'])
  await durations.selectOption('2 hours')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^1:59:\d\d$/)
  await expectSoundEverywhere(page, 'Privacy and security')

  const grant = await mailedLink(page.request, stack, INSTALLER, 'remote-access-login')
  const session = await client(stack).call(remoteAccessConnect, { grantId: grant.id, token: grant.secret })
  await page.getByRole('link', { name: 'Devices' }).click()
  const line = page.locator('[data-remote-access]')
  await expect(line).toContainText('Bram Security may act as administrator by remote access.')
  const first = await line.getByRole('timer').textContent()
  await expect(line.getByRole('timer')).not.toHaveText(first ?? '')
  await test.step('on every page there is for people who are signed in', async () => {
    await page.evaluate(() => Object.assign(globalThis, { isSamePage: true }))
    for (const path of homePaths) {
      // As a link within the app goes there: the router listens to it.
      await page.evaluate((to) => history.pushState(null, '', to), new URL(stack.address(path)).pathname)
      await expect(page).toHaveURL(path === '/live/window' ? /\/live/ : new RegExp(`/user${path}(\\?|$)`))
      await expect(page.getByRole('main')).not.toBeEmpty()
      await expect(line, path).toContainText('Bram Security may act as administrator')
    }
    expect(await page.evaluate(() => 'isSamePage' in globalThis)).toBe(true)
    expect(homePaths.length).toBeGreaterThan(12)
    expect(otherRoutes.toSorted()).toEqual(openRoutes)
  })
  await line.getByRole('link', { name: 'Manage' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await expect(line).toBeHidden()
  await expect(page.getByRole('row', { name: /Revoked/ })).toBeVisible()
  expect((await new ServiceClient(client(stack).url, session.token).failure(profileGet, null)).code).toBe(9102)
})

test('the operation logs are filtered, and exported as a file that says the same', async ({ people, stack, installer, browser }) => {
  await client(stack).call(remoteAccessReqCreate, { ...installer, minutes: 30, reason: SCRIPT })
  const page = await people.enter('/privacySecurity')
  await page.getByRole('link', { name: 'Open the operation logs' }).click()
  await page.getByLabel('Module', { exact: true }).selectOption('Installer')
  await page.getByLabel('Operation', { exact: true }).selectOption('Ask for remote access')
  const rows = page.getByRole('row').filter({ hasText: 'Ask for remote access' })
  await expect(rows).not.toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Sign in' })).toHaveCount(0)
  await expect(page).toHaveURL(/module=installer&operation=remoteAccessReqCreate/)
  await expectSoundEverywhere(page, 'Operation logs')
  await page.getByRole('button', { name: 'Details of “Ask for remote access”' }).first().click()
  await expect(page.getByLabel('What was asked for')).toContainText('<img src=x')
  await expect(page.getByLabel('What was asked for')).toContainText('"installerKey": "(secret)"')
  await page.keyboard.press('Escape')

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Operation logs \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\.csv$/)
  const text = readFileSync(await saved.path(), 'utf8')
  expect(text.startsWith('\uFEFFTime,Person,Operation,Module,Address,Result,Code,Details\r\n')).toBe(true)
  const lines = text.match(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d,[^,]*,Ask for remote access,Installer,[^,]*,Done,200,/gm)
  await expect(rows).toHaveCount(lines?.length ?? 0)

  await deepStep('what a newer service answers is shown as text', async () => {
    const worker = await usualMode.attach(browser, [page])
    const answer = JSON.stringify({ basic: { code: 99_999, msg: SCRIPT }, data: null })
    await worker.send('Runtime.evaluate', {
      expression: `globalThis.ask = fetch; globalThis.fetch = async (url, init) =>
        String(url).includes('/op-logs/list') ? new Response(${JSON.stringify(answer)}) : ask(url, init)`,
    })
    await page.getByLabel('Module', { exact: true }).selectOption('Account')
    await expect(page.getByRole('main').getByText(SCRIPT, { exact: true })).toBeVisible()
    await expect(page.locator('img[src="x"]')).toHaveCount(0)
    await worker.send('Runtime.evaluate', { expression: 'globalThis.fetch = ask' })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('row').filter({ hasText: 'Sign in' }).first()).toBeVisible()
    await expect(page).toHaveTitle(/^(\(\d+\) )?Operation logs – /)
  })

  await test.step('days that end before they begin are said to, where the result would stand', async () => {
    const from = page.getByLabel('From')
    await from.fill('2099-12-05')
    const days = page.getByRole('button', { name: /December 2099/ })
    const chosen = page.getByRole('button', { name: '5 December 2099', exact: true })
    await expect(chosen).toBeVisible()
    const ground = (day: Locator) => day.evaluate((element) => getComputedStyle(element).backgroundColor)
    expect(await ground(chosen)).not.toBe(await ground(page.getByRole('button', { name: '6 December 2099', exact: true })))
    await from.press('Enter')
    await expect(days).toHaveCount(0)
    await expect(page.getByRole('table').or(page.getByRole('main')).getByText('Ends before it begins.')).toHaveCount(2)
    await expect(page.getByText('Nothing was done in these days')).toBeHidden()
  })

  await deepStep('a day is typed, or taken from the month; what is none changes nothing', async () => {
    const from = page.getByLabel('From')
    await from.fill('2026-01-01')
    await expect(page.getByRole('search', { name: 'Filters' }).getByText('At most 31 days.')).toBeVisible()
    await expectSound(page, 'Operation logs, with a month open')
    await page.getByRole('button', { name: 'Month after' }).click()
    await page.getByRole('button', { name: '15 February 2026' }).click()
    await expect(from).toHaveValue('2026-02-15')
    await expect(page).toHaveURL(/from=2026-02-15/)
    await from.fill('2026-02-31')
    await from.press('Tab')
    await expect(from).toHaveValue('2026-02-15')
    await expect(page.getByRole('button', { name: '15 February 2026' })).toBeHidden()
  })
})

test('signing out everywhere else ends the other browser’s session and not this one', { tag: '@deep' }, async ({
  page,
  stack,
  browser,
}) => {
  await signIn(page, stack, { role: 'site-administrator', path: '/privacySecurity' })
  const elsewhere = await (await browser.newContext()).newPage()
  await signIn(elsewhere, stack, { role: 'site-administrator', path: '/account' })
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page.getByText(/Signed out in \d+ other places?\./)).toBeVisible()
  await expect(elsewhere).toHaveURL(/\/login/)
  await elsewhere.context().close()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Privacy and Security' })).toBeVisible()
  // What is for administrators is not for everybody.
  await expect(page.getByText('Operation logs')).toBeHidden()
  await page.goto(stack.address('/privacySecurity/operation-logs'))
  await expect(page).not.toHaveURL(/operation-logs/)
  await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Operation logs”.')
})
