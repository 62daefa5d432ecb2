import type { Page } from '@playwright/test'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { configDeviceSet } from '#contract/calls/device/config-device-set.ts'
import { devCmdExecute } from '#contract/calls/device/dev-cmd-execute.ts'
import { devicePage } from '#contract/calls/device/device-page.ts'
import { devNotifyDetail } from '#contract/calls/event/dev-notify-detail.ts'
import type { CommandResult } from '#contract/device-commands.ts'
import { deviceStatuses } from '#contract/enums.ts'
import { always } from '#contract/weekly-schedule.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const DEVICE = 'Warehouse recorder'

const section = (page: Page, name: string) => page.getByRole('navigation', { name: 'Settings of the device' }).getByRole('link', { name })

test('a recorder is given another name and time zone, which it keeps, and what it tells is chosen; wrong addresses are said beside their fields', async ({
  people,
  stack,
}) => {
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: DEVICE })
  const sn = devices[0]?.sn ?? ''
  const page = await people.enter('/device/index')
  await page.getByRole('row').filter({ hasText: DEVICE }).getByRole('cell', { name: DEVICE, exact: true }).click()
  await page.getByRole('link', { name: 'Settings of the device' }).click()
  await expect(section(page, 'General')).toHaveAttribute('aria-current', 'page')
  await page.getByLabel('Name', { exact: true }).fill('Warehouse recorder north')
  await page.getByLabel('Time zone').selectOption('GMT-05:00 Eastern Time')
  await page.getByLabel('Language that the device shows').selectOption('de-DE')
  await expectSoundEverywhere(page, 'general settings of a device')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Warehouse recorder north' })).toBeVisible()
  const { value } = await admin.call(configDeviceGet, { sn, section: 'general' })
  expect(value).toMatchObject({ name: 'Warehouse recorder north', timeZone: 'GMT-05:00 Eastern Time', language: 'de-DE' })
  await page.getByLabel('Name', { exact: true }).fill(DEVICE)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { level: 1, name: DEVICE, exact: true })).toBeVisible()

  await test.step('what it tells is chosen by kind and by the hour', async () => {
    const tellsBefore = await admin.call(configDeviceGet, { sn, section: 'notify' })
    await section(page, 'Notification').click()
    await page.getByLabel('Motion', { exact: true }).uncheck()
    await page.getByRole('group', { name: 'Schedules often wanted' }).getByRole('button', { name: 'Nights' }).click()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await expect(page.getByText('The device has taken it.')).toBeVisible()
    const { value: tells } = await admin.call(configDeviceGet, { sn, section: 'notify' })
    expect(tells).toMatchObject({ isEnabled: true, kinds: expect.not.arrayContaining(['motion']) })
    expect(tells).not.toMatchObject({ schedule: always })
    // Other files wait for what it tells.
    if (tellsBefore.section === 'notify') await admin.call(configDeviceSet, { sn, change: tellsBefore })
  })

  await section(page, 'Network').click()
  const dhcp = page.getByLabel('The network gives the addresses (DHCP)')
  if (await dhcp.isChecked()) await dhcp.uncheck()
  await page.getByLabel('IP address').fill('10.20.0.300')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('IP address')).toHaveAccessibleDescription(/^Four numbers from 0 to 255/)
  await page.getByLabel('IP address').fill('10.20.0.9')
  await page.getByLabel('Subnet mask').fill('255.255.255.0')
  await page.getByLabel('Gateway').fill('10.30.0.1')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('Gateway')).toHaveAccessibleDescription(/within the subnet/)

  await test.step('what was typed in a section is not lost with another one', async () => {
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    await section(page, 'Storage').click()
    await question.getByRole('button', { name: 'Stay' }).click()
    await expect(section(page, 'Network')).toHaveAttribute('aria-current', 'page')
    await expect(page.getByLabel('Gateway')).toHaveValue('10.30.0.1')
    await section(page, 'Storage').click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(section(page, 'Storage')).toHaveAttribute('aria-current', 'page')
    await section(page, 'Network').click()
    await expect(page.getByLabel('Gateway')).not.toHaveValue('10.30.0.1')
    await expect(question).toBeHidden()
    if (await dhcp.isChecked()) await dhcp.uncheck()
    await page.getByLabel('IP address').fill('10.20.0.9')
    await page.getByLabel('Subnet mask').fill('255.255.255.0')
    await page.getByLabel('Gateway').fill('10.30.0.1')
    await page.getByRole('button', { name: 'Save' }).click()
  })
  await expectSoundEverywhere(page, 'network settings of a device')
  const before = (await admin.call(configDeviceGet, { sn, section: 'network' })).value
  if (!('ip' in before)) return expect(before).toHaveProperty('ip')
  const told = page.getByRole('status').filter({ hasText: /new address/ })
  await deepStep('addresses under which it does not come back are taken back', async () => {
    await page.getByLabel('Gateway').fill('10.20.0.1')
    await page.getByLabel('DNS server').fill('10.20.0.1')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
    await expect(told).toContainText('It is being looked for under 10.20.0.9.')
    await expect(told).toContainText(/takes its old ones back in 00:0\d|Its time is up/)
    await expectSoundEverywhere(page, 'a device that tries addresses')
    await look(page, 'device-network-trying')
    await expect(told).toContainText('did not come back with the new addresses; it has its old ones again', { timeout: 30_000 })
    await look(page, 'device-network-taken-back')
    expect((await admin.call(configDeviceGet, { sn, section: 'network' })).value).toEqual(before)
    await expect(page.getByLabel('IP address')).toHaveValue(before.ip)
  })
  const free = before.ip.replace(/\d+$/, '233')
  await page.getByLabel('IP address').fill(free)
  await page.getByLabel('Subnet mask').fill(before.subnetMask)
  await page.getByLabel('Gateway').fill(before.gateway)
  await page.getByLabel('DNS server').fill(before.dns)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Change' }).click()
  await expect(told).toContainText(`The device came back under ${free}, and keeps its new addresses.`, { timeout: 30_000 })
  expect((await admin.call(configDeviceGet, { sn, section: 'network' })).value).toMatchObject({ isDhcp: false, ip: free })
})

