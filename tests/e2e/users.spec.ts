import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Stack } from '#tests/support/stack.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { userInvite } from '#contract/calls/people/user-invite.ts'
import { inviteActive } from '#contract/calls/people/invite-active.ts'
import { inviteList } from '#contract/calls/people/invite-list.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { siteChannelList } from '#contract/calls/device/site-channel-list.ts'
import { archivesAuthorityGet } from '#contract/calls/archive/archives-authority-get.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { tabTo } from './support/keys.ts'
import { expect, test } from './support/house.ts'

const PASSWORD = 'Rotterdam7'

function clientOf(stack: Stack): ServiceClient {
  return new ServiceClient(`http://localhost:${stack.port}`)
}

/** The newest invitation to an address, as the page of the sandbox's outbox shows it. */
async function linkTo(stack: Stack, address: string): Promise<{ inviteId: string; uuid: string }> {
  const page = await (await fetch(`http://localhost:${stack.port}/sandbox/outbox`)).text()
  const mail = page.split('<article>').find((article) => article.includes(`To ${address},`)) ?? ''
  const [, inviteId, uuid] = /\/user\/user-register\/([^/\s"<]+)\/([^/\s"<]+)/.exec(mail) ?? []
  if (inviteId === undefined || uuid === undefined) throw new Error(`There is no invitation to ${address}: ${mail}`)
  return { inviteId, uuid }
}

/** One service and its devices, for all walks of this file. */
test.use({ hasCameras: true, serviceWorkers: 'block' })

test('an operator who opens the address of the users is brought back, and told why', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/account', 'site-operator')
  await expect(page.getByRole('heading', { name: 'Account', exact: true })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Main menu' })
  await expect(menu.getByRole('link', { name: 'Devices' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0)

  await test.step('from another page of the app, to that page', async () => {
    await page.evaluate(() => {
      history.pushState({}, '', '/user/user/userlist')
      dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    })
    await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Users”.')
    await expect(page).toHaveURL(/\/user\/account$/)
    await page.getByRole('alert').getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page).toHaveURL(/\/user\/account$/)
  })

  await test.step('from elsewhere, to the first page', async () => {
    await page.goto(stack.address('/user/userlist'))
    await expect(page.getByRole('alert')).toContainText('Your role does not include the page “Users”.')
    await expect(page).toHaveURL(/\/user\/live\?/)
  })
})

test('an administrator finds people by name, e-mail and state', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/live')
  await page.getByRole('link', { name: 'Users' }).click()
  await expect(page.getByRole('row', { name: /Marit de Vries you/ })).toBeVisible()
  await expect(page.getByRole('row')).toHaveCount(6)
  await page.getByRole('searchbox', { name: 'Search name or e-mail' }).fill('GUARD@')
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: /Li Wen Activated Live video only/ })).toBeVisible()
  await page.getByLabel('Status', { exact: true }).selectOption('Frozen')
  await expect(page.getByText('Nobody matches the search.')).toBeVisible()
})

test('a person is invited by mail, joins, and is given roles that hold at once', async ({ people, stack }) => {
  const email = 'jo.smit@company.example'
  const page = await people.enter('/user/userlist')
  const dialog = page.getByRole('dialog')

  await test.step('invited, with a site to begin with', async () => {
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByText('Fill this in.')).toHaveCount(2)
    await dialog.getByLabel('E-mail', { exact: true }).fill('guard@harbor-logistics.example')
    await dialog.getByLabel('Name').fill('Jo Smit')
    await dialog.getByLabel('Role').selectOption('Live video only')
    await dialog.getByLabel('Harbor Shop').check()
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(dialog.getByText('This e-mail address already belongs to an account.')).toBeVisible()
    await dialog.getByLabel('E-mail', { exact: true }).fill(email)
    await dialog.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByRole('row', { name: /Jo Smit Not activated Live video only jo.smit@company.example/ })).toBeVisible()
  })

  await deepStep('asked again too soon', async () => {
    await page.getByRole('button', { name: 'Open “Jo Smit”' }).click()
    await expect(dialog.getByText(/The invitation was sent .* Its link is good until/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Send the invitation again' }).click()
    await expect(dialog.getByText(/The next one can be sent in 0[12]:\d\d/)).toBeVisible()
    await page.keyboard.press('Escape')
  })

  const jo = clientOf(stack)
  await test.step('joins by the link of the mail', async () => {
    await jo.call(inviteActive, { ...(await linkTo(stack, email)), password: PASSWORD })
    await jo.signIn({ loginName: email, password: PASSWORD })
    await page.reload()
    await expect(page.getByRole('row', { name: /Jo Smit Activated/ })).toBeVisible()
  })

  await test.step('given roles on a site and two cameras, a telephone and fewer archive rights', async () => {
    await page.getByRole('row', { name: /Jo Smit/ }).click()
    await expect(dialog.getByRole('radio', { name: 'Harbor Shop: Live video only' })).toBeChecked()
    for (const right of ['Add', 'Delete', 'Share', 'Download', 'Search'])
      await expect(dialog.getByRole('checkbox', { name: right })).toBeChecked()
    await dialog.getByRole('radio', { name: 'Harbor Shop: Not assigned' }).check()
    await dialog.getByRole('radio', { name: 'Harbor Gate and Parking: Live video only' }).check()
    await dialog.getByRole('button', { name: /Harbor Gate and Parking/ }).click()
    await dialog.getByRole('radio', { name: 'Gate 1 – entry: Site operator' }).check()
    await dialog.getByRole('radio', { name: 'Parking – trailer: No rights' }).check()
    await dialog.getByLabel('Phone').fill('+31 6 5550123')
    for (const right of ['Delete', 'Share']) await dialog.getByRole('checkbox', { name: right }).uncheck()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('row', { name: /Jo Smit .* \+31 6 5550123/ })).toBeVisible()
    const { channels } = await jo.call(siteChannelList, {})
    expect(new Set(channels.map(({ siteName }) => siteName))).toEqual(new Set(['Harbor Gate and Parking']))
    expect(channels.find(({ channelName }) => channelName === 'Gate 1 – entry')?.rights).toEqual(['live', 'playback', 'ptz', 'talk'])
    expect(channels.find(({ channelName }) => channelName === 'Gate 1 – exit')?.rights).toEqual(['live'])
    expect(channels.find(({ channelName }) => channelName === 'Parking – trailer')).toBeUndefined()
    expect((await jo.call(archivesAuthorityGet, {})).rights).toEqual(['add', 'download', 'query'])
  })
})

