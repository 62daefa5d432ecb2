import { readFile } from 'node:fs/promises'
import { read, utils } from 'xlsx'
import { contactAdd } from '#contract/calls/contact/contact-add.ts'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { devNotifyAdd } from '#contract/calls/event/dev-notify-add.ts'
import { eventRuleAddOrEdit } from '#contract/calls/event/event-rule-add-or-edit.ts'
import { always } from '#contract/weekly-schedule.ts'
import { expectSoundEverywhere, look } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/house.ts'
import { pressAt, typeAt } from './support/keys.ts'
import { signIn, watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

const NAMES = { noor: 'Noor Visser', lock: 'Lock keeper' }
const EMAIL = 'noor@neighbour.example'

test('a contact is added by keyboard, and deleted after the page has said which rules send there', async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  await admin.call(contactAdd, { name: NAMES.lock, email: 'lock@harbor.example', phone: '010' })
  await signIn(page, house.stack, { path: '/user/userlist' })
  await pressAt(page, page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Contacts' }))
  const table = page.getByRole('table', { name: 'Contacts' })
  await expect(table).toContainText(NAMES.lock)
  const dialog = page.getByRole('dialog')

  await test.step('a name that another one has is told beside its field, and nothing is lost', async () => {
    await pressAt(page, page.getByRole('button', { name: 'Add contact' }))
    await typeAt(page, dialog.getByLabel('Name'), NAMES.lock)
    await typeAt(page, dialog.getByLabel('E-mail'), EMAIL)
    await typeAt(page, dialog.getByLabel('Phone'), '+31 10 555 0111')
    await page.keyboard.press('Enter')
    await expect(dialog.getByText('Another contact has this name.')).toBeVisible()
    await typeAt(page, dialog.getByLabel('Name'), NAMES.noor)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(table.getByRole('row').filter({ hasText: NAMES.noor })).toContainText('Waits for confirmation')
  })

  await deepStep('its telephone number is changed', async () => {
    await pressAt(page, page.getByRole('button', { name: `Change “${NAMES.noor}”` }))
    await typeAt(page, dialog.getByLabel('Phone'), '+31 10 555 0112')
    await expectSoundEverywhere(page, 'Change a contact')
    await dialog.getByLabel('Phone').press('Enter')
    await expect(table.getByRole('row').filter({ hasText: NAMES.noor })).toContainText('+31 10 555 0112')
  })

  await test.step('before it is deleted the rules and devices are named', async () => {
    await admin.call(eventRuleAddOrEdit, {
      name: 'Night gate',
      isEnabled: true,
      trigger: { kind: 'general', eventKinds: ['motion'] },
      scope: { siteIds: ['harbor-gate'], channels: [] },
      schedule: always,
      alertIntervalS: 60,
      emails: [EMAIL],
    })
    const { devices } = await admin.call(deviceList, { order: 'name', isDescending: false, limit: 1 })
    const { sn = '', name = '' } = devices[0] ?? {}
    await admin.call(devNotifyAdd, { sn, isEnabled: true, kinds: ['device-offline'], emails: [EMAIL], alertIntervalS: 60 })
    await page.reload()
    await expect(table.getByRole('row').filter({ hasText: NAMES.noor })).toContainText('1 alarm rule, 1 device')
    await expectSoundEverywhere(page, 'Contacts')
    await pressAt(page, page.getByRole('button', { name: `Delete “${NAMES.noor}”` }))
    await expect(dialog.getByRole('listitem')).toHaveText(['Night gate', name])
    await pressAt(page, dialog.getByRole('button', { name: 'Delete' }))
    await expect(table).not.toContainText(NAMES.noor)
    await expect(table).toContainText(NAMES.lock)
    await expect(dialog).toBeHidden()
    // The button that was pressed is gone: whoever works by keys is still on the page.
    await expect(page.locator('main:focus, main :focus')).toHaveCount(1)
  })
  await page.getByRole('link', { name: 'Outside recipients' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Outside recipients' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('an administrator sees every address outside in one list, and takes one out everywhere', { tag: '@deep' }, async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  const outside = 'locks@outside.example'
  await admin.call(contactAdd, { name: 'Lock company', email: outside, phone: '010' })
  await admin.call(eventRuleAddOrEdit, {
    name: 'Broken lock',
    isEnabled: true,
    trigger: { kind: 'general', eventKinds: ['motion'] },
    scope: { siteIds: ['harbor-gate'], channels: [] },
    schedule: always,
    alertIntervalS: 60,
    emails: [outside],
  })
  await signIn(page, house.stack, { path: '/user/contacts' })
  await pressAt(page, page.getByRole('navigation', { name: 'People' }).getByRole('link', { name: 'Outside recipients' }))
  const row = page.getByRole('table', { name: 'Outside recipients' }).getByRole('row').filter({ hasText: outside })
  await expect(row).toContainText('Lock company')
  await expect(row).toContainText('1 alarm rule')
  await expectSoundEverywhere(page, 'Outside recipients')
  await look(page, 'outside-recipients')
  await pressAt(page, row.getByRole('button', { name: `Take ${outside} out everywhere` }))
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Broken lock')
  await expectSoundEverywhere(page, 'taking an outside recipient out')
  await pressAt(page, question.getByRole('button', { name: 'Take out' }))
  await expect(question).toBeHidden()
  await expect(row).toHaveCount(0)
  expect(complaints).toEqual([])
})

test('a list of contacts in a text file is imported after a report, and a name that stands there twice is told', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  const complaints = watchComplaints(page)
  const admin = await house.client('administrator')
  await admin.call(contactAdd, { name: 'Harbor master', email: 'master@harbor.example', phone: '010' })
  await signIn(page, house.stack, { path: '/user/contacts' })
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog')
  const list = [
    '姓名;E-mail;电话',
    'Pilot;pilot@harbor.example;+31 10 555 0199',
    'Harbor master;master@harbor.example;011',
    'Pilot;other@harbor.example;012',
    'Nobody;nobody;012',
  ]
  const choosing = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose a file' }).click()
  await (await choosing).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list.join('\r\n')) })
  const row = (name: string) => dialog.getByRole('row').filter({ hasText: name })
  await expect(row('Pilot').first()).toContainText('Will be added')
  await expect(row('Harbor master')).toContainText('Will be changed')
  await expect(row('other@harbor.example')).toContainText('as in row 2')
  await expect(row('Nobody')).toContainText('No e-mail address')
  await expectSoundEverywhere(page, 'The report of contacts')
  await dialog.getByRole('button', { name: 'Write 2 rows' }).click()
  await expect(dialog).toContainText('Added: 1. Changed: 1.')
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const table = page.getByRole('table', { name: 'Contacts' })
  await expect(table.getByRole('row').filter({ hasText: 'Pilot' })).toContainText('+31 10 555 0199')
  await expect(table.getByRole('row').filter({ hasText: 'Harbor master' })).toContainText('011')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as Excel file (xlsx)' }).click()
  const download = await saving
  expect(download.suggestedFilename()).toBe('Contacts.xlsx')
  const sheet = read(await readFile(await download.path()))
  expect(utils.sheet_to_csv(sheet.Sheets['Contacts'] ?? {})).toContain('Pilot,pilot@harbor.example,+31 10 555 0199')
  expect(complaints).toEqual([])
})
