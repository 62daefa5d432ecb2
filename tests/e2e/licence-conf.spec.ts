import type { Page } from '@playwright/test'
import { deviceBind } from '#contract/calls/device/device-bind.ts'
import { GATEWAY_PATH } from '#contract/device-gateway.ts'
import { deviceTypes } from '#contract/enums.ts'
import { DeviceAgent } from '#device/agent/device-agent.ts'
import { channel } from '#tests/support/service.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test, type House } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const recorder = { sn: 'CONF000001', securityCode: 'CONFCODE01' }

/** A recorder with three cameras, the only ones of the organization. */
async function connect(house: House): Promise<DeviceAgent> {
  const agent = new DeviceAgent({
    url: `ws://127.0.0.1:${house.stack.port}${GATEWAY_PATH}`,
    description: { sn: recorder.sn, devType: deviceTypes.nvr, name: 'Quay recorder', model: 'T-1', version: '1.0' },
    securityCode: recorder.securityCode,
    channels: [0, 1, 2].map((index) => ({ ...channel(index), name: `Quay ${index + 1}` })),
    source: { open: () => ({ close: () => {} }) },
    log: () => {},
  })
  agent.start()
  await agent.firstAttempt
  const admin = await house.client('administrator')
  await admin.call(deviceBind, { ...recorder, siteId: 'harbor-gate', name: 'Quay recorder' })
  return agent
}

const list = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('which cameras hold a licence is chosen by boxes, by dragging and by keyboard; with too few the page says what to buy', async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  const agent = await connect(house)
  await signIn(page, house.stack, { path: '/service/servicelicense/list' })
  await page.getByRole('link', { name: 'Which hold a licence' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Which cameras hold a licence' })).toBeVisible()
  const [held, without] = [list(page, 'With a licence'), list(page, 'Without a licence')]
  await expect(held.getByRole('listitem')).toHaveCount(3)

  await test.step('two at once by their boxes, with the keyboard alone', async () => {
    await held.getByRole('checkbox', { name: 'Quay 1' }).focus()
    await page.keyboard.press('Space')
    await held.getByRole('checkbox', { name: 'Quay 2' }).focus()
    await page.keyboard.press('Space')
    await held.getByRole('button', { name: 'Take 2 licences back' }).focus()
    await page.keyboard.press('Enter')
    await expect(without.getByRole('listitem')).toHaveCount(2)
    await expect(held.getByRole('listitem')).toHaveText([/Quay 3/])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(held.getByRole('listitem')).toHaveCount(3)
  })
  await test.step('by dragging', async () => {
    const row = held.getByRole('listitem').filter({ hasText: 'Quay 2' })
    await row.hover()
    await page.mouse.down()
    const box = (await without.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
    await page.mouse.move(box.x + box.width / 2, box.y + 60, { steps: 5 })
    await expect(without).toHaveAttribute('data-over', 'true')
    await page.mouse.up()
    await expect(without.getByRole('listitem')).toHaveText([/Quay 2/])
    await expect(held.getByRole('listitem')).toHaveCount(2)
  })
  await expectSoundEverywhere(page, 'Which cameras hold a licence')
  await deepStep('there are too few', async () => {
    house.changeText('delete from licence')
    house.changeText('update licence_account set free_chl_num = 2')
    await page.reload()
    await expect(page.getByText('There is none for another camera.')).toBeVisible()
    await without.getByRole('checkbox', { name: 'Quay 2' }).check()
    await without.getByRole('button', { name: 'Give 1 licence' }).click()
    await expect(page.getByRole('alert')).toContainText('Buy a licence first.')
    await expect(without.getByRole('listitem')).toHaveCount(1)
    await page.getByRole('link', { name: 'Buy now' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Buy a licence' })).toBeVisible()
  })
  await agent.stop()
  // A refusal is an answer, and no error of the network.
  expect(complaints).toEqual([])
})

test('without a licence the guard stops rules, plates and playback, and says where to buy', async ({ page, house }) => {
  house.changeText('delete from licence')
  house.changeText('update licence_account set free_chl_num = 0')
  const asked = page.getByRole('dialog', { name: 'A licence is needed' })
  await signIn(page, house.stack, { path: '/settings/alarmrules/general-alarm-rule' })
  await page.getByRole('button', { name: 'Add rule' }).first().click()
  await expect(asked).toContainText('No licence was bought yet, and your organization has no free channels.')
  await expect(asked.getByRole('link', { name: 'Buy now' })).toBeFocused()
  await expectSoundEverywhere(page, 'The licence guard')
  await deepStep('plates and playback too', async () => {
    await asked.getByRole('button', { name: 'Close' }).last().click()
    await page.goto(house.stack.address('/vehicle/plates'))
    await page.getByRole('button', { name: 'Add group' }).first().click()
    await expect(asked).toBeVisible()
    await page.goto(house.stack.address('/playback'))
    await expect(page.getByText('Playback needs a licence.')).toBeVisible()
    await page.getByRole('link', { name: 'Buy now' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Buy a licence' })).toBeVisible()
  })
})

test('the organization tries the licence once for each device, and is told which device has had its trial', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const clear = () => {
    house.changeText('delete from licence')
    house.changeText('update licence_account set free_chl_num = 0')
  }
  clear()
  const now = page.getByRole('list', { name: 'Now' })
  const dialog = page.getByRole('dialog', { name: 'Try the licence for free' })
  const begin = async () => {
    await page.getByRole('button', { name: 'Try it for free' }).click()
    await expect(dialog.getByRole('checkbox', { name: 'Quay recorder' })).toBeChecked()
    for (const other of await dialog.getByRole('checkbox', { name: /^(?!Quay|I have)/ }).all()) await other.uncheck()
    await dialog.getByRole('button', { name: 'Begin the free trial' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Accept the terms before you begin.').first()).toBeVisible()
    await dialog.getByRole('checkbox', { name: 'I have read the terms' }).check()
  }
  await signIn(page, house.stack, { path: '/service/servicelicense/list' })
  await begin()
  await expectSoundEverywhere(page, 'Trial of the licence')
  await dialog.getByRole('button', { name: 'Begin the free trial' }).click()
  await expect(now).toContainText('Free trial')
  await expect(page.getByRole('button', { name: 'Try it for free' })).toBeHidden()
  await deepStep('which device has had its trial', async () => {
    clear()
    await page.reload()
    await begin()
    await dialog.getByRole('button', { name: 'Begin the free trial' }).click()
    await expect(dialog).toContainText('It has had its trial.')
    await expect(dialog.getByRole('checkbox', { name: 'Quay recorder' })).toBeDisabled()
    await expect(now).not.toContainText('Free trial')
  })
})