test('a person is made an administrator and unmade, frozen out, let in again, and deleted after a question', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const email = 'sam.mol@company.example'
  const admin = await clientOf(stack).signIn(stack.user())
  await admin.call(userInvite, { kind: 'user', email, alias: 'Sam Mol', role: 'site-operator' })
  const sam = clientOf(stack)
  await sam.call(inviteActive, { ...(await linkTo(stack, email)), password: PASSWORD })
  await sam.signIn({ loginName: email, password: PASSWORD })
  const page = await people.enter('/user/userlist?search=sam')
  await page.getByRole('row', { name: /Sam Mol/ }).click()
  const dialog = page.getByRole('dialog')

  await test.step('made an administrator, and a person with a lower role again', async () => {
    await dialog.getByRole('button', { name: 'Make administrator' }).click()
    await dialog.last().getByRole('button', { name: 'Make administrator' }).click()
    await expect(dialog.getByText('Administrators see every site and camera, with all rights.')).toBeVisible()
    expect(await sam.call(profileGet, null)).toMatchObject({ isAdministrator: true })
    await dialog.getByRole('button', { name: 'Take administrator’s rights' }).click()
    await dialog.last().getByLabel('Role from now on').selectOption('Live video only')
    await dialog.last().getByRole('button', { name: 'Take the rights' }).click()
    await expect(dialog.getByRole('radio', { name: 'Harbor Shop: Not assigned' })).toBeChecked()
    expect(await sam.call(profileGet, null)).toMatchObject({ isAdministrator: false, role: 'live-only' })
  })

  await test.step('frozen: the session ends, and nobody signs in until they are let in again', async () => {
    await dialog.getByRole('button', { name: 'Freeze' }).click()
    await dialog.last().getByRole('button', { name: 'Freeze' }).click()
    await expect(dialog.getByText('Frozen', { exact: true })).toBeVisible()
    expect(await sam.failure(profileGet, null)).toMatchObject({ code: 20004 })
    await expect(clientOf(stack).signIn({ loginName: email, password: PASSWORD })).rejects.toThrow('20004')
    await dialog.getByRole('button', { name: 'Let in again' }).click()
    await expect(dialog.getByText('Activated', { exact: true })).toBeVisible()
    await sam.signIn({ loginName: email, password: PASSWORD })
  })

  await test.step('deleted, after a question', async () => {
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.last().getByRole('button', { name: 'Cancel' }).click()
    expect(await sam.call(profileGet, null)).toMatchObject({ email })
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expect(dialog.last().getByText(/The account is lost, with its roles/)).toBeVisible()
    await dialog.last().getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Nobody matches the search.')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    expect(await sam.failure(profileGet, null)).toMatchObject({ code: 7009 })
  })
})

