import type { Page } from '@playwright/test'
import { bind } from '#contract/calls/installer/bind.ts'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import { remoteAccessReqRevoke } from '#contract/calls/installer/remote-access-req-revoke.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { expectSoundEverywhere, expectWholeTexts } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const INSTALLER = 'bram@installer.example'
const COMPANY = 'ceo@crane.example'
const MINUTE_MS = 60_000
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

async function newest(house: House) {
  const { requests } = await (await house.client('administrator')).call(remoteAccessReqList, { pageNum: 1, pageSize: 10 })
  return requests[0]
}

test('companies and installers are invited, invited again and taken back from the page of the users', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  await signIn(page, house.stack, { path: '/user/userlist' })
  for (const [who, email] of [
    ['Another company, which gets an organization of its own', COMPANY],
    ['The installer', INSTALLER],
  ] as const) {
    await pressAt(page, page.getByRole('button', { name: 'Invite', exact: true }))
    await page.getByLabel('Who').selectOption(who)
    await expect(page.getByRole('dialog').getByLabel('Role')).toBeHidden()
    await typeAt(page, page.getByRole('textbox', { name: 'E-mail' }), email)
    if (email === COMPANY) await expectSoundEverywhere(page, 'Invite a company')
    await page.getByRole('textbox', { name: 'E-mail' }).press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: email })).toBeVisible()
  }
  const company = await house.linkTo(COMPANY, 'company-register')
  await expectSoundEverywhere(page, 'Invitations')
  await pressAt(page, page.getByRole('button', { name: `Send the invitation of ${COMPANY} again` }))
  await expect(page.getByText('An e-mail was sent just now.', { exact: false })).toBeVisible()
  house.advance(3 * MINUTE_MS)
  // The service's clock is set a moment later.
  await expect(async () => {
    await page.getByRole('button', { name: `Send the invitation of ${COMPANY} again` }).press('Enter')
    await expect(page.getByText(`A new link is on its way to ${COMPANY}.`)).toBeVisible({ timeout: 2_000 })
  }).toPass()
  const again = await house.linkTo(COMPANY, 'company-register')
  expect(again).not.toBe(company)
  // The push connection is closed for its silence of three minutes: until it is open again the page says that the service is away.
  await expect(async () => {
    await page.getByRole('button', { name: `Take back the invitation of ${COMPANY}` }).press('Enter')
    await expect(page.getByText(`The invitation of “${COMPANY}” is taken back.`)).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await expect(page.getByRole('listitem').filter({ hasText: COMPANY })).toBeHidden()

  // The installer's stands on the page of the installer too.
  const link = await house.linkTo(INSTALLER, 'bind/installer')
  await page.goto(house.stack.address('/service/installer'))
  await expect(page.getByRole('list', { name: 'Invitations' })).toContainText(INSTALLER)
  await expectSoundEverywhere(page, 'Invitation of an installer')
  await page.getByRole('button', { name: `Take back the invitation of ${INSTALLER}` }).press('Enter')
  await expect(page.getByRole('list', { name: 'Invitations' })).toBeHidden()
  expect(complaints).toEqual([])
  for (const path of [again, link]) {
    await page.goto(house.stack.address(path))
    await expect(heading(page, 'This link is not valid')).toBeVisible()
  }
})

test('an installer gives the key, asks for one of six durations, sees what became of it, and enters', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'installer', email: INSTALLER })
  const [inviteId = '', uuid = ''] = (await house.linkTo(INSTALLER, 'bind/installer')).split('/').slice(-2)
  const who = { companyName: 'Bram Security', contact: 'Bram', phone: '+31 6 1' }
  const key = await (await house.client()).call(bind, { inviteId, uuid, ...who })

  await page.goto(house.stack.address('/installer'))
  await expect(page.getByLabel('Installer')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Fill this in.')).toHaveCount(2)
  await expectSoundEverywhere(page, 'Key of an installer')
  await typeAt(page, page.getByLabel('Installer'), key.installerId)
  await typeAt(page, page.getByRole('textbox', { name: 'Key' }), 'a guess')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The installer is not known, or the access key is wrong.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Key' }).fill(` ${key.installerKey} `)
  await page.keyboard.press('Enter')

  await expect(heading(page, 'Ask for access')).toBeVisible()
  await expect(page.getByText('Bram Security asks Harbor Logistics to act as its administrator for a time.')).toBeVisible()
  const durations = page.getByRole('group', { name: 'For how long' })
  for (const name of ['30 minutes', '2 hours', '10 hours', '24 hours', '7 days', 'Without an end'])
    await expect(durations.getByRole('radio', { name })).toBeVisible()
  await durations.getByRole('radio', { name: '2 hours' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(durations.getByRole('radio', { name: '10 hours' })).toBeChecked()
  await page.getByLabel('Reason (optional)').fill('<b>New</b> lens')
  await page.keyboard.press('Enter')
  const requests = page.getByRole('list', { name: 'Your requests' })
  await expect(requests).toContainText('Waits for the administrators')
  await expect(requests).toContainText('<b>New</b> lens')
  await expect(durations).toBeHidden()
  expect(await newest(house)).toMatchObject({ askedMinutes: 600, reason: '<b>New</b> lens' })
  await expectSoundEverywhere(page, 'Request that waits')

  // The page hears of the answer by itself.
  const first = (await newest(house))?.requestId ?? ''
  await admin.call(remoteAccessReqAudit, { requestId: first, accept: false })
  await expect(requests).toContainText('Refused', { timeout: 20_000 })
  await durations.getByRole('radio', { name: '30 minutes' }).check()
  await page.getByRole('button', { name: 'Ask for access' }).press('Enter')
  await expect(requests).toContainText('Waits for the administrators')
  const second = (await newest(house))?.requestId ?? ''
  await admin.call(remoteAccessReqAudit, { requestId: second, accept: true })
  await expect(requests).toContainText(/Accepted, until /, { timeout: 20_000 })
  await expectSoundEverywhere(page, 'Access that is granted')
  await expectWholeTexts(page, 'Access that is granted')
  await pressAt(page, page.getByRole('button', { name: 'Enter' }))
  await expect(heading(page, 'You are in')).toBeVisible()

  // Nothing of the key is left behind: it is asked for again. And an access that was ended says so.
  await admin.call(remoteAccessReqRevoke, { requestId: second })
  await page.goto(house.stack.address('/installer'))
  await page.getByLabel('Installer').fill(key.installerId)
  await page.getByRole('textbox', { name: 'Key' }).fill(key.installerKey)
  await page.keyboard.press('Enter')
  await expect(requests).toContainText('Ended by the organization')
  await expect(page.getByRole('button', { name: 'Enter' })).toBeHidden()
  expect(complaints).toEqual([])
})

test('the screen of the installer is there in Chinese too', async ({ page, house }) => {
  await page.goto(house.stack.address('/installer'))
  await page.getByRole('button', { name: '简体中文' }).click()
  await expect(heading(page, '安装商访问')).toBeVisible()
  await expectSoundEverywhere(page, 'Key of an installer in Chinese')
})
