import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { contactList } from '#contract/calls/contact/contact-list.ts'
import { deviceList } from '#contract/calls/device/device-list.ts'
import { manyChangeStart } from '#contract/calls/device/many-change-start.ts'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import { plateGroupList } from '#contract/calls/vehicle/plate-group-list.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { resize, sizes } from './support/axe.ts'
import { test } from './support/demonstration.ts'
import { expect, signIn } from './support/test.ts'

const src = join(import.meta.dirname, '..', '..', 'src')
const softly = expect.configure({ soft: true })

/** What tables are called in the source, and so to those who do not see them: of each `DataTable` that there is. */
function namesInSource(): string[] {
  const names = globSync('**/*.tsx', { cwd: src }).flatMap((file) =>
    [...readFileSync(join(src, file), 'utf8').matchAll(/<DataTable\b[\s\S]*?\blabel=\{((?:`[^`]*`|[^`{}])*)\}/g)].flatMap(
      ([, label = '']) => [...label.matchAll(/t`([^`]*)`/g)].map(([, name = '']) => name),
    ),
  )
  return [...new Set(names)].toSorted()
}

/** Looks at all heads of columns and rows that there are now, in a wide window and in a narrow one. */
async function expectHeads(page: Page, names: readonly string[]): Promise<string[]> {
  for (const name of names) await softly(page.locator(`table[aria-label="${name}"] tbody tr`).first()).toBeAttached()
  for (const size of sizes) {
    await resize(page, size)
    const empty = await page
      .locator('th')
      .evaluateAll((heads) =>
        heads
          .filter((head) => !head.textContent.trim())
          .map((head) => `${head.closest('table')?.getAttribute('aria-label')}: ${head.outerHTML.slice(0, 80)}`),
      )
    softly(empty, `heads without words, ${names.join(', ')}, ${size.width}`).toEqual([])
  }
  await resize(page, sizes[0])
  return page.locator('table[aria-label]').evaluateAll((tables) => tables.map((table) => table.getAttribute('aria-label') ?? ''))
}

test('every column and row of every table has a head with words', { tag: '@deep' }, async ({ page, shop }) => {
  test.slow()
  const admin = await new ServiceClient(`http://localhost:${shop.port}`).signIn(shop.user())
  const { requests } = await admin.call(remoteAccessReqList, { pageNum: 1, pageSize: 100 })
  const asked = requests.find(({ status }) => status === remoteAccessStatuses.pending)
  await admin.call(remoteAccessReqAudit, { requestId: asked?.requestId ?? '', accept: false })
  const { groups } = await admin.call(plateGroupList, { pageNum: 1, pageSize: 20 })
  const group = groups.find(({ plateTotal }) => plateTotal > 0)?.groupId
  const { devices } = await admin.call(deviceList, { order: 'name', isDescending: false, limit: 1, search: 'Shop recorder' })
  const sns = devices.map(({ sn }) => sn)
  const change = await admin.call(manyChangeStart, { sns, change: { kind: 'time-zone', timeZone: 'GMT+01:00 Amsterdam' } })

  await signIn(page, shop, { path: '/alerts' })
  const seen = new Set<string>()
  const walk = async (path: string, ...names: string[]) => {
    await page.goto(shop.address(path))
    for (const name of await expectHeads(page, names)) seen.add(name)
  }
  await walk('/alerts', 'Alarms')
  await walk('/search?view=table', 'Events')
  await walk('/archives?view=table', 'Archives')
  await walk('/archives/shares', 'Shared clips')
  await walk('/device/index', 'Devices')
  await walk(`/device/index?change=${change.jobId}`, 'Devices', 'Devices of this change')
  await walk('/settings/site/sitelist', 'Sites')
  await walk('/settings/alarmrules/general-alarm-rule', 'General rules')
  await walk('/settings/alarmrules/general-vehicle', 'Vehicle rules')
  await walk(`/settings/alarmrules/group-detail?group=${group}`, 'Plates')
  await walk('/vehicle/plates', 'Plate groups')
  await walk('/vehicle/plates?search=*', 'Plates that were found')
  await walk(`/vehicle/plates?group=${group}`, 'Plates')
  await walk('/privacySecurity', 'Earlier requests')
  await walk('/privacySecurity/operation-logs', 'Operation logs')
  await walk('/service/order', 'Order Record')
  await walk('/service/serviceCloudstorage/purchase', 'Cloud storage of cameras', 'Kept by day')
  await walk('/user/recipients', 'Outside recipients')
  await walk('/user/userlist', 'Users')
  await walk(`/device/settings?device=${sns[0]}`)
  await walk('/account/storage-management', 'What takes the space')

  await test.step('those that show what is being done', async () => {
    await walk('/user/contacts', 'Contacts')
    const { contacts } = await admin.call(contactList, { pageNum: 1, pageSize: 1 })
    await page.getByRole('button', { name: 'Import' }).click()
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'Choose a file' }).click()
    const list = `Name;E-mail\r\n${contacts[0]?.name};${contacts[0]?.email}`
    await (await choosing).setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
    for (const name of await expectHeads(page, ['Rows of the file'])) seen.add(name)
  })
  // Whoever makes another table has it looked at.
  expect(namesInSource().filter((name) => !seen.has(name))).toEqual([])
  // Else none was found there.
  expect(namesInSource().length).toBeGreaterThan(15)
})
