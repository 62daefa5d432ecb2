import type { Page } from '@playwright/test'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { remoteAccessReqRevoke } from '#contract/calls/installer/remote-access-req-revoke.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { almost } from '#tests/support/almost.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const DAY_MS = 24 * 60 * 60_000
const PASSWORD = 'Quiet-Harbor7'

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** Types each text and goes on by Tab. A tool inside a field, such as the one that shows a password, is passed over. */
async function typeInto(page: Page, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    if (
      await page
        .getByRole('button', { name: 'Show the password' })
        .evaluateAll((tools) => tools.includes(document.activeElement as HTMLElement))
    )
      await page.keyboard.press('Tab')
  }
}

async function open(page: Page, house: House, path: string): Promise<void> {
  await page.goto(house.stack.address(path))
}

test('an organization is registered by keyboard alone: the e-mailed code proves the address, and its administrator is signed in', {
  tag: '@deep',
}, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  await open(page, house, '/login')
  await page.getByRole('link', { name: 'Register an organization' }).press('Enter')
  await expect(page.getByLabel('E-mail address')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Accept the terms of service first.')).toBeVisible()
  await expect(page.getByText('Fill this in.')).toHaveCount(5)
  await expectSoundEverywhere(page, 'sign-up with errors')
  await page.getByLabel('E-mail address').fill('saskia@dock.example')
  await house.typeImageCode(page)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await page.keyboard.type(await house.codeTo('saskia@dock.example'))
  await page.getByLabel('Name of the organization').focus()
  await typeInto(page, 'Harbor Logistics', 'Saskia', PASSWORD, PASSWORD)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('There is already an organization with this name.')).toBeVisible()
  await expect(page.getByLabel('Name of the organization')).toBeFocused()
  await page.getByLabel('Name of the organization').fill('Dock Nine')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/live/)
  await expect(page.locator('[data-cell]:visible')).toHaveCount(4)
  const client = await house.client()
  await client.signIn({ loginName: 'saskia@dock.example', password: PASSWORD })
  expect(await client.call(profileGet, undefined)).toMatchObject({ alias: 'Saskia', organizationName: 'Dock Nine', isAdministrator: true })
  expect(complaints).toEqual([])
})

test('an invited person chooses a password and is in; the used link, and one with a part missing, each say what to do', async ({
  page,
  house,
}) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email: 'noor@harbor.example', alias: 'Noor', role: 'live-only' })
  const path = await house.linkTo('noor@harbor.example', 'user-register')
  await open(page, house, path)
  await expect(heading(page, 'Welcome')).toBeVisible()
  await expect(page.getByText('Harbor Logistics invites you. You will sign in as n***@harbor.example')).toBeVisible()
  await expect(page.getByLabel('Your name')).toBeFocused()
  await expectSoundEverywhere(page, 'invited person')
  await typeInto(page, ' Jansen', 'short', 'shore')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Use 8 to 16 characters.')).toBeVisible()
  await expect(page.getByText('This is not the same password.')).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password, once more').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/live/)
  await open(page, house, path)
  await expect(heading(page, 'This link has been used')).toBeVisible()
  await expectSoundEverywhere(page, 'used link')
  await open(page, house, path.slice(0, -3))
  await expect(heading(page, 'This link is not valid')).toBeVisible()
})

test('names that look like markup are shown as they were written', { tag: '@deep' }, async ({ page, house }) => {
  const admin = await house.client('administrator')
  const script = '<img src=x onerror="document.title=1">'
  // No rule lets such a name in: it is as if an older service had one.
  house.changeText('update organization set name = ? where id = ?', script, 'harbor-logistics')
  await admin.call(userInvite, { kind: 'user', email: 'markup@harbor.example', alias: 'M', role: 'live-only' })
  await open(page, house, await house.linkTo('markup@harbor.example', 'user-register'))
  await expect(page.getByText(script)).toBeVisible()
  expect(await page.locator('img[src=x]').count()).toBe(0)
  house.changeText('update organization set name = ? where id = ?', 'Harbor Logistics', 'harbor-logistics')
})

test('whoever is signed in as somebody else is told so before the new account takes over', { tag: '@deep' }, async ({ page, house }) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email: 'pim@harbor.example', alias: 'Pim', role: 'live-only' })
  await signIn(page, house.stack, { role: 'site-operator', path: '/account' })
  await open(page, house, await house.linkTo('pim@harbor.example', 'user-register'))
  await expect(page.getByText(/You are signed in as Jonas Bakker/)).toBeVisible()
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Password, once more').fill(PASSWORD)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Activate the account' }).click()
  await expect(page).toHaveURL(/\/user\/live/)
  await open(page, house, '/account')
  await expect(page.getByText('pim@harbor.example').first()).toBeVisible()
})

