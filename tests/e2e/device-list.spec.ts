import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { channelStatuses, deviceStatuses, deviceTypes } from '#contract/enums.ts'
import { openDatabase } from '#server/db/open.ts'
import { addFleet, fleetSn } from '#tests/support/fleet.ts'
import { channel } from '#tests/support/service.ts'
import { connectGuest } from './support/guest-device.ts'
import { expect, test, type House } from './support/house.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

/** More than the first pages of the list, and than it asks for ahead. */
const FLEET = 450
/** Of them the last ones are of another model. */
const OTHERS = 250

const heading = ['Name', 'Serial number', 'Status', 'Since', 'Site', 'Type', 'Model', 'Version', 'Channels']

async function addDevices(house: House): Promise<{ remove: () => Promise<void> }> {
  const db = await openDatabase(join(house.stack.dataFolder, 'sightline.db'))
  await addFleet(db, { devices: FLEET, channels: FLEET })
  await db.updateTable('device').set({ status: deviceStatuses.offline }).where('sn', 'like', 'FLEET%').execute()
  const others = db.updateTable('device').set({ model: 'NVR-32', name: '=HYPERLINK("x")' })
  await others
    .where('sn', 'like', 'FLEET%')
    .where('sn', '>=', fleetSn(FLEET - OTHERS))
    .execute()
  return {
    remove: async () => {
      await db.deleteFrom('channel').where('sn', 'like', 'FLEET%').execute()
      await db.deleteFrom('device').where('sn', 'like', 'FLEET%').execute()
      await db.destroy()
    },
  }
}

/** What the page saves when somebody does this: its name, and its rows. */
async function saved(page: Page, work: () => Promise<void>): Promise<{ name: string; rows: string[][] }> {
  const saving = page.waitForEvent('download')
  await work()
  const download = await saving
  const { SheetNames, Sheets } = read(await readFile(await download.path()), { raw: true })
  const rows = utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
  return { name: download.suggestedFilename(), rows }
}

test('the whole list is saved as it is filtered and sorted, however far it was scrolled, and what is chosen by itself', {
  tag: '@deep',
}, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const added = await addDevices(house)
  await signIn(page, house.stack, { path: '/device/index?model=NVR-32&sort=-model' })
  await expect(page.getByText(`${OTHERS} devices`)).toBeVisible()
  const exported = (name: string) =>
    saved(page, async () => {
      await page.getByRole('button', { name: 'Export the list' }).click()
      await page.getByRole('menuitem', { name }).click()
    })
  const sns = Array.from({ length: OTHERS }, (_, index) => fleetSn(FLEET - 1 - index))
  for (const [format, ending] of [
    ['Export as Excel file (xlsx)', 'xlsx'],
    ['Export as text file (csv)', 'csv'],
  ] as const) {
    const { name, rows } = await exported(format)
    expect(name).toBe(`Devices.${ending}`)
    expect(rows[0]).toEqual(heading)
    expect(rows.slice(1).map((row) => row[1])).toEqual(sns)
    const [first = []] = rows.slice(1)
    expect([first[2], first[5], first[6], first[7], String(first[8])]).toEqual([
      'Offline',
      'Network recorder (NVR)',
      'NVR-32',
      '4.2.1',
      '1',
    ])
    // What a spreadsheet would take for a formula is none in a file of text.
    expect(first[0]).toBe(ending === 'csv' ? `'=HYPERLINK("x")` : '=HYPERLINK("x")')
  }

  const row = (sn: string) => page.getByRole('row').filter({ hasText: sn })
  await row(sns[0] ?? '')
    .getByRole('checkbox')
    .check()
  await row(sns[2] ?? '')
    .getByRole('checkbox')
    .check()
  const chosen = page.getByRole('group', { name: 'What is chosen' })
  for (const button of ['Export as text file (csv)', 'Export as Excel file (xlsx)']) {
    const { rows } = await saved(page, () => chosen.getByRole('button', { name: button }).click())
    expect(rows.map((one) => one[1])).toEqual([heading[1], sns[0], sns[2]])
  }
  await page.goto(house.stack.address('/device/index?search=nothing-is-called-so', Number(new URL(page.url()).port)))
  await expect(page.getByText('No device matches the search.')).toBeVisible()
  await page.getByRole('button', { name: 'Export the list' }).click()
  await expect(page.getByRole('menuitem', { name: 'Export as text file (csv)' })).toHaveAttribute('aria-disabled', 'true')
  await added.remove()
  expect(complaints).toEqual([])
})

