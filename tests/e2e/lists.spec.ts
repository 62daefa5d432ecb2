import type { Locator, Page } from '@playwright/test'
import { configDeviceGet } from '#contract/calls/device/config-device-get.ts'
import { deep, isDeep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const names = (page: Page) => page.locator('tbody td[data-column="name"]').allInnerTexts()
const widthOf = async (head: Locator) => Math.round((await head.boundingBox())?.width ?? 0)

test('a device is opened from its row by the mouse and by keys, and the panel has all that is known of it', { tag: '@deep' }, async ({
  people,
}) => {
  const page = await people.enter('/device/index')
  const row = page.getByRole('row').filter({ hasText: 'Shop recorder' })
  await row.getByRole('cell', { name: 'Harbor Shop' }).click()
  const panel = page.getByRole('dialog', { name: 'Shop recorder' })
  await expect(panel).toContainText('Serial number')
  await expect(page).toHaveURL(/device=SL/)
  await expectSoundEverywhere(page, 'a device')
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(row).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(row).not.toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(panel).toBeVisible()
  // Whoever is sent the address sees the same.
  await page.reload()
  await expect(panel).toBeVisible()
})

test('a camera is recorded as the panel of its device says, with what is kept of it beside', async ({ people, stack }) => {
  const page = await people.enter('/device/index')
  await page.getByRole('row').filter({ hasText: 'Shop recorder' }).getByRole('cell', { name: 'Harbor Shop' }).click()
  const panel = page.getByRole('dialog', { name: 'Shop recorder' })
  const choice = panel.getByRole('combobox').first()
  await expect(choice).toHaveValue('continuous')
  await expect(choice).toHaveAccessibleDescription(/B from \d+ days?, since .* \d\d:\d\d/)
  await expect(panel.getByRole('button', { name: 'Save' })).toHaveCount(0)
  const choose = async (name: string, told: RegExp) => {
    await choice.selectOption({ label: name })
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(told)).toBeVisible()
    await expect(choice).toBeFocused()
  }
  await choose('Around events', /is recorded around events/)
  await expectSoundEverywhere(page, 'a device that records around events')
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  const sn = new URL(page.url()).searchParams.get('device') ?? ''
  const modeNow = async () => {
    const { value } = await client.call(configDeviceGet, { sn, section: 'recording' })
    return 'channels' in value ? value.channels[0]?.mode : undefined
  }
  expect(await modeNow()).toBe('events')
  if (isDeep) await page.reload()
  await expect(choice).toHaveValue('events')
  await choose('Continuous', /is recorded all the time/)
  expect(await modeNow()).toBe('continuous')
})

test('devices go by what the head of a column says, and the address keeps it', { tag: '@deep' }, async ({ people }) => {
  const page = await people.enter('/device/index')
  const head = page.getByRole('columnheader', { name: 'Name' })
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  const upwards = await names(page)
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'ascending')
  await head.getByRole('button').click()
  await expect(head).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(() => names(page)).toEqual(upwards.toReversed())
  await page.reload()
  await expect.poll(() => names(page)).toEqual(upwards.toReversed())
})

test('a column stays as wide as it was dragged or moved by keys, and fits what it holds again after a double click', {
  tag: '@deep',
}, async ({ people }) => {
  const page = await people.enter('/device/index')
  const head = page.getByRole('columnheader', { name: 'Status' })
  const edge = head.getByRole('separator', { name: 'Width of “Status”' })
  await expect(page.getByRole('row').filter({ hasText: 'Shop recorder' })).toBeVisible()
  const before = await widthOf(head)
  const box = await edge.boundingBox()
  if (box === null) throw new Error('There is no edge.')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width / 2 + 60, box.y + box.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => widthOf(head)).toBe(before + 60)
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => widthOf(head)).toBe(before + 44)
  await expect(edge).toHaveAttribute('aria-valuenow', String(before + 44))
  await page.reload()
  await expect.poll(() => widthOf(head)).toBe(before + 44)
  await edge.dblclick()
  await expect.poll(() => widthOf(head)).toBe(before)
})

test('alarms are chosen by their boxes and read together, and one is opened with its whole picture', { tag: '@deep' }, async ({
  people,
  stack,
}) => {
  const page = await people.enter('/alerts')
  // Its devices are away: of each that is an alarm.
  await stack.stopPart('simulator')
  const rows = page.locator('tbody tr[data-index]')
  const unread = page.locator('tbody tr[data-index][data-dim="false"]')
  await expect(async () => {
    const newOnes = page.getByRole('button', { name: /new alarm/ })
    if (await newOnes.isVisible()) await newOnes.click()
    expect(await unread.count()).toBeGreaterThan(2)
  }).toPass({ timeout: 60_000 })
  await rows.nth(0).getByRole('checkbox').check()
  await rows.nth(1).getByRole('checkbox').check()
  await expect(page.getByRole('checkbox', { name: 'Select all' })).toHaveJSProperty('indeterminate', true)
  await expectSoundEverywhere(page, 'alarms that are chosen')
  await page.getByRole('group', { name: 'What is chosen' }).getByRole('button', { name: 'Mark as read' }).click()
  for (const place of [0, 1]) await expect(rows.nth(place)).toHaveAttribute('data-dim', 'true')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await unread.first().locator('td[data-column="source"]').click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText('Started')
  await panel.getByRole('button', { name: 'Mark as read' }).click()
  await expect(panel.getByRole('button', { name: 'Mark as read' })).toBeHidden()
  await stack.startPart('simulator')
})
