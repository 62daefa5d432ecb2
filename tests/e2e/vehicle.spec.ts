import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { plateAdd } from '#contract/calls/vehicle/plate-add.ts'
import { plateGroupAdd } from '#contract/calls/vehicle/plate-group-add.ts'
import { plateList } from '#contract/calls/vehicle/plate-list.ts'
import { isDeep } from '#tests/support/depth.ts'
import { hostileFiles, workbookOf } from '#tests/support/sheets/sheet-files.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/house.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const dialog = (page: Page) => page.getByRole('dialog')
const plates = (page: Page) => page.getByRole('table', { name: 'Plates', exact: true })
const report = (page: Page) => page.getByRole('table', { name: 'Rows of the file' })
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await dialog(page).getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles({ name, mimeType: xlsx, buffer })
}

test('a group is made by keyboard, gets plates, is searched, and cannot be deleted behind the back of a rule', async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  await admin.call(plateGroupAdd, { groupName: 'Staff' })
  await signIn(page, house.stack, { path: '/vehicle/plates' })
  const groups = page.getByRole('table', { name: 'Plate groups' })
  await expect(groups).toContainText('of 10,000')
  await look(page, 'groups-1440')
  await pressAt(page, page.getByRole('button', { name: 'Add group' }))
  await typeAt(page, dialog(page).getByLabel('Name of the group'), 'Night shift')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Night shift' })).toBeVisible()
  await expect(page.getByText('This group has no plates yet.')).toBeVisible()

  await test.step('a plate that exists is refused beside its field', async () => {
    await pressAt(page, page.getByRole('button', { name: 'Add plate' }))
    await typeAt(page, dialog(page).getByLabel('Plate', { exact: true }), 'NS 100 A')
    await typeAt(page, dialog(page).getByLabel('Owner'), 'Ada Byron')
    await dialog(page).getByLabel('Brand').selectOption('Volvo')
    await dialog(page).getByLabel('Color').selectOption('Blue')
    await expectSoundEverywhere(page, 'Add a plate')
    await dialog(page).getByLabel('Plate', { exact: true }).press('Enter')
    await expect(plates(page).getByRole('row').filter({ hasText: 'NS 100 A' })).toContainText('Volvo')
    await pressAt(page, page.getByRole('button', { name: 'Add plate' }))
    await typeAt(page, dialog(page).getByLabel('Plate', { exact: true }), 'ns-100a')
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText('This plate is in the plate database already.')).toBeVisible()
    await typeAt(page, dialog(page).getByLabel('Plate', { exact: true }), 'NS 200 B')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('wildcards find whole plates', async () => {
    await page.getByRole('searchbox').fill('ns1*a')
    await expect(plates(page)).toContainText('NS 100 A')
    await expect(plates(page)).not.toContainText('NS 200 B')
    await expect(page).toHaveURL(/search=ns1/)
    await expect(page.getByText('1 of 2 plates are shown.')).toBeVisible()
    await deepStep('the address has it all', async () => {
      await page.reload()
      await expect(page.getByText('1 of 2 plates are shown.')).toBeVisible()
      await expect(plates(page)).not.toContainText('NS 200 B')
    })
    await page.getByRole('searchbox').fill('')
    await expect(plates(page)).toContainText('NS 200 B')
    await expectSoundEverywhere(page, 'A plate group')
  })

  await test.step('those that are chosen are moved to another group', async () => {
    await plates(page).getByRole('checkbox', { name: 'Select all' }).check()
    await page.getByRole('button', { name: 'Move to another group' }).click()
    const to = dialog(page).getByLabel('To the group')
    const other = (await to.locator('option').nth(1).innerText()).trim()
    await to.selectOption({ label: other })
    await dialog(page).getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('This group has no plates yet.')).toBeVisible()
    await page.getByRole('link', { name: 'All plate groups' }).click()
    // The group has a field to search in as well.
    await page.getByRole('searchbox', { name: 'Search plate or owner in all groups' }).fill('NS ?00 ?')
    const found = page.getByRole('table', { name: 'Plates that were found' })
    await expect(found.getByRole('row').filter({ hasText: 'NS 200 B' })).toContainText(other)
    await page.getByRole('searchbox').fill('')
  })

  await test.step('a group goes after the page has said what goes with it', async () => {
    await page.getByRole('button', { name: 'Delete “Night shift”' }).click()
    await expect(dialog(page)).toContainText('It has no plates. No alarm rule looks at it.')
    if (isDeep) await expectSoundEverywhere(page, 'Delete a group')
    await dialog(page).getByRole('button', { name: 'Delete', exact: true }).click()
    await expect(groups).not.toContainText('Night shift')
  })
  expect(complaints).toEqual([])
})

