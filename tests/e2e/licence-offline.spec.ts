import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from './support/net.ts'
import { expect } from './support/test.ts'

test('without the service the licence guard says what it knew, and when that was so', { tag: '@deep' }, async ({ people, net }) => {
  const { stack, proxy } = net
  const database = new DatabaseSync(join(stack.dataFolder, 'sightline.db'), { timeout: 5_000 })
  database.exec('delete from licence; update licence_account set free_chl_num = 0')
  database.close()
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