test('a site tells how many of its devices and cameras are online; the panel of a device has the focus itself, and its cameras are opened and closed', {
  tag: '@deep',
}, async ({ page, house }) => {
  await signIn(page, house.stack, { path: '/settings/site/sitelist' })
  const site = page.getByRole('row').filter({ hasText: 'Harbor Gate' })
  const online = (what: 'devices' | 'cameras') => site.locator(`td[data-column="${what}"]`)
  // None of the demonstration's devices is there.
  const allOf = async (what: 'devices' | 'cameras') => {
    await expect(online(what)).toHaveText(/^0 of \d+$/)
    return Number((await online(what).innerText()).slice('0 of '.length))
  }
  const [devices, cameras] = [(await allOf('devices')) + 1, (await allOf('cameras')) + 3]
  const guest = await connectGuest(house.stack, {
    sn: 'PIERHEAD001',
    name: 'Pier head',
    devType: deviceTypes.nvr,
    model: 'Harbour-5',
    cameras: ['Pier 1', 'Pier 2', 'Pier 3'],
  })
  guest.agent.setChannels([
    channel(0, { name: 'Pier 1' }),
    channel(1, { name: 'Pier 2' }),
    channel(2, { name: 'Pier 3', status: channelStatuses.offline }),
  ])
  await expect(online('devices')).toHaveText(`1 of ${devices}`)
  await expect(online('cameras')).toHaveText(`2 of ${cameras}`)

  await page.goto(house.stack.address('/device/index?device=PIERHEAD001', Number(new URL(page.url()).port)))
  const panel = page.getByRole('dialog', { name: 'Pier head' })
  await expect(panel.getByRole('button', { name: 'Unbind' })).toBeVisible()
  await expect(panel).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()

  const row = page.getByRole('row').filter({ hasText: 'Pier head' })
  const chosen = page.getByRole('group', { name: 'What is chosen' })
  const question = page.getByRole('dialog')
  await row.getByRole('checkbox').check()
  await chosen.getByRole('button', { name: 'Close cameras' }).click()
  await question.getByRole('button', { name: 'Close them' }).click()
  await expect(page.getByText('Done for 1 device.')).toBeVisible()
  await row.getByRole('cell', { name: 'Harbor Gate' }).click()
  await expect(panel.getByRole('button', { name: /^Open camera “Pier/ })).toHaveCount(3)
  await page.keyboard.press('Escape')
  await chosen.getByRole('button', { name: 'Open cameras' }).click()
  await expect(question.getByRole('heading', { name: 'Open 3 cameras' })).toBeVisible()
  await question.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(question).toBeHidden()
  await row.getByRole('cell', { name: 'Harbor Gate' }).click()
  await expect(panel.getByRole('button', { name: /^Close camera “Pier/ })).toHaveCount(3)

  // One camera alone is closed for everybody, too: nothing is done before the question is answered.
  const pier = panel.getByRole('listitem').filter({ hasText: 'Pier 1' })
  await pier.getByRole('button', { name: 'Close camera “Pier 1”' }).click()
  const one = page.getByRole('dialog', { name: 'Close camera “Pier 1”?' })
  await expect(one).toContainText('their video stops at once')
  await expect(pier.getByText('Closed', { exact: true })).toBeHidden()
  await one.getByRole('button', { name: 'Close camera', exact: true }).click()
  await expect(one).toBeHidden()
  await expect(pier.getByText('Closed', { exact: true })).toBeVisible()
  await expect(pier.getByRole('img', { name: 'Online' })).toHaveCount(0)
  await pier.getByRole('button', { name: 'Open camera “Pier 1”' }).click()
  await expect(pier.getByRole('img', { name: 'Online' })).toBeVisible()
  await page.keyboard.press('Escape')

  await page.goto(house.stack.address('/settings/site/sitelist', Number(new URL(page.url()).port)))
  await expect(online('cameras')).toHaveText(`2 of ${cameras}`)
  await guest.agent.stop()
  await expect(online('devices')).toHaveText(`0 of ${devices}`)
  await expect(online('cameras')).toHaveText(`0 of ${cameras}`)
  await guest.leave()
})
