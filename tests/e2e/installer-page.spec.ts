import { bind } from '#contract/calls/installer/bind.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { myInstallerGet } from '#contract/calls/installer/my-installer-get.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { watchComplaints } from './support/test.ts'

const INSTALLER = 'bram@installer.example'

/** Makes Bram the organization's installer, by the link in the mail. */
async function bindInstaller(house: House) {
  const [inviteId = '', uuid = ''] = (await house.linkTo(INSTALLER, 'bind/installer')).split('/').slice(-2)
  const visitor = await house.client()
  return visitor.call(bind, { inviteId, uuid, companyName: 'Bram Security', contact: 'Bram Visser', phone: '+31 10 555 0199' })
}

test('the installer page tells who the installer is and what they may do, decides what they ask, and leads to all the rest', {
  tag: '@deep',
}, async ({ people, house }) => {
  const page = await people.tab()
  const complaints = watchComplaints(page)
  await page.goto(house.stack.address('/privacySecurity'))
  await pressAt(page, page.getByRole('link', { name: 'Open the installer information' }))
  await expect(page).toHaveURL(/\/service\/installer$/)
  await expect(page).toHaveTitle(/^(\(\d+\) )?Installer Information – /)
  await expect(page.getByRole('list', { name: 'Your installer' })).toContainText('No installer')
  await expect(page.getByText('This service has no helper for your computer yet.', { exact: false })).toBeVisible()

  await pressAt(page, page.getByRole('button', { name: 'Invite an installer' }))
  await expect(page.getByRole('textbox', { name: 'E-mail' })).toBeFocused()
  await page.keyboard.type('nobody')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter an e-mail address, such as name@example.com.')).toBeVisible()
  await expectSoundEverywhere(page, 'Invite an installer')
  await typeAt(page, page.getByRole('textbox', { name: 'E-mail' }), INSTALLER)
  await page.keyboard.press('Enter')
  await expect(page.getByText(`The invitation is on its way to ${INSTALLER}.`)).toBeVisible()

  const installer = await bindInstaller(house)
  const { installer: known } = await (await house.client('administrator')).call(myInstallerGet, null)
  expect(known?.companyName).toBe('Bram Security')
  await page.reload()
  const facts = page.getByRole('list', { name: 'Your installer' })
  for (const fact of ['Bram Security', 'Bram Visser', '+31 10 555 0199']) await expect(facts).toContainText(fact)
  const state = page.getByRole('list', { name: 'Installer authorization' })
  await expect(state).toContainText('Bram Security may do nothing in your organization now.')

  // The link of the mail that asks leads here.
  await (await house.client()).call(remoteAccessReqCreate, { ...installer, minutes: 30, reason: '<b>New</b> lens' })
  await expect(state).toContainText('Bram Security asks to act as administrator.')
  await expect(page.getByText('<b>New</b> lens')).toBeVisible()
  await expectSoundEverywhere(page, 'Installer information')
  await pressAt(page, page.getByRole('button', { name: 'Accept' }))
  await expect(state).toContainText('Bram Security may act as administrator now.')
  await pressAt(page, page.getByRole('link', { name: 'Revoke or look back' }))
  await pressAt(page, page.getByRole('button', { name: 'Revoke' }))
  await expect(page.getByText('The access has ended.')).toBeVisible()
  expect(complaints).toEqual([])
})

test('whoever is no administrator is led back and told why', { tag: '@deep' }, async ({ people, house }) => {
  const page = await people.enter('/account', 'site-administrator')
  await page.goto(house.stack.address('/service/installer'))
  await expect(page).not.toHaveURL(/installer/)
  await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Installer Information”.')
})

test('the pages about versions, storage and installer are there in Chinese too, wide and narrow', { tag: '@deep' }, async ({
  people,
  house,
}) => {
  const page = await people.enter('/account')
  await page.evaluate(() => localStorage.setItem('sightline.language', 'zh-CN'))
  for (const [path, heading, words] of [
    ['/account/version-info', '版本', '本机所需版本'],
    ['/account/storage-management', '本机存储', '应用本身'],
    ['/service/installer', '安装商信息', '本机助手程序'],
  ] as const) {
    await page.goto(house.stack.address(path))
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByText(words).first()).toBeVisible()
    await expect(page).toHaveTitle(new RegExp(`${heading} – `))
    await expectSoundEverywhere(page, `${heading} in Chinese`)
  }
})
