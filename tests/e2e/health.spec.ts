import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { deviceInfoGet } from '#contract/calls/device/device-info-get.ts'
import { quotaList } from '#contract/calls/health/quota-list.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test, type House } from './support/house.ts'
import { pressAt } from './support/keys.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const recorder = { sn: 'HEALTH0001', securityCode: 'HEALTHCODE' }
/** What it says of its disk. */
let disk: 'normal' | 'failed' = 'normal'

/** A recorder at the gate; the other devices of the house are not there. */
async function connect(house: House): Promise<DeviceAgent> {
  const agent = new DeviceAgent({
    url: `ws://127.0.0.1:${house.stack.port}${GATEWAY_PATH}`,
    description: { sn: recorder.sn, devType: deviceTypes.nvr, name: 'Pier recorder', model: 'T-1', version: '1.0' },
    securityCode: recorder.securityCode,
    channels: [channel(0)],
    source: { open: () => ({ close: () => {} }) },
    commands: {
      'storage-info': () => ({ disks: [{ diskId: 'hdd-1', model: 'T', status: disk, totalBytes: 4e12, freeBytes: 1e12 }], raid: null }),
    },
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  return agent
}

test('a device that goes is told at once with what to do, and is gone from the page when it is back', async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  let agent = await connect(house)
  await admin.call(deviceBind, { ...recorder, siteId: 'harbor-gate', name: 'Pier recorder' })
  await signIn(page, house.stack)
  await pressAt(page, page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Service/ }))
  await expect(page.getByRole('heading', { level: 1, name: 'Service' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'What was looked at' })).toBeVisible()
  const lineOf = (text: string) => page.getByRole('list').getByRole('listitem').filter({ hasText: text })
  await expect(lineOf('Pier recorder')).toHaveCount(0)

  await test.step('what the organization uses of its share is told, each with how much it may', async () => {
    const { quotas } = await admin.call(quotaList, null)
    const share = page.locator('section').filter({ has: page.getByRole('heading', { name: 'What your organization may use' }) })
    await expect(share.locator('dl > div')).toHaveCount(quotas.length)
    await expect(share.getByText(/^[\d.,]+ (bytes?|[kMGT]B) of 2(\.2)? TB$/)).toBeVisible()
    const objects = quotas.find(({ kind }) => kind === 'stored-objects')
    await expect(share.locator('dl > div', { hasText: 'Number of pictures and clips' }).locator('dd')).toHaveText(
      `${objects?.used.toLocaleString('en-US')} of 20,000,000`,
    )
  })

  await test.step('it goes, and comes back', async () => {
    await agent.stop()
    await expect(lineOf('Pier recorder is offline')).toContainText('Check its power and its network cable.')
    const inMenu = page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: /^Service/ })
    await expect(inMenu).toHaveAccessibleName('Service, something is to be done')
    await expectSoundEverywhere(page, 'System health')
    agent = await connect(house)
    await expect(lineOf('Pier recorder is offline')).toHaveCount(0)
    await expect(inMenu).toHaveAccessibleName('Service')
    await expect(page.getByText('Everything is in order.')).toBeVisible()
  })

  await deepStep('its disk fails: somebody knows, and it counts no more', async () => {
    disk = 'failed'
    await admin.call(deviceInfoGet, { sn: recorder.sn })
    const failed = page.getByRole('list', { name: 'To do' }).getByRole('listitem').filter({ hasText: 'the disk hdd-1 has failed' })
    await expect(failed).toContainText('Replace it: nothing more is recorded on it.')
    const search = new URLSearchParams({ device: recorder.sn, section: 'storage' })
    await expect(failed.getByRole('link', { name: 'Open its storage' })).toHaveAttribute(
      'href',
      new RegExp(`/device/settings\\?${search}$`),
    )
    await pressAt(page, failed.getByRole('button', { name: /^Mark as known/ }))
    await page.getByRole('menuitem', { name: 'Known for a week' }).press('Enter')
    const known = page.getByRole('list', { name: 'Known already' }).getByRole('listitem').filter({ hasText: 'hdd-1' })
    await expect(known).toContainText('Known until')
    await expect(failed).toHaveCount(0)
    await expect(page.getByText('Nothing else is to be done.')).toBeVisible()
    await expectSoundEverywhere(page, 'Known trouble')
    disk = 'normal'
    await admin.call(deviceInfoGet, { sn: recorder.sn })
    await expect(known).toHaveCount(0)
  })
  await agent.stop()
  expect(complaints).toEqual([])
})

test('whoever sees one site alone is told of that one alone, in Chinese too', { tag: '@deep' }, async ({ page, house }) => {
  await signIn(page, house.stack, { role: 'live-only', path: '/service' })
  await page.evaluate(() => localStorage.setItem('sightline.language', 'zh-CN'))
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: '服务' })).toBeVisible()
  await expect(page.getByRole('heading', { name: '检查范围' })).toBeVisible()
  await expect(page.getByText('Warehouse North')).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^标记为已知/ })).toHaveCount(0)
  await expectSoundEverywhere(page, 'System health in Chinese')
})