test('an invited company gets its administrator; its link at the address of persons leads to the right page; after a week it has expired', {
  tag: '@deep',
}, async ({ page, house }) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'company', email: 'ceo@crane.example' })
  const path = await house.linkTo('ceo@crane.example', 'company-register')
  await open(page, house, path.replace('company-register', 'user-register'))
  await expect(heading(page, 'This link is for something else')).toBeVisible()
  await page.getByRole('link', { name: 'Open the right page' }).press('Enter')
  await expect(heading(page, 'Register your company')).toBeVisible()
  await expect(page.getByLabel('Name of the company')).toBeFocused()
  await typeInto(page, 'Crane & Co', 'call me', 'Ada', PASSWORD, PASSWORD)
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^None of these characters/)).toBeVisible()
  await expect(page.getByText('Use digits, spaces and + ( ) - only.')).toBeVisible()
  await expectSoundEverywhere(page, 'invited company with errors')
  await page.getByLabel('Name of the company').fill('Crane and Co')
  await page.getByLabel('Telephone').fill('+31 10 555 0101')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/live/)
  const client = await house.client()
  await client.signIn({ loginName: 'ceo@crane.example', password: PASSWORD })
  expect(await client.call(profileGet, undefined)).toMatchObject({ organizationName: 'Crane and Co', isAdministrator: true })

  await admin.call(userInvite, { kind: 'company', email: 'late@crane.example' })
  const late = await house.linkTo('late@crane.example', 'company-register')
  house.advance(8 * DAY_MS)
  await open(page, house, late)
  await expect(heading(page, 'This link has expired')).toBeVisible()
})

test('an installer is bound and told the key once; their access ends when the organization ends it', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'installer', email: 'bram@installer.example' })
  const path = await house.linkTo('bram@installer.example', 'bind/installer')
  await open(page, house, path)
  await expect(heading(page, 'Become the installer')).toBeVisible()
  await expect(page.getByLabel('Name of the company')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Fill this in.')).toHaveCount(3)
  await typeInto(page, 'Bram Security', 'Bram', '+31 6 1')
  await page.keyboard.press('Enter')
  await expect(heading(page, 'You are the installer')).toBeVisible()
  await expectSoundEverywhere(page, 'installer key')
  const [installerId = '', installerKey = ''] = await page.locator('code').allTextContents()
  await page.reload()
  await expect(heading(page, 'This link has been used')).toBeVisible()

  const anybody = await house.client()
  const { requestId } = await anybody.call(remoteAccessReqCreate, { installerId, installerKey, minutes: 120, reason: 'Firmware' })
  await admin.call(remoteAccessReqAudit, { requestId, accept: true })
  const entry = await house.linkTo('bram@installer.example', 'remote-access-login')
  await open(page, house, almost(entry, entry.length - 2))
  await page.getByRole('button', { name: 'Enter' }).press('Enter')
  await expect(heading(page, 'This link is not valid')).toBeVisible()
  await open(page, house, entry)
  await expectSoundEverywhere(page, 'remote access')
  await page.getByRole('button', { name: 'Enter' }).press('Enter')
  await expect(heading(page, 'You are in')).toBeVisible()
  await expect(page.getByText(/You act as administrator of Harbor Logistics until/)).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toMatch(/[A-Za-z0-9_-]{40,}/)
  await page.getByRole('link', { name: 'Go to video' }).press('Enter')
  await expect(page).toHaveURL(/\/user\/live/)
  // The people of the organization stay its own: their addresses are masked.
  await open(page, house, '/user/userlist')
  await expect(page.getByRole('row', { name: /Li Wen .* g\*\*\*@harbor-logistics\.example/ })).toBeVisible()
  await look(page, 'users-for-an-installer')
  await page.getByRole('button', { name: 'Open “Li Wen”' }).press('Enter')
  await page.getByRole('dialog').getByLabel('Name').fill('Li')
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' })
  await expect(save).toHaveAttribute('data-tip', 'Only administrators of the organization itself can change people.')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await admin.call(remoteAccessReqRevoke, { requestId })
  await expect(page).toHaveURL(/\/user\/login/)
  await open(page, house, entry)
  await page.getByRole('button', { name: 'Enter' }).press('Enter')
  await expect(heading(page, 'This access has ended')).toBeVisible()
  await expectSoundEverywhere(page, 'remote access that was ended')

  const again = await anybody.call(remoteAccessReqCreate, { installerId, installerKey, minutes: 30, reason: 'Once more' })
  await (await house.client('administrator')).call(remoteAccessReqAudit, { requestId: again.requestId, accept: true })
  const late = await house.linkTo('bram@installer.example', 'remote-access-login')
  house.advance(31 * 60_000)
  await open(page, house, late)
  await page.getByRole('button', { name: 'Enter' }).press('Enter')
  await expect(heading(page, 'The time of this access is over')).toBeVisible()
})

test('the terms of service and the privacy notice open without signing in, in both languages', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  await open(page, house, '/term/service')
  await expect(heading(page, 'Terms of service')).toBeVisible()
  await expectSoundEverywhere(page, 'terms of service')
  await page.getByRole('button', { name: '简体中文' }).press('Enter')
  await expect(heading(page, '服务条款')).toBeVisible()
  await open(page, house, '/term/privacy')
  await expect(heading(page, '隐私声明')).toBeVisible()
  await open(page, house, '/term/nonsense')
  await expect(page.getByText('此地址没有页面。').or(page.getByRole('link'))).toBeVisible()
})
