import type { Browser, Page } from '@playwright/test'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { cloudStoragePurchase } from '#contract/calls/cloud-storage/cloud-storage-purchase.ts'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { TERMS_VERSION } from '#contract/payment.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { deep } from '#tests/support/depth.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test, type House } from './support/house.ts'

test.use({ serviceWorkers: 'block' })

const DAY_MS = 86_400_000
const SN = 'REMIND0001'

/** A recorder whose cameras have cloud storage on trial. */
async function tryCloudStorage(house: House): Promise<DeviceAgent> {
  const securityCode = `${SN}CODE`
  const agent = new DeviceAgent({
    url: `ws://127.0.0.1:${house.stack.port}${GATEWAY_PATH}`,
    description: { sn: SN, devType: deviceTypes.nvr, name: 'Pier', model: 'T-1', version: '1.0' },
    securityCode,
    channels: [channel(0, { name: 'Pier 1', supportFun: [RECORDINGS_FUNCTION] })],
    source: { open: () => ({ close: () => {} }) },
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  const admin = await house.client('administrator')
  await admin.call(deviceBind, { sn: SN, securityCode, siteId: 'harbor-gate', name: 'Pier' })
  await admin.call(cloudStoragePurchase, { purchase: { kind: 'trial', sns: [SN] }, amountCents: 0, acceptedTerms: TERMS_VERSION })
  return agent
}

/** The very address that the mail with this in its subject names, once it is there. */
async function linkIn(house: House, subject: string): Promise<string> {
  const address = `${house.stack.user('administrator').loginName}@harbor-logistics.example`
  const find = async () => (await house.mailTo(address)).find((mail) => mail.includes(subject))
  await expect.poll(async () => (await find()) !== undefined, { timeout: 40_000 }).toBe(true)
  const link = /https?:\/\/[^\s]+/.exec((await find()) ?? '')?.[0]
  if (link === undefined) throw new Error(`There is no link in the mail "${subject}".`)
  return link
}

/** Opens it in a browser in which nobody is signed in, signs in where it leads, then opens it once more in another tab. Answers with the first. */
async function openTwice(browser: Browser, house: House, link: string, expectThere: (page: Page) => Promise<void>): Promise<Page> {
  const { loginName, password } = house.stack.user('administrator')
  const page = await (await browser.newContext()).newPage()
  await page.goto(link)
  await page.getByLabel('User name').fill(loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(link)
  await expectThere(page)
  const second = await page.context().newPage()
  await second.goto(link)
  await expect(second).toHaveURL(link)
  await expectThere(second)
  await second.close()
  return page
}

test('reminders of cloud storage and of the licence lead to what ends, whether somebody is signed in or not', async ({
  browser,
  house,
}) => {
  const agent = await tryCloudStorage(house)
  await deepStep('cloud storage', async () => {
    house.advance(23 * DAY_MS + 60_000)
    const link = await linkIn(house, 'Your free trial of cloud storage ends soon')
    const page = await openTwice(browser, house, link, async (there) => {
      await expect(there.getByRole('heading', { level: 1, name: 'Cloud Storage' })).toBeVisible()
      await expect(there.getByRole('row').filter({ hasText: 'Pier 1' })).toContainText('Ends soon')
      await expect(there.getByRole('button', { name: 'Buy cloud storage' })).toBeVisible()
    })
    await page.goto(house.stack.address('/service'))
    const cloud = page.getByRole('list', { name: 'Value-Added Service' }).getByRole('listitem').filter({ hasText: 'Cloud storage' })
    await expect(cloud).toContainText(/It ends first on .+, for 1 camera: from then on nothing new is kept/)
    await expect(cloud.getByRole('link', { name: 'Renew now' })).toBeVisible()
    const toDo = page.getByRole('list', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'Cloud storage of 1 camera ends' })
    await expect(toDo.getByRole('link', { name: 'Open cloud storage' })).toHaveAttribute('href', /serviceCloudstorage\/purchase$/)
    // What the organization may have, with how much of it is used.
    const share = page.locator('dl').filter({ hasText: 'Links to archives today' })
    await expect(share).toContainText(/Invitations today\d+ of 200/)
    await expect(share).toContainText(/Devices\d+ of 5,000/)
    await expectSoundEverywhere(page, 'Service with something that ends')
    await page.context().close()
  })
  await test.step('the licence, of which nothing follows the one that follows', async () => {
    house.advance(deep(6 * DAY_MS, 29 * DAY_MS + 60_000))
    const link = await linkIn(house, 'Your video licence ends soon')
    const page = await openTwice(browser, house, link, async (there) => {
      await expect(there.getByRole('heading', { level: 1, name: 'Licence' })).toBeVisible()
      await expect(there.getByRole('list', { name: 'Now' })).toContainText('Ends soon')
      await expect(there.getByRole('link', { name: 'Renew now' })).toBeVisible()
    })
    await page.context().close()
  })
  await agent.stop()
})
