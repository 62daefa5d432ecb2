import type { Page } from '@playwright/test'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { watchComplaints } from './support/test.ts'

/** Everything that opens without signing in, by somebody who has keys alone. */
const PASSWORD = 'Quiet-Harbor7'
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function open(page: Page, house: House, path: string): Promise<void> {
  await page.goto(house.stack.address(path))
}

async function showPassword(page: Page, user: { loginName: string; password: string }): Promise<void> {
  await typeAt(page, page.getByLabel('User name'), user.loginName)
  await typeAt(page, page.getByRole('textbox', { name: 'Password' }), user.password)
  await page.keyboard.press('Enter')
}

async function choosePassword(page: Page): Promise<void> {
  await typeAt(page, page.getByLabel('Password', { exact: true }), PASSWORD)
  await typeAt(page, page.getByLabel('Password, once more'), PASSWORD)
  await pressAt(page, page.getByRole('checkbox', { name: /^I accept/ }), 'Space')
  await page.keyboard.press('Enter')
}

test('signing in with a code by e-mail, signing out, and signing in with the app', { tag: '@deep' }, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const { shown } = await house.setUpApp('site-administrator', await house.setUpEmail('site-administrator'))
  const user = house.stack.user('site-administrator')
  await open(page, house, '/account')
  await showPassword(page, user)
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pressAt(page, dialog.getByRole('button', { name: 'Send code' }))
  await expect(dialog.getByLabel('Code from the e-mail')).toBeFocused()
  await page.keyboard.type(await house.codeTo(`${user.loginName}@harbor-logistics.example`))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
  await pressAt(page, button(page, 'Sign out'))
  await expect(page).toHaveURL(/\/login/)
  await showPassword(page, user)
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused()
  await page.keyboard.type(shown())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/(?:account|live)/)
  expect(complaints).toEqual([])
})

test('a forgotten password', { tag: '@deep' }, async ({ page, house }) => {
  const { loginName } = house.stack.user('no-authority')
  await open(page, house, '/login')
  await pressAt(page, page.getByRole('link', { name: 'Forgot the password?' }))
  await expect(heading(page, 'Choose a new password')).toBeVisible()
  await typeAt(page, page.getByLabel('User name'), loginName)
  await typeAt(page, page.getByLabel('Characters in the picture'), await house.imageCode(page))
  await pressAt(page, button(page, 'Send code'))
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
  await page.keyboard.type(await house.codeTo(`${loginName}@harbor-logistics.example`))
  await typeAt(page, page.getByLabel('New password', { exact: true }), PASSWORD)
  await typeAt(page, page.getByLabel('New password, once more'), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByText('The new password is set. Sign in with it.')).toBeVisible()
  await showPassword(page, { loginName, password: PASSWORD })
  await expect(page).toHaveURL(/\/user\/live/)
})

test('registering an organization, and reading the privacy notice first', { tag: '@deep' }, async ({ page, house }) => {
  const email = 'ines@dock.example'
  await open(page, house, '/login')
  await pressAt(page, page.getByRole('link', { name: 'Register an organization' }))
  const reading = page.context().waitForEvent('page')
  await pressAt(page, page.getByRole('link', { name: 'Privacy notice' }))
  const notice = await reading
  await expect(heading(notice, 'Privacy notice')).toBeVisible()
  await expectSoundEverywhere(notice, 'privacy notice')
  await notice.close()
  await typeAt(page, page.getByLabel('E-mail address'), email)
  await typeAt(page, page.getByLabel('Characters in the picture'), await house.imageCode(page))
  await pressAt(page, button(page, 'Send code'))
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
  await page.keyboard.type(await house.codeTo(email))
  await typeAt(page, page.getByLabel('Name of the organization'), 'Dock Ten')
  await typeAt(page, page.getByLabel('Your name'), 'Ines')
  await choosePassword(page)
  await expect(page).toHaveURL(/\/user\/live/)
  const client = await (await house.client()).signIn({ loginName: email, password: PASSWORD })
  expect(await client.call(profileGet, undefined)).toMatchObject({ alias: 'Ines', organizationName: 'Dock Ten', isAdministrator: true })
})

test('accepting an invitation as a person, and as a company', { tag: '@deep' }, async ({ page, house }) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email: 'bea@dock.example', alias: 'Bea', role: 'live-only' })
  await admin.call(userInvite, { kind: 'company', email: 'cas@crane.example' })
  await open(page, house, await house.linkTo('bea@dock.example', 'user-register'))
  await typeAt(page, page.getByLabel('Your name'), 'Bea Bos')
  await choosePassword(page)
  await expect(page).toHaveURL(/\/user\/live/)
  const company = await house.linkTo('cas@crane.example', 'company-register')
  await open(page, house, company)
  await expectSoundEverywhere(page, 'invited company, by somebody signed in')
  await typeAt(page, page.getByLabel('Name of the company'), 'Crane Two')
  await typeAt(page, page.getByLabel('Telephone'), '+31 10 555 0102')
  await typeAt(page, page.getByLabel('Your name'), 'Cas')
  await choosePassword(page)
  await expect(page).toHaveURL(/\/user\/live/)
  for (const email of ['bea@dock.example', 'cas@crane.example'])
    await (await house.client()).signIn({ loginName: email, password: PASSWORD })
  await open(page, house, company)
  await expect(heading(page, 'This link has been used')).toBeVisible()
  await pressAt(page, page.getByRole('link', { name: 'Go to sign-in' }))
  await expect(page).toHaveURL(/\/user\/live/)
})

test('becoming the installer, and entering by remote access', { tag: '@deep' }, async ({ page, house }) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'installer', email: 'joop@installer.example' })
  await open(page, house, await house.linkTo('joop@installer.example', 'bind/installer'))
  await expectSoundEverywhere(page, 'become the installer')
  await typeAt(page, page.getByLabel('Name of the company'), 'Joop Security')
  await typeAt(page, page.getByLabel('Your name'), 'Joop')
  await typeAt(page, page.getByLabel('Telephone'), '+31 10 555 0103')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'You are the installer')).toBeVisible()
  const [installerId = '', installerKey = ''] = await page.locator('code').allTextContents()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await pressAt(page, button(page, 'Copy the key'))
  await expect(page.getByText('The key is copied.')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(installerKey)
  const { requestId } = await admin.call(remoteAccessReqCreate, { installerId, installerKey, minutes: 30, reason: '' })
  await admin.call(remoteAccessReqAudit, { requestId, accept: true })
  await open(page, house, await house.linkTo('joop@installer.example', 'remote-access-login'))
  await pressAt(page, button(page, 'Enter'))
  await expect(heading(page, 'You are in')).toBeVisible()
  await expectSoundEverywhere(page, 'entered by remote access')
  await pressAt(page, page.getByRole('link', { name: 'Go to video' }))
  await expect(page).toHaveURL(/\/user\/live/)
})

test('links that are good for nothing lead to the sign-in, those of an access to where it is asked for', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  for (const path of ['/user-register/none/none', '/remote-access-login/none/none']) {
    await open(page, house, path)
    if (path.startsWith('/remote')) await pressAt(page, button(page, 'Enter'))
    await expect(heading(page, 'This link is not valid')).toBeVisible()
    await expectSoundEverywhere(page, `link not valid ${path}`)
    const isAccess = path.startsWith('/remote')
    await pressAt(page, page.getByRole('link', { name: isAccess ? 'Ask for access' : 'Go to sign-in' }))
    await expect(page).toHaveURL(isAccess ? /\/installer$/ : /\/login/)
  }
})
