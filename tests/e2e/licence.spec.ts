import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const DAY_MS = 86_400_000

test('the link of a licence reminder opens a page that tells how the licence stands, and what is to be done', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  await signIn(page, house.stack, { path: '/service/servicelicense/list' })
  await expect(page.getByRole('heading', { level: 1, name: 'Licence' })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Now' })).toContainText('Ends soon')
  await expect(page.getByRole('list', { name: 'Next licence' })).toContainText('To be used')
  await expect(page.getByText('Nothing needs to be done: another licence follows by itself.')).toBeVisible()

  // Nobody follows the licence that follows.
  house.advance(29 * DAY_MS)
  const address = `${house.stack.user('administrator').loginName}@harbor-logistics.example`
  await expect.poll(async () => (await house.mailTo(address)).some((mail) => mail.includes('ends soon'))).toBe(true)
  const link = await house.linkTo(address, 'service')
  expect(link).toBe('/service/servicelicense/list')
  await page.context().clearCookies()
  await page.goto(house.stack.address('/login'))
  await signIn(page, house.stack, { path: link })
  await expect(page).toHaveTitle(/^(\(\d+\) )?Licence – /)
  await expect(page.getByText('Have it renewed before it ends: what is renewed in time goes on without a gap.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Renew now' })).toBeVisible()
  await expectSoundEverywhere(page, 'Licence')
  expect(complaints).toEqual([])
})

test('everybody sees how the licence stands, in Chinese too; only administrators buy', { tag: '@deep' }, async ({ page, house }) => {
  await signIn(page, house.stack, { role: 'site-operator', path: '/service/servicelicense/list' })
  await expect(page.getByText('Administrators of your organization see to its licence.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Order Record' })).toBeHidden()
  await page.evaluate(() => localStorage.setItem('sightline.language', 'zh-CN'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '许可' })).toBeVisible()
  await expectSoundEverywhere(page, 'Licence in Chinese')
})
