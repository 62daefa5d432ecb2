import type { Page } from '@playwright/test'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqCreate } from '#contract/calls/installer/remote-access-req-create.ts'
import { bind } from '#contract/calls/installer/bind.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { expectSound, look } from './support/axe.ts'
import { choosePerson } from './support/choose-person.ts'
import { expect, test } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ hasCameras: true, serviceWorkers: 'block' })

const BRAND = 'Harbor Logistics · Video'
const NAME = '<b>x</b><script>document.title=1</script>'
const ACCESS = { minutes: 120, reason: NAME } as const

/** Pages for whoever has not signed in, each of which is loaded anew. */
const openPages: (readonly [path: string, english: string, chinese: string])[] = [
  ['/login', 'Sign in', '登录'],
  ['/signup', 'Register an organization', '注册组织'],
  ['/user-register/none/none', 'This link is not valid', '此链接无效'],
  ['/vms-license-pay-res', 'This is not the address of a payment', '这不是付款结果的网址'],
  ['/login?forgot=true', 'Choose a new password', '设置新密码'],
  ['/term/service', 'Terms of service', '服务条款'],
  ['/term/privacy', 'Privacy notice', '隐私声明'],
  ['/company-register/none/none', 'This link is not valid', '此链接无效'],
  ['/bind/installer/none/none', 'This link is not valid', '此链接无效'],
  ['/remote-access-login/none/none', 'Remote access', '远程访问'],
  ['/installer', 'Access for installers', '安装商访问'],
]
const places = ['Video', 'Search', 'Devices', 'Users', 'Setting rules', 'Alarms', 'Account', 'Privacy and Security']

