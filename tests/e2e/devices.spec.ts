import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deviceTypes } from '#contract/enums.ts'
import { bindingKeyFile } from '#device/agent/binding-key-file.ts'
import { deviceKey } from '#device/agent/identity.ts'
import { deep } from '#tests/support/depth.ts'
import { GatewayProbe } from '#tests/support/gateway-probe.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { connectGuest } from './support/guest-device.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

/** A recorder of the organization with two cameras, whose name no other has. */
const connect = (stack: Stack, name: string) =>
  connectGuest(stack, {
    sn: `MANY${name.toUpperCase()}001`,
    name,
    devType: deviceTypes.nvr,
    model: 'Harbour-2',
    cameras: [`${name} 1`, `${name} 2`],
  })

test('many devices are found, moved, closed and unbound at once, and one that goes away says so where it stands', async ({
  people,
  stack,
}) => {
  const guests = [await connect(stack, 'Pier'), await connect(stack, 'Crane'), await connect(stack, 'Dock')]
  const page = await people.enter('/device/index?sort=name')
  await page.getByRole('button', { name: 'Filters' }).click()
  const filters = page.getByRole('dialog', { name: 'Filters' })
  await filters.getByRole('combobox', { name: 'Model' }).selectOption({ label: 'Harbour-2' })
  await expectSoundEverywhere(page, 'filters of devices')
  await page.keyboard.press('Escape')
  await expect(page.getByText('3 devices')).toBeVisible()
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Pier').getByRole('checkbox').check()
  await row('Crane').getByRole('checkbox').check()
  const bar = page.getByRole('group', { name: 'What is chosen' })
  await expect(bar).toContainText('2 devices chosen')
  await look(page, 'devices-chosen')

  await test.step('moved', async () => {
    await bar.getByRole('button', { name: 'Move to a site' }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Harbor Shop' })
    await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
    await expect(page.getByText('Done for 2 devices.')).toBeVisible()
    await expect(row('Pier')).toContainText('Harbor Shop')
    await expect(row('Dock')).toContainText('Harbor Gate')
  })
  await deepStep('chosen on a telephone, too', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    await row('Dock').getByRole('checkbox').check()
    await expect(bar).toContainText('3 devices chosen')
    await look(page, 'devices-390')
    await row('Dock').getByRole('checkbox').uncheck()
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('closed', async () => {
    await bar.getByRole('button', { name: 'Close cameras' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close them' }).click()
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: 'Filters (1)' }).click()
    await filters.getByRole('checkbox', { name: 'Only with closed cameras' }).check()
    await page.keyboard.press('Escape')
    await expect(page.getByText('2 devices', { exact: true })).toBeVisible()
    await expect(row('Dock')).toHaveCount(0)
  })
  await test.step('one goes away', async () => {
    await guests[0]?.agent.stop()
    await expect(row('Pier')).toContainText('Offline')
    await expect(row('Crane')).toContainText('Online')
  })
  await test.step('renamed while it is away', async () => {
    await row('Pier').getByRole('cell', { name: 'Harbor Shop' }).click()
    const panel = page.getByRole('dialog', { name: 'Pier' })
    await panel.getByRole('button', { name: 'Rename' }).press('Enter')
    const form = page.getByRole('dialog', { name: 'Rename the device' })
    await expect(form.getByLabel('Name')).toBeFocused()
    await form.getByLabel('Name').fill('North <Pier>')
    await page.keyboard.press('Enter')
    await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true')
    await form.getByLabel('Name').fill('North Pier')
    await expectSoundEverywhere(page, 'renaming a device')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'North Pier' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(row('North Pier')).toContainText('Offline')
  })
  await test.step('unbound, once their number is typed', async () => {
    await row('Pier').getByRole('checkbox').check()
    await row('Crane').getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Unbind' }).click()
    const question = page.getByRole('dialog')
    await question.getByRole('button', { name: 'Unbind' }).click()
    await expect(question.getByText('That is not 2.')).toBeVisible()
    await question.getByRole('textbox').fill('2')
    await question.getByRole('button', { name: 'Unbind' }).click()
    await expect(page.getByText('No device matches the search.')).toBeVisible()
  })
  for (const guest of guests) await guest.leave()
})

test('the panel of a device shows its cameras as they looked in the last minute, its last 30 days, and takes no new security code from whoever does not know the old one', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/device/index?search=Shop%20recorder')
  await page.getByRole('row').filter({ hasText: 'Shop recorder' }).getByRole('cell', { name: 'Harbor Shop' }).click()
  const panel = page.getByRole('dialog', { name: 'Shop recorder' })
  const picture = panel.getByRole('listitem').first().getByRole('img', { name: /, / })
  await expect(picture).toBeVisible({ timeout: 40_000 })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(200)
  await expect(panel.locator('[data-age-ms]').first()).toBeVisible()
  expect(Number(await panel.locator('[data-age-ms]').first().getAttribute('data-age-ms'))).toBeLessThan(60_000)
  await expect(panel.getByRole('img', { name: /Online for [\d.]+% of the time/ })).toBeVisible()
  await expectSoundEverywhere(page, 'the panel of a device')
  await look(page, 'device-panel')
  await panel.getByRole('button', { name: 'Security code' }).click()
  const form = page.getByRole('dialog', { name: 'Change the security code' })
  await form.getByLabel('Present code').fill('WRONG0000')
  await form.getByLabel('New code', { exact: true }).fill('BRANDNEW01')
  await form.getByLabel('New code once more').fill('BRANDNEW02')
  await form.getByRole('button', { name: 'Change' }).click()
  await expect(form.getByText('It is not the same as above.')).toBeVisible()
  await form.getByLabel('New code once more').fill('brandnew01')
  await form.getByRole('button', { name: 'Change' }).click()
  await expect(form.getByLabel('Present code')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('Present code')).toBeFocused()
})

test('the panel of a device says that another was refused with its security code, and what to do, whichever of them is the device itself', {
  tag: '@deep',
}, async ({ people, stack }) => {
  const sn = 'OLDOWNER01'
  const disk = mkdtempSync(join(tmpdir(), 'sightline-guest-'))
  const bindingKey = bindingKeyFile(disk, sn)
  const { agent, leave } = await connectGuest(stack, {
    sn,
    name: 'Old gate',
    devType: deviceTypes.ipc,
    model: 'Harbour-3',
    cameras: ['Old gate'],
    bindingKey,
  })
  const db = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { readOnly: true, timeout: 5_000 })
  await expect.poll(() => db.prepare('select is_binding_key_kept as kept from device where sn = ?').get(sn)?.['kept']).toBe(1)
  db.close()
  const former = await GatewayProbe.open(`http://127.0.0.1:${stack.port}`)
  await former.hello(sn, await deviceKey(sn, `${sn}CODE`))
  expect((await former.first('refused')).reason).toBe('binding-key-missing')
  const page = await people.enter(`/device/index?device=${sn}`)
  const panel = page.getByRole('dialog', { name: 'Old gate' })
  await expect(panel.getByText('Another device tried to connect with this device’s security code and was refused.')).toBeVisible()
  await expect(panel.getByText('If pictures are missing or look strange, unbind the device here and add it again.')).toBeVisible()
  await expectSoundEverywhere(page, 'a device that another passed for')
  await agent.stop()
  await expect(panel.getByText('If the device was reset, or has a new disk, unbind it here and add it again.')).toBeVisible()
  await look(page, 'device-key-missed')
  await leave()
  rmSync(disk, { recursive: true })
})
