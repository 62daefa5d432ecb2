import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { RECORDINGS_FUNCTION } from '#contract/archives.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test, type House } from './support/house.ts'
import { expectOnPaper } from './support/on-paper.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

/** A recorder of the organization, with two cameras whose past can be had. */
async function connect(house: House, sn: string, name: string): Promise<DeviceAgent> {
  const securityCode = `${sn}CODE`
  const cameraOf = (index: number) => channel(index, { name: `${name} ${index + 1}`, supportFun: [RECORDINGS_FUNCTION] })
  const agent = new DeviceAgent({
    url: `ws://127.0.0.1:${house.stack.port}${GATEWAY_PATH}`,
    description: { sn, devType: deviceTypes.nvr, name, model: 'T-1', version: '1.0' },
    securityCode,
    channels: [0, 1].map(cameraOf),
    source: { open: () => ({ close: () => {} }) },
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  const admin = await house.client('administrator')
  await admin.call(deviceBind, { sn, securityCode, siteId: 'harbor-gate', name })
  return agent
}

test('cloud storage is bought for chosen cameras and triggers, paid, changed later, and tried once for each device', async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  const agents = [await connect(house, 'CLOUD00001', 'Pier'), await connect(house, 'CLOUD00002', 'Crane')]
  await signIn(page, house.stack, { path: '/service' })
  const services = page.getByRole('list', { name: 'Value-Added Service' })
  await expect(services).toContainText('and another licence follows without a gap')
  await expect(services.getByRole('link', { name: 'Upgrade now' })).toBeVisible()
  await page.getByText('What happens when it ends?').click()
  await expect(page.getByText('Events are stored for 15 days more, then none.')).toBeVisible()
  await expectSoundEverywhere(page, 'Service')
  await page.getByRole('link', { name: 'Cloud Storage' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cloud Storage' })).toBeVisible()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Pier 1')).toContainText('Not activated')

  await test.step('two cameras are bought for, without recognition', async () => {
    await row('Pier 1').getByRole('checkbox').check()
    await row('Pier 2').getByRole('checkbox').check()
    await expectSoundEverywhere(page, 'Cloud storage')
    await page.getByRole('button', { name: 'Buy cloud storage' }).click()
    const price = page.getByRole('region', { name: 'Price' })
    await expect(price).toContainText('$5.98')
    await page.getByRole('radio', { name: /1 year/ }).check()
    await expect(price).toContainText('$59.80')
    await page.getByRole('radio', { name: /^30 days/ }).check()
    await page.getByRole('checkbox', { name: 'Intelligent recognition' }).uncheck()
    await page.getByRole('checkbox', { name: 'Renew it automatically' }).check()
    await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
    await expect(page.getByText('Accept the terms before you order.')).toBeVisible()
    await page.getByRole('checkbox', { name: 'I have read the terms' }).check()
    await expectSoundEverywhere(page, 'Buy cloud storage')
    await page.getByRole('button', { name: 'Order, and pay in the next step' }).click()
    await expect(page.getByText('Cloud storage for 2 cameras')).toBeVisible()
    await expect(page.getByText('kept by the payment provider for the renewals')).toBeVisible()
    await page.getByRole('radio', { name: 'Card', exact: true }).check()
    await page.getByRole('button', { name: 'Pay $5.98' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Payment received' })).toBeVisible()
  })
  await deepStep('among the orders it is told apart from licences, and has its receipt', async () => {
    await page.goto(house.stack.address('/service/order'))
    await page.getByRole('combobox', { name: 'What it is for' }).selectOption({ label: 'Cloud storage' })
    await expect(page.getByRole('row')).toHaveCount(2)
    await row('Cloud storage').click()
    const panel = page.getByRole('dialog', { name: 'Cloud storage' })
    await expect(panel).toContainText('Pier 1 and Pier 2')
    await expect(panel).toContainText('Motion and Sensor')
    await expect(panel).toContainText('In use')
    await expect(panel).toContainText('Automatic renewalOn')
    await panel.getByRole('button', { name: 'Receipt' }).click()
    await expect(page.getByRole('article')).toContainText('Harbor Logistics')
    const seen = ['Receipt', 'Recordings of events, kept for 7 days', 'Pier 1 and Pier 2', '$5.98']
    await expectOnPaper(page, { seen, unseen: ['Order Record', 'Close'] })
  })
  await test.step('another thing is kept from now on', async () => {
    await page.goto(house.stack.address('/service/serviceCloudstorage/purchase'))
    await expect(row('Pier 1')).toContainText('In use')
    await row('Pier 1').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'What is kept…' }).click()
    const dialog = page.getByRole('dialog', { name: 'What cloud storage keeps' })
    await dialog.getByRole('checkbox', { name: 'Motion' }).uncheck()
    await dialog.getByRole('checkbox', { name: 'Sensor' }).uncheck()
    await expect(dialog.getByRole('alert')).toContainText('Choose at least one')
    await dialog.getByRole('checkbox', { name: 'Intelligent recognition' }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row('Pier 1')).toContainText('Intelligent recognition')
    await expect(row('Pier 2')).toContainText('Motion, Sensor')
  })
  await deepStep('one of them shall end after all', async () => {
    await expect(row('Pier 2')).toContainText('renews itself')
    await row('Pier 1').getByRole('checkbox').uncheck()
    await row('Pier 2').getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Automatic renewal…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Automatic renewal' })
    await expect(dialog.getByRole('radio', { name: /^Renew it/ })).toBeChecked()
    await dialog.getByRole('radio', { name: /^Let it end/ }).check()
    await expectSoundEverywhere(page, 'Automatic renewal')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(row('Pier 2')).not.toContainText('renews itself')
    await expect(row('Pier 1')).toContainText('renews itself')
  })
  await test.step('the other device is tried, once', async () => {
    await page.getByRole('button', { name: 'Try it for free' }).click()
    const dialog = page.getByRole('dialog', { name: 'Try cloud storage for free' })
    await expect(dialog.getByRole('checkbox', { name: /Pier/ })).toHaveCount(0)
    await expect(dialog.getByRole('checkbox', { name: 'Crane 1, Crane 2' })).toBeChecked()
    await dialog.getByRole('checkbox', { name: 'I have read the terms' }).check()
    await expectSoundEverywhere(page, 'Trial of cloud storage')
    await dialog.getByRole('button', { name: 'Begin the free trial' }).click()
    await expect(row('Crane 2')).toContainText('Free trial')
    await expect(page.getByRole('button', { name: 'Try it for free' })).toBeHidden()
  })
  for (const agent of agents) await agent.stop()
  expect(complaints.filter((text) => !text.includes('favicon'))).toEqual([])
})

test('who may play back no camera with cloud storage is told so, and buys none', { tag: '@deep' }, async ({ page, house }) => {
  await signIn(page, house.stack, { role: 'live-only', path: '/service/serviceCloudstorage/purchase' })
  await expect(page.getByText('No camera that you may play back has cloud storage.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Buy cloud storage' })).toBeHidden()
  await page.goto(house.stack.address('/service/serviceCloudstorage/buy'))
  await expect(page.getByRole('heading', { level: 1, name: 'Buy cloud storage' })).toBeHidden()
})