test('a list is looked at row by row before it is written, can be called off, and a hostile file is refused while the page answers', {
  tag: '@deep',
}, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  const { groupId } = await admin.call(plateGroupAdd, { groupName: 'Imported' })
  const other = await admin.call(plateGroupAdd, { groupName: 'Elsewhere' })
  const blank = { vehicleType: '', brand: '', model: '', owner: '', phone: '', colour: '' } as const
  await admin.call(plateAdd, { ...blank, groupId, plate: 'OLD 1', owner: 'Ada' })
  await admin.call(plateAdd, { ...blank, groupId: other.groupId, plate: 'OLD 2' })
  await signIn(page, house.stack, { path: `/vehicle/plates?group=${groupId}` })
  await page.getByRole('button', { name: 'Import' }).click()

  await deepStep('a hostile file is refused in a sentence, and the page goes on', async () => {
    await page.evaluate(watchFrames)
    await choose(page, 'plates.xlsx', hostileFiles['a zip bomb']?.() ?? Buffer.alloc(0))
    await expect(dialog(page).getByRole('alert')).toContainText('too large for a list')
    await choose(page, 'plates.xlsx', hostileFiles['entries that overlap']?.() ?? Buffer.alloc(0))
    await expect(dialog(page).getByRole('alert')).toContainText('no spreadsheet program')
    await choose(
      page,
      'plates.xlsx',
      workbookOf([
        ['__proto__', 'constructor'],
        ['1', '2'],
      ]),
    )
    await expect(dialog(page).getByRole('alert')).toContainText('was not found')
    // Of a page that stands still for as long as such a file takes to unpack, nothing would be drawn for seconds.
    expect(await page.evaluate(() => (globalThis as unknown as { longestMs: number }).longestMs)).toBeLessThan(1_000)
  })

  await test.step('the report has every row with what becomes of it', async () => {
    const rows = [
      ['车牌号', 'Owner', 'Color', 'Remark'],
      ['OLD 1', 'Ada', '', ''],
      ['OLD 2', 'Bo', '', ''],
      ['', 'nobody', '', ''],
      ['NEW 1', 'Cy', '蓝色', 'x'],
      ['new-1', 'Cy', '', ''],
      ['A<B', '', '', ''],
      ['NEW 2', 'x'.repeat(33), '', ''],
      ['NEW 3', '', 'plaid', ''],
    ]
    await choose(page, 'plates.xlsx', workbookOf(rows))
    const row = (name: string) => report(page).getByRole('row').filter({ hasText: name })
    await expect(row('NEW 1').first()).toContainText('Will be added')
    await expect(row('OLD 1')).toContainText('Already there')
    await expect(row('OLD 2')).toContainText('in “Elsewhere”')
    await expect(row('new-1')).toContainText('as in row 5')
    await expect(row('A<B')).toContainText('Forbidden characters')
    await expect(row('NEW 2')).toContainText('Too long: Owner')
    await expect(row('NEW 3')).toContainText('Unknown color')
    await expect(report(page)).toContainText('Skipped: no Plate')
    await expectSoundEverywhere(page, 'The report of an import')
    await dialog(page).getByRole('button', { name: 'Twice in the file 1' }).click()
    await expect(report(page).getByRole('row')).toHaveCount(2)
    await dialog(page).getByRole('button', { name: 'Write 1 row' }).click()
    await expect(dialog(page)).toContainText('Added: 1. Changed: 0.')
    expect((await admin.call(plateList, { pageNum: 1, pageSize: 10, search: 'NEW?1' })).plates).toEqual([])
    expect((await admin.call(plateList, { pageNum: 1, pageSize: 10, search: 'NEW?' })).plates).toMatchObject([
      { plate: 'NEW 1', owner: 'Cy', colour: 'blue', groupId },
    ])
  })

  await deepStep('what is called off tells what was written', async () => {
    const many = Array.from({ length: 6_000 }, (_, index) => [`M${index}`])
    await choose(page, 'plates.xlsx', workbookOf([['Plate'], ...many]))
    await dialog(page).getByRole('button', { name: 'Write 6,000 rows' }).click()
    await expect(dialog(page).getByRole('progressbar')).toBeVisible()
    await dialog(page).getByRole('button', { name: 'Stop' }).click()
    const told = dialog(page).getByRole('status').filter({ hasText: 'were not written' })
    await expect(told).toBeVisible()
    const [, added = ''] = /Added: ([\d,]+)/.exec(await told.innerText()) ?? []
    const { total } = await admin.call(plateList, { pageNum: 1, pageSize: 10, groupId, search: 'M*' })
    expect(total).toBe(Number(added.replaceAll(',', '')))
    expect(total).toBeLessThan(6_000)
    await dialog(page)
      .getByRole('button', { name: /Write the other/ })
      .click()
    await expect(dialog(page)).toContainText('Added: 6,000. Changed: 0.')
    await dialog(page).getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('6,002 of 10,000')).toBeVisible()
    await expect(plates(page)).toHaveAttribute('aria-rowcount', '6003')
  })

  await deepStep('the template has the headings that are found, and what is exported is in the group already', async () => {
    const headings = ['Plate', 'Vehicle type', 'Brand', 'Model', 'Color', 'Owner', 'Phone']
    await page.getByRole('button', { name: 'More', exact: true }).click()
    const exported = await saved(page, () => page.getByRole('menuitem', { name: 'Export as Excel file (xlsx)' }).click())
    expect(exported.name).toBe('Imported.xlsx')
    expect(exported.rows).toHaveLength(6_003)
    expect(exported.rows[0]).toEqual(headings)
    expect(exported.rows).toContainEqual(['NEW 1', '', '', '', 'Blue', 'Cy', ''])
    await page.getByRole('button', { name: 'Import' }).click()
    const template = await saved(page, () => dialog(page).getByRole('button', { name: 'Save a template' }).click())
    expect(template).toMatchObject({ name: 'Plates template.xlsx', rows: [headings] })
    await choose(page, 'again.xlsx', exported.bytes)
    await expect(dialog(page).getByRole('button', { name: 'Already there 6,002' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

/** What the page saves when somebody does this: the file, and the rows of its sheet. */
async function saved(page: Page, work: () => Promise<void>): Promise<{ name: string; bytes: Buffer; rows: string[][] }> {
  const saving = page.waitForEvent('download')
  await work()
  const download = await saving
  const bytes = await readFile(await download.path())
  const { SheetNames, Sheets } = read(bytes)
  return {
    name: download.suggestedFilename(),
    bytes,
    rows: utils.sheet_to_json<string[]>(Sheets[SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' }),
  }
}

/** In the page: remembers the longest time between two of its pictures. */
function watchFrames(): void {
  const watched = globalThis as unknown as { longestMs: number }
  watched.longestMs = 0
  let last = performance.now()
  const next = () => {
    const now = performance.now()
    watched.longestMs = Math.max(watched.longestMs, now - last)
    last = now
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}