test('disks tell how they do, and are formatted when the name of the device was typed; the log is collected and saved', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/device/index')
  await page.getByRole('row').filter({ hasText: DEVICE }).getByRole('cell', { name: DEVICE, exact: true }).click()
  await page.getByRole('link', { name: 'Settings of the device' }).click()
  await section(page, 'Storage').click()
  const disks = page.getByRole('list', { name: 'Disks' })
  await expect(disks.getByRole('listitem').filter({ hasText: 'RAID 5' })).toContainText('In order')
  await disks.getByRole('button', { name: 'Health' }).last().click()
  await expect(page.getByRole('table', { name: 'What the disk says of itself' }).getByRole('row')).not.toHaveCount(1)
  await expect(page.getByRole('table', { name: 'How full it was' }).getByRole('row')).not.toHaveCount(1)
  await expect(page.getByRole('table', { name: 'How warm it was' }).getByRole('row').last()).toContainText('°C')
  await expectSoundEverywhere(page, 'storage of a device')
  await look(page, 'device-storage')
  await disks.getByRole('button', { name: 'Format…' }).first().click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Name of the device').fill('Warehouse')
  await question.getByRole('button', { name: 'Format' }).click()
  await expect(question.getByLabel('Name of the device')).toHaveAccessibleDescription('This is not the name of the device.')
  await question.getByLabel('Name of the device').fill(DEVICE)
  await question.getByRole('button', { name: 'Format' }).click()
  await expect(question).toBeHidden()
  await expect(disks.getByText('Being formatted')).toBeVisible()

  await section(page, 'Maintenance').click()
  await page.getByRole('button', { name: 'Collect' }).click()
  const logs = page.getByRole('list', { name: 'Collected logs' })
  const told = page.getByRole('status').filter({ hasText: /collects its log|sends its log/ })
  // It takes a second, which a busy machine may spend elsewhere.
  await expect(told.or(logs).first()).toBeVisible()
  await expectSoundEverywhere(page, 'maintenance of a device')
  await expect(logs).toBeVisible({ timeout: 40_000 })
  const [file] = await Promise.all([page.waitForEvent('download'), logs.getByRole('button').first().click()])
  expect(file.suggestedFilename()).toMatch(/\.(log|txt)$/)
})

