import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from './support/net.ts'
import { expect } from './support/test.ts'

/** Takes the organizations' licences away for as long as `work` lasts: others share this service. */
async function withoutLicences(dataFolder: string, work: () => Promise<void>): Promise<void> {
  const database = new DatabaseSync(join(dataFolder, 'sightline.db'), { timeout: 5_000 })
  const licences = 'create table kept_licence as select * from licence; delete from licence;'
  const free = 'create table kept_account as select * from licence_account; update licence_account set free_chl_num = 0;'
  database.exec(`begin; ${licences} ${free} commit`)
  try {
    await work()
  } finally {
    const back = 'update licence_account set free_chl_num = kept.free_chl_num from kept_account kept'
    const same = 'where kept.organization_id = licence_account.organization_id'
    database.exec(
      `begin; insert into licence select * from kept_licence; ${back} ${same}; drop table kept_licence; drop table kept_account; commit`,
    )
    database.close()
  }
}

test('without the service the licence guard says what it knew, and when that was so', { tag: '@deep' }, async ({ people, net }) => {
  const { stack, proxy } = net
  await withoutLicences(stack.dataFolder, async () => {
    const page = await people.enter('/settings/alarmrules/general-alarm-rule')
    const add = page.getByRole('button', { name: 'Add rule' }).first()
    const asked = page.getByRole('dialog', { name: 'A licence is needed' })
    await add.click()
    await expect(asked).not.toContainText('The service cannot be reached now.')
    await asked.getByRole('button', { name: 'Close' }).last().click()
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    proxy.cut()
    await page.reload()
    await expect(page.getByText(/^Offline/)).toBeVisible()
    await add.click()
    await expect(asked).toContainText('The service cannot be reached now. This is what was known before:')
    await expect(asked.locator('time')).toHaveText(/^As of \d/)
  })
})