test('of a list with bad lines the good ones are invited, and the others stay with their faults', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/user/userlist')
  await page.getByRole('button', { name: 'Invite many' }).click()
  const dialog = page.getByRole('dialog')
  const list = dialog.getByRole('textbox', { name: /One person a line/ })
  const file = await page.evaluateHandle(() => {
    const dropped = new DataTransfer()
    dropped.items.add(
      new File(['ann@company.example;Ann;Live video only\nnobody at all\nguard@harbor-logistics.example;Li Wen'], 'people.csv'),
    )
    return dropped
  })
  await list.fill('wei@company.example, 张伟')
  await list.dispatchEvent('drop', { dataTransfer: file })
  const faults = dialog.getByRole('list', { name: 'Lines with a fault' }).getByRole('listitem')
  await expect(faults).toHaveText(['Line 3: There is no e-mail address at the beginning. nobody at all'])
  await dialog.getByRole('button', { name: 'Invite 3 people' }).click()
  await expect(dialog.getByText('2 people are invited.')).toBeVisible()
  await expect(faults).toHaveText([/^Line 1: There is no e-mail address/, /^Line 2: This e-mail address already belongs to an account/])
  await expect(list).toHaveValue('nobody at all\nguard@harbor-logistics.example;Li Wen')
  await test.step('also after a reload', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Invite many' }).click()
    await expect(list).toHaveValue('nobody at all\nguard@harbor-logistics.example;Li Wen')
    await page.keyboard.press('Escape')
  })
  const admin = await clientOf(stack).signIn(stack.user())
  const { users } = await admin.call(inviteList, { pageNum: 1, pageSize: 100 })
  const invited = users.map(({ alias, role }) => `${alias} ${role}`)
  expect(invited).toEqual(expect.arrayContaining(['Ann live-only', '张伟 site-operator']))
  expect(invited.join()).not.toContain('nobody')
})

test('roles are given by the keyboard alone, and Escape does not lose them', { tag: '@deep' }, async ({ people, stack }) => {
  const page = await people.enter('/user/userlist')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('button', { name: 'Open “Emma Jansen”' })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('radio', { name: 'Warehouse North: No rights' }))
  await page.keyboard.press('ArrowLeft')
  await expect(dialog.getByRole('radio', { name: 'Warehouse North: Live video only' })).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(dialog.last().getByText('What you changed here has not been saved, and is lost.')).toBeVisible()
  await tabTo(page, dialog.last().getByRole('button', { name: 'Stay' }))
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Save' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(row).toBeFocused()
  const trainee = await clientOf(stack).signIn(stack.user('no-authority'))
  const { channels } = await trainee.call(siteChannelList, {})
  expect(new Set(channels.map(({ siteName, rights }) => `${siteName}: ${rights.join()}`))).toEqual(new Set(['Warehouse North: live']))
})

test('a name with markup is shown as text; without the service nothing can be changed, and buttons say why', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.tab()
  const name = '<script>alert(1)</script>'
  const database = new DatabaseSync(join(stack.dataFolder, 'sightline.db'))
  database.prepare('update user set alias = ? where id = ?').run(name, 'harbor-trainee')
  database.close()
  let alerts = 0
  page.on('dialog', (alert) => {
    alerts += 1
    void alert.dismiss()
  })
  await page.goto(stack.address('/user/userlist'))
  await page.getByRole('row').filter({ hasText: name }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toHaveValue(name)
  await dialog.getByRole('button', { name: 'Freeze' }).click()
  await expect(dialog.last().getByText(`Freeze “${name}”?`)).toBeVisible()
  expect(alerts).toBe(0)
  await stack.stopPart('service')
  const freeze = dialog.last().getByRole('button', { name: 'Freeze' })
  await expect(freeze).toHaveAttribute('aria-disabled', 'true')
  await expect(freeze).toHaveAttribute('data-tip', 'Only with the service. It cannot be reached now.')
  // Above the dialog and whole on the page, where it can be read.
  const pageWidth = 320
  await page.setViewportSize({ width: pageWidth, height: 640 })
  await freeze.hover()
  const tip = page.locator('[popover]').getByText('Only with the service. It cannot be reached now.')
  await expect(tip).toBeVisible()
  expect(await tip.evaluate((element) => element.matches(':popover-open'))).toBe(true)
  const { left, right } = await tip.evaluate((element) => element.getBoundingClientRect())
  expect(left).toBeGreaterThanOrEqual(0)
  expect(right).toBeLessThanOrEqual(pageWidth)
  await stack.startPart('service')
  await expect(freeze).not.toHaveAttribute('aria-disabled')
})

test('the users read well for everybody, in both themes, wide and narrow', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/user/userlist')
  await expect(page.getByRole('row', { name: /Marit de Vries you/ })).toBeVisible()
  await expectSoundEverywhere(page, 'users')
  await page.getByRole('row', { name: /Jonas Bakker/ }).click()
  await page.getByRole('button', { name: /Harbor Gate and Parking/ }).click()
  await expectSoundEverywhere(page, 'roles of a user')
})

test('inviting reads well for everybody, in both themes, wide and narrow', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/user/userlist')
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Invite' }).click()
  await expectSoundEverywhere(page, 'invite a user')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite many' }).click()
  await page.getByRole('textbox', { name: /One person a line/ }).fill('nobody at all')
  await expectSoundEverywhere(page, 'invite many')
})