test('what a recorder tells reads well, and who is mailed when it is lost is chosen with it', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: 'Shop recorder' })
  const sn = devices[0]?.sn ?? ''
  const page = await people.enter(`/device/settings?device=${sn}&section=notify`)
  await page.getByRole('group', { name: 'Schedules often wanted' }).getByRole('button', { name: 'Nights' }).click()
  await expectSoundEverywhere(page, 'notification settings of a device')
  await look(page, 'device-notify')
  await page.getByLabel('Mail is sent').check()
  await page.getByLabel('Another address').fill('night@harbor.example')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Camera offline').uncheck()
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText('Kept.')).toBeVisible()
  expect((await admin.call(devNotifyDetail, { sn })).notify).toEqual({
    sn,
    isEnabled: true,
    kinds: ['device-offline'],
    emails: ['night@harbor.example'],
    alertIntervalS: 60,
  })
})

test('a memory card tells how full it is and is formatted once the name of its camera was typed; the camera restarts when it is told to', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const name = 'Parking – trailer'
  const admin = await new ServiceClient(`http://127.0.0.1:${stack.port}`).signIn(stack.user())
  const { devices } = await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: name })
  const sn = devices[0]?.sn ?? ''
  const page = await people.enter(`/device/settings?device=${sn}&section=storage`)
  const card = page.getByRole('list', { name: 'Memory card' })
  await expect(card).toContainText('In order')
  await expect(card).toContainText(/\d GB of 128 GB free/)
  await expect(card.getByText('How full it was').first()).toBeVisible()
  await expectSoundEverywhere(page, 'the memory card of a camera')
  await card.getByRole('button', { name: 'Format…' }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Name of the device').fill('parking')
  await question.getByRole('button', { name: 'Format' }).click()
  await expect(question.getByLabel('Name of the device')).toHaveAccessibleDescription('This is not the name of the device.')
  await question.getByLabel('Name of the device').fill(name)
  await question.getByRole('button', { name: 'Format' }).click()
  await expect(card).toContainText('Being formatted')
  const { status, freeBytes, totalBytes } = await formatted(admin, sn)
  expect(status).toBe('normal')
  expect(freeBytes / totalBytes).toBeGreaterThan(0.99)

  await section(page, 'Maintenance').click()
  const restart = page.getByRole('button', { name: 'Restart…' })
  await restart.click()
  await expect(question).toContainText('nothing is recorded until it is back')
  await question.getByRole('button', { name: 'Restart' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'The device restarts.' })).toBeVisible()
  await expect(restart).toBeDisabled()
  await expect(restart).toBeEnabled({ timeout: 30_000 })
  await expect(page.getByText('The device restarts.')).toBeHidden()
  expect((await admin.call(devicePage, { pageNum: 1, pageSize: 1, search: name })).devices[0]?.status).toBe(deviceStatuses.online)
})

/** How the memory card of a device is once it is not being formatted any more. */
async function formatted(admin: ServiceClient, sn: string) {
  const card = async () => {
    const { result } = await admin.call(devCmdExecute, { sn, command: { name: 'sd-status' } })
    return result as CommandResult<'sd-status'>
  }
  await expect.poll(async () => (await card()).status).not.toBe('formatting')
  return card()
}

const chosenOf: readonly [path: string, says: string, way: string, to: RegExp][] = [
  ['/device/settings', 'No device was chosen.', 'Open the devices', /\/device\/index$/],
  ['/service/servicelicense/pay', 'No order was chosen.', 'Open the orders', /\/service\/order$/],
  ['/settings/alarmrules/group-detail', 'No plate group was chosen.', 'Vehicle rules', /\/general-vehicle$/],
]

test('an address that names no device, order or plate group says so, and leads to where one is chosen', { tag: '@deep' }, async ({
  people,
}) => {
  for (const [path, says, way, to] of chosenOf) {
    const page = await people.enter(path)
    const notice = page
      .getByRole('main')
      .locator('div', { has: page.getByText(says) })
      .last()
    await expect(notice.getByRole('link', { name: way })).toHaveAttribute('href', to)
    await expect(page.getByText('Something in what was entered is not accepted.')).toHaveCount(0)
  }
})
