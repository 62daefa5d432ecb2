import { readFileSync } from 'node:fs'
import { createCanvas } from '@napi-rs/canvas'
import type { Page } from '@playwright/test'
import { bind } from '#contract/calls/installer/bind.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { login } from '#contract/calls/user/login.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { expectSoundEverywhere, expectWholeTexts } from './support/axe.ts'
import { expect, test } from './support/house.ts'
import { chooseAt, pressAt, tabTo, typeAt } from './support/keys.ts'
import { signIn, watchComplaints } from './support/test.ts'

/** Users, account, organization and security, by somebody who has keys alone; what opens on the way is looked at in both themes. */
const PASSWORD = 'Quiet-Harbor7'
const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

function picture(): { name: string; mimeType: string; buffer: Buffer } {
  const canvas = createCanvas(700, 200)
  const context = canvas.getContext('2d')
  context.fillStyle = '#1c2'
  context.fillRect(0, 0, 700, 200)
  return { name: 'picture.png', mimeType: 'image/png', buffer: canvas.toBuffer('image/png') }
}

test('inviting one person and many', { tag: '@deep' }, async ({ people, house }) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(house.stack.address('/user/userlist'))
  await pressAt(page, button(page, 'Invite'))
  await expect(dialog(page).getByLabel('E-mail', { exact: true })).toBeFocused()
  await typeAt(page, dialog(page).getByLabel('E-mail', { exact: true }), 'fay@company.example')
  await typeAt(page, dialog(page).getByLabel('Name'), 'Fay')
  await typeAt(page, dialog(page).getByLabel('Role'), 'Live')
  await pressAt(page, dialog(page).getByLabel('Harbor Shop'), 'Space')
  await pressAt(page, dialog(page).getByRole('button', { name: 'Invite' }))
  await expect(page.getByRole('row', { name: /Fay Not activated Live video only/ })).toBeVisible()
  await expect(button(page, 'Invite')).toBeFocused()
  await pressAt(page, button(page, 'Invite many'))
  await expect(dialog(page).getByRole('textbox', { name: /One person a line/ })).toBeFocused()
  await page.keyboard.type('gus@company.example, Gus\nhal@company.example, Hal, live-only')
  await pressAt(page, dialog(page).getByRole('button', { name: 'Invite 2 people' }))
  await expect(dialog(page).getByText('2 people are invited.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  const { users } = await (await house.client('administrator')).call(inviteList, { pageNum: 1, pageSize: 100 })
  expect(users.map(({ alias }) => alias)).toEqual(expect.arrayContaining(['Fay', 'Gus', 'Hal']))
  expect(complaints).toEqual([])
})

test('freezing, making an administrator and unmaking, and deleting: Escape closes the question and not the panel under it', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/user/userlist?search=li wen')
  await pressAt(page, button(page, 'Open “Li Wen”'))
  const inPanel = (name: string) => dialog(page).first().getByRole('button', { name, exact: true })
  const answer = (name: string) => dialog(page).last().getByRole('button', { name, exact: true })
  const asked = async (question: string, name: string) => {
    await pressAt(page, inPanel(question))
    await expect(dialog(page)).toHaveCount(2)
    await expectSoundEverywhere(page, `user, ${question}`)
    await expectWholeTexts(page, `user, ${question}`)
    await pressAt(page, answer(name))
    await expect(dialog(page)).toHaveCount(1)
  }
  await pressAt(page, inPanel('Freeze'))
  await expect(dialog(page)).toHaveCount(2)
  await expect(answer('Cancel')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(1)
  await expect(inPanel('Freeze')).toBeFocused()
  await asked('Freeze', 'Freeze')
  // Said in the panel, which covers the place for messages of the page.
  await expect(dialog(page).getByRole('status').getByText('“Li Wen” is frozen.')).toBeVisible()
  await expect(dialog(page).getByText('Frozen', { exact: true })).toBeVisible()
  await pressAt(page, inPanel('Let in again'))
  await expect(dialog(page).getByText('Activated', { exact: true })).toBeVisible()
  await asked('Make administrator', 'Make administrator')
  await expect(dialog(page).getByText('Administrators see every site and camera, with all rights.')).toBeVisible()
  await pressAt(page, inPanel('Take administrator’s rights'))
  await typeAt(page, dialog(page).last().getByLabel('Role from now on'), 'Live')
  await pressAt(page, answer('Take the rights'))
  await expect(dialog(page)).toHaveCount(1)
  await expect(dialog(page).getByRole('radio', { name: 'Harbor Shop: Not assigned' })).toBeVisible()
  await pressAt(page, inPanel('Delete'))
  await expectSoundEverywhere(page, 'delete a user')
  await pressAt(page, answer('Delete'))
  await expect(dialog(page)).toHaveCount(0)
  await expect(page.getByText('Nobody matches the search.')).toBeVisible()
  await expectSoundEverywhere(page, 'no user found')
})

test('a picture of oneself, another password, and deleting the account', { tag: '@deep' }, async ({ page, house }) => {
  const { loginName, password } = house.stack.user('no-authority')
  await signIn(page, house.stack, { role: 'no-authority', path: '/account' })
  await chooseAt(page, button(page, 'Change picture'), picture())
  await tabTo(page, page.getByRole('img', { name: /Arrow keys move it/ }))
  await page.keyboard.press('ArrowLeft')
  await pressAt(page, page.getByRole('slider'), 'ArrowRight')
  await pressAt(page, button(page, 'Use this picture'))
  await expect(page.getByRole('img', { name: 'Your picture' })).toBeVisible()

  await pressAt(page, button(page, 'Change password'))
  await expect(dialog(page).getByLabel('Old password')).toBeFocused()
  await page.keyboard.type(password)
  await typeAt(page, dialog(page).getByLabel('New password', { exact: true }), PASSWORD)
  await typeAt(page, dialog(page).getByLabel('New password once more'), PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toHaveCount(0)
  await expect(button(page, 'Change password')).toBeFocused()

  await pressAt(page, button(page, 'Delete account'))
  await expect(dialog(page)).toHaveCount(1)
  await expectSoundEverywhere(page, 'delete account')
  await typeAt(page, dialog(page).getByLabel('Your password'), PASSWORD)
  await typeAt(page, dialog(page).getByLabel(/^Type your user name/), loginName)
  await page.keyboard.press('Enter')
  await expect(page.getByText('This account has been deleted.')).toBeVisible()
  expect((await (await house.client()).failure(login, { loginName, password: PASSWORD })).code).toBe(20005)
})

test('name, address and logo of the organization, which others then read', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/account')
  await pressAt(page, page.getByRole('link', { name: 'Organization' }))
  await typeAt(page, page.getByLabel('City'), 'Delft')
  await typeAt(page, page.getByLabel('Contact'), 'Marit de Vries')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await chooseAt(page, button(page, 'Choose a file').first(), picture())
  await expect(page.locator('img[src^="/objects/logos/"]').first()).toBeVisible()
  await pressAt(page, button(page, 'Remove: Logo'))
  await expect(button(page, 'Remove: Logo')).toHaveCount(0)
  const other = await people.enter('/account/organization', 'site-operator')
  await expect(other.getByText('Delft')).toBeVisible()
  await expectSoundEverywhere(other, 'organization, for others')
})

test('a second step for everybody and no longer, and an installer refused, accepted and revoked', { tag: '@deep' }, async ({
  people,
  house,
}) => {
  const { password } = house.stack.user()
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'installer', email: 'kim@installer.example' })
  const [, , , inviteId = '', uuid = ''] = (await house.linkTo('kim@installer.example', 'bind/installer')).split('/')
  const anybody = await house.client()
  const key = await anybody.call(bind, { inviteId, uuid, companyName: 'Kim Security', contact: 'Kim', phone: '+31 10 555 0100' })
  const ask = () => anybody.call(remoteAccessReqCreate, { ...key, minutes: 30, reason: 'Firmware' })

  const page = await people.enter('/privacySecurity')
  await pressAt(page, page.getByRole('link', { name: 'Set up two-step sign-in' }))
  for (const [name, answer, after] of [
    ['Require it of everybody', 'Require it', 'No longer require it'],
    ['No longer require it', 'No longer require it', 'Require it of everybody'],
  ] as const) {
    await pressAt(page, button(page, name))
    await expect(dialog(page).getByLabel('Your password')).toBeFocused()
    if (name === 'Require it of everybody') await expectSoundEverywhere(page, 'require a second step')
    await page.keyboard.type(password)
    await pressAt(page, dialog(page).getByRole('button', { name: answer, exact: true }))
    if (name === 'No longer require it') {
      await pressAt(page, dialog(page).getByRole('button', { name: 'Send code' }))
      await expect(dialog(page).getByRole('button', { name: /^Send again in/ })).toBeVisible()
      await typeAt(page, dialog(page).getByLabel('Code from the e-mail'), await house.codeTo('admin@harbor-logistics.example'))
      await page.keyboard.press('Enter')
    }
    await expect(dialog(page)).toHaveCount(0)
    await expect(button(page, after)).toBeVisible()
  }
  await typeAt(page, page.getByRole('combobox', { name: 'Person' }), 'Jonas')
  await expect(page.getByRole('option')).toHaveText(['Jonas Bakker'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await pressAt(page, button(page, 'Remove'))
  await expectSoundEverywhere(page, 'lost second step')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Jonas Bakker can sign in with the password alone.')).toBeVisible()

  await pressAt(page, page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Privacy and Security' }))
  await ask()
  await expect(page.getByText('Kim Security asks to act as administrator')).toBeVisible()
  await expectSoundEverywhere(page, 'installer asks')
  await pressAt(page, button(page, 'Refuse'))
  await expect(page.getByRole('row', { name: /Refused/ })).toBeVisible()
  await ask()
  await typeAt(page, page.getByRole('combobox', { name: 'For how long' }), '2')
  await pressAt(page, button(page, 'Accept'))
  await expect(page.getByRole('timer', { name: 'Time left' })).toHaveText(/^1:59:\d\d$/)
  await pressAt(page, button(page, 'Revoke'))
  await expect(page.getByRole('row', { name: /Revoked/ })).toBeVisible()
  await pressAt(page, button(page, 'Remove installer'))
  await expectSoundEverywhere(page, 'remove the installer')
  await pressAt(page, dialog(page).getByRole('button', { name: 'Remove installer' }))
  await expect(dialog(page)).toHaveCount(0)
})

test('the operation logs filtered, one of them opened, and exported', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/privacySecurity')
  await pressAt(page, page.getByRole('link', { name: 'Open the operation logs' }))
  await typeAt(page, page.getByLabel('Module', { exact: true }), 'Account')
  await typeAt(page, page.getByLabel('Operation', { exact: true }), 'Sign in')
  await expect(page).toHaveURL(/operation=login/)
  await pressAt(page, page.getByRole('button', { name: 'Details of “Sign in”' }).first())
  await expect(dialog(page)).toHaveCount(1)
  await expectSoundEverywhere(page, 'details of an operation')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Details of “Sign in”' }).first()).toBeFocused()
  const saving = page.waitForEvent('download')
  await pressAt(page, button(page, 'Export'))
  const text = readFileSync(await (await saving).path(), 'utf8')
  expect(text).toContain(',Sign in,')
  expect(text).not.toContain(',Sign out,')
})

test('the own name, language and theme, the branding, an invitation sent again, and signing out elsewhere', { tag: '@deep' }, async ({
  people,
  house,
}) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email: 'wil@company.example', alias: 'Wil', role: 'live-only' })
  house.advance(3 * 60_000)
  const page = await people.enter('/account')
  await typeAt(page, page.getByLabel('Display name'), 'Marit Vos')
  await typeAt(page, page.getByLabel('Phone'), '+31 10 555 0144')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  await pressAt(page, page.getByLabel('Language'), 'ArrowDown')
  await expect(page.getByRole('heading', { name: '偏好设置' })).toBeVisible()
  await pressAt(page, page.getByLabel('语言'), 'ArrowUp')
  await typeAt(page, page.getByLabel('Theme'), 'Light')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light')

  await pressAt(page, page.getByRole('link', { name: 'Organization' }))
  await typeAt(page, page.getByLabel('Page title'), 'Quay')
  await typeAt(page, page.getByLabel('Colour', { exact: true }), '#aa3300')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle(/^(\(\d+\) )?Organization – Quay$/)
  for (const [place, name] of [
    [1, 'Background of the sign-in page'],
    [2, 'Icon of the browser’s tab'],
  ] as const) {
    await chooseAt(page, button(page, 'Choose a file').nth(place), picture())
    await pressAt(page, button(page, `Remove: ${name}`))
    await expect(button(page, `Remove: ${name}`)).toHaveCount(0)
  }

  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await pressAt(page, menu.getByRole('link', { name: 'Users' }))
  await pressAt(page, button(page, 'Open “Wil”'))
  await pressAt(page, dialog(page).getByRole('button', { name: 'Send the invitation again' }))
  await expect(dialog(page).getByText(/A new link is on its way/)).toBeVisible()
  await typeAt(page, dialog(page).getByLabel('Name'), 'Wil Mol')
  await pressAt(page, dialog(page).getByRole('button', { name: 'Save' }))
  await expect(page.getByRole('row', { name: /Wil Mol Not activated/ })).toBeVisible()

  await pressAt(page, menu.getByRole('link', { name: 'Privacy and Security' }))
  await pressAt(page, button(page, 'Sign out everywhere else'))
  await pressAt(page, dialog(page).getByRole('button', { name: 'Sign out' }))
  await expect(page.getByText(/Signed out in \d+ other places?\./)).toBeVisible()
  expect((await admin.failure(profileGet, null)).code).toBe(7003)
})