test('pages have titles of their own, in both languages', { tag: '@deep' }, async ({ page, house }) => {
  const titled = async (path: string, english: string, chinese: string) => {
    await page.goto(house.stack.address(path))
    await expect(page).toHaveTitle(`${english} – ${BRAND}`)
    await page.getByRole('button', { name: '简体中文' }).click()
    await expect(page).toHaveTitle(`${chinese} – ${BRAND}`)
    await page.getByRole('button', { name: 'English' }).click()
    await expect(page).toHaveTitle(`${english} – ${BRAND}`)
  }
  for (const [path, english, chinese] of openPages) await titled(path, english, chinese)

  await signIn(page, house.stack, { path: '/account' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  for (const name of places) {
    await menu
      .getByRole('link', { name, exact: true })
      .or(menu.getByRole('link', { name: new RegExp(`^${name}, `) }))
      .click()
    await expect(page).toHaveTitle(`${name} – ${BRAND}`)
  }
  await page.getByRole('link', { name: 'Set up two-step sign-in' }).click()
  await expect(page).toHaveTitle(`Two-step sign-in – ${BRAND}`)
  await page.goBack()
  await page.getByRole('link', { name: 'Open the operation logs' }).click()
  await expect(page).toHaveTitle(`Operation logs – ${BRAND}`)
  await menu.getByRole('link', { name: 'Account', exact: true }).click()
  await page.getByLabel('Language').selectOption('简体中文')
  await expect(page).toHaveTitle(`账户 – ${BRAND}`)
  await page.getByLabel('语言').selectOption('English')
  await page.getByRole('link', { name: 'Version', exact: true }).click()
  await expect(page).toHaveTitle(`Version – ${BRAND}`)
  await page.goBack()
  // The page that was left has the same link, and is kept out of sight.
  await expect(page).toHaveTitle(`Account – ${BRAND}`)
  await page.getByRole('link', { name: 'Organization' }).click()
  await expect(page).toHaveTitle(`Organization – ${BRAND}`)
  await page.goto(house.stack.address('/no/such/page'))
  await expect(page).toHaveTitle(`There is no page at this address. – ${BRAND}`)
})

test('names that look like markup are shown whole: of people, sites, devices and the app, and in messages', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  const alerts: string[] = []
  page.on('dialog', (alert) => alerts.push(alert.message()))
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'installer', email: 'bo@installer.example' })
  const [, , , inviteId = '', uuid = ''] = (await house.linkTo('bo@installer.example', 'bind/installer')).split('/')
  const anybody = await house.client()
  const key = await anybody.call(bind, { inviteId, uuid, companyName: 'Bo', contact: 'Bo', phone: '+31 10 555 0100' })
  house.changeText('update installer set company_name = ? where id = ?', NAME, key.installerId)
  house.changeText('update user set alias = ? where login_name = ?', NAME, house.stack.user('live-only').loginName)
  house.changeText('update site set name = ? where id = ?', NAME, 'harbor-shop')
  house.changeText('update device set name = ? where site_id = ?', NAME, 'harbor-shop')
  house.changeText('update organization set product_name = ?, page_title = ? where id = ?', NAME, NAME, 'harbor-logistics')

  await page.goto(house.stack.address('/login'))
  await expect(page.getByRole('heading', { name: NAME })).toBeVisible()
  await expect(page).toHaveTitle(`Sign in – ${NAME}`)
  await signIn(page, house.stack, { path: '/device/index' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('cell', { name: NAME, exact: true }).first().click()
  const panel = page.getByRole('dialog', { name: NAME, exact: true })
  await expect(panel.getByRole('definition').filter({ hasText: NAME })).toHaveText(NAME)
  await panel.getByRole('button', { name: 'Unbind' }).click()
  await expect(page.getByRole('dialog', { name: `Unbind “${NAME}”?` })).toBeVisible()
  await look(page, 'markup-unbind')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  await page.getByRole('link', { name: 'Video', exact: true }).click()
  // Not the one of the devices, which are kept beside the wall.
  const search = page.getByRole('complementary', { name: 'Cameras' }).getByRole('searchbox')
  await search.fill(NAME)
  await expect(page.getByRole('treeitem', { name: NAME }).first()).toBeVisible()
  await search.fill(`${NAME}!`)
  await expect(page.getByText(`No camera matches “${NAME}!”.`)).toBeVisible()

  await page.getByRole('link', { name: 'Users' }).click()
  await page.getByRole('button', { name: `Open “${NAME}”` }).click()
  await expect(dialog.getByRole('radio', { name: `${NAME}: Live video only` })).toBeVisible()
  for (const [button, question] of [
    ['Freeze', `Freeze “${NAME}”?`],
    ['Delete', `Delete “${NAME}”?`],
    ['Make administrator', `Make “${NAME}” an administrator?`],
  ] as const) {
    await dialog.getByRole('button', { name: button }).click()
    await expect(dialog.last().getByText(question)).toBeVisible()
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('Escape')

  await page.getByRole('link', { name: 'Privacy and Security' }).click()
  const { requestId } = await anybody.call(remoteAccessReqCreate, { ...key, ...ACCESS })
  await expect(page.getByText(`${NAME} asks to act as administrator`)).toBeVisible()
  await expect(page.getByRole('main').getByText(NAME, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await admin.call(remoteAccessReqAudit, { requestId, accept: true })
  await expect(page.locator('[data-remote-access]')).toContainText(`${NAME} may act as administrator by remote access.`)
  await look(page, 'markup-remote-access')
  await page.getByRole('link', { name: 'Set up two-step sign-in' }).click()
  await choosePerson(page, NAME)
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByText(NAME).first()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(alerts).toEqual([])
  expect(complaints).toEqual([])
})

/** The link of the newest invitation to an address is another one than this. */
async function untilAnother(read: () => Promise<string>, than: string): Promise<string> {
  await expect.poll(read).not.toBe(than)
  return read()
}

test('an invitation that is sent again lets the person in, and the first one no longer does', { tag: '@deep' }, async ({
  people,
  house,
  browser,
}) => {
  const email = 'wout@company.example'
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email, alias: 'Wout', role: 'live-only' })
  const first = await house.linkTo(email, 'user-register')
  house.advance(3 * 60_000)
  const page = await people.enter('/user/userlist?search=wout')
  await page.getByRole('button', { name: 'Open “Wout”' }).press('Enter')
  const again = page.getByRole('dialog').getByRole('button', { name: 'Send the invitation again' })
  await again.press('Enter')
  await expect(
    page
      .getByRole('dialog')
      .getByRole('status')
      .getByText(/A new link is on its way/),
  ).toBeVisible()
  const second = await untilAnother(() => house.linkTo(email, 'user-register'), first)
  const other = await (await browser.newContext()).newPage()
  await other.goto(house.stack.address(first))
  await expect(other.getByRole('heading', { name: 'This link is not valid' })).toBeVisible()
  await other.goto(house.stack.address(second))
  await activate(other)
  await expect(other).toHaveURL(/\/user\/live/)
  await other.context().close()
  // By itself, since the service tells.
  await expect(page.getByRole('dialog').getByText('Activated', { exact: true })).toBeVisible()
})

async function activate(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill('Quiet-Harbor7')
  await page.getByLabel('Password, once more').fill('Quiet-Harbor7')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Activate the account' }).press('Enter')
}

test('an open page goes on when the session ends in another tab', { tag: '@deep' }, async ({ page, house }) => {
  const admin = await house.client('administrator')
  await admin.call(userInvite, { kind: 'user', email: 'tess@company.example', alias: 'Tess', role: 'live-only' })
  await signIn(page, house.stack, { role: 'site-operator', path: '/account' })
  const other = await page.context().newPage()
  await other.goto(house.stack.address(await house.linkTo('tess@company.example', 'user-register')))
  await expect(other.getByText(/You are signed in as/)).toBeVisible()
  await other.getByLabel('Your name').fill('Tess Vos')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
  await expect(other.getByText(/You are signed in as/)).toHaveCount(0)
  // All of the page is drawn anew: what it shows must still be there.
  await other.getByRole('button', { name: '简体中文' }).click()
  await expect(other.getByLabel('您的姓名')).toHaveValue('Tess Vos')
  await other.getByRole('button', { name: 'English' }).click()
  await activate(other)
  await expect(other).toHaveURL(/\/user\/live/)
})

test('whoever has been given no camera is told so where cameras would be, and who can change it', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live', 'no-authority')
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  for (const name of ['Video', 'Devices', 'Alarms']) {
    await menu.getByRole('link', { name, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    await expect(page.getByText('No camera has been assigned to you.').filter({ visible: true })).toBeVisible()
    await expect(page.getByText('An administrator of your organization can give you access.').filter({ visible: true })).toBeVisible()
    await look(page, `nothing-assigned-${name}`)
  }
})

test('downloads are offered to those alone who may see what was recorded', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/account', 'site-operator')
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Downloads' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Show the downloads' })).toBeVisible()
  const guard = await people.enter('/account', 'live-only')
  await expect(guard.getByRole('button', { name: 'Change password' })).toBeVisible()
  await expect(guard.getByRole('link', { name: 'Privacy and Security' })).toBeVisible()
  await expect(guard.getByRole('button', { name: /ownloads/ })).toHaveCount(0)
})

test('on a phone five places are at the foot, and the last of them leads to all other pages', { tag: '@deep' }, async ({ page, house }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, house.stack, { path: '/live' })
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('listitem')).toHaveCount(5)
  const more = menu.getByRole('button', { name: 'More' })
  const sheet = page.getByRole('dialog', { name: 'More' })
  await more.click()
  await expectSound(page, 'the other pages')
  await look(page, 'more-pages')
  await sheet.getByRole('link', { name: 'Devices' }).click()
  await expect(page).toHaveTitle(/^(\(\d+\) )?Devices – /)
  await expect(sheet).toBeHidden()
  await expect(more).toHaveAttribute('aria-current', 'true')
  await menu.getByRole('link', { name: 'Video' }).click()
  await expect(more).not.toHaveAttribute('aria-current')
  await more.click()
  await sheet.getByRole('button', { name: 'Downloads' }).click()
  await expect(page.getByRole('dialog', { name: 'Downloads' })).toBeVisible()
})
