import { profileGet } from '#contract/calls/user/profile-get.ts'
import { deep } from '#tests/support/depth.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { expectSoundEverywhere } from './support/axe.ts'
import { deepStep } from './support/deep-step.ts'
import { expect, test } from './support/test.ts'

test.use({ serviceWorkers: deep('allow', 'block') })

const ALIAS = 'Marit · de Vries'
const PHONE = '+31 (0)10 555-0178'

test('one’s name and telephone are kept, and what is no name or number is refused beside its field', async ({ people, stack }) => {
  const page = await people.enter('/account')
  await page.getByLabel('Display name').fill('<script>alert(1)</script>')
  await page.getByLabel('Phone').fill('call me')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/None of these characters: </)).toBeVisible()
  await expect(page.getByText('Use digits, spaces and + ( ) - only.')).toBeVisible()
  await expectSoundEverywhere(page, 'Account')
  await page.getByLabel('Display name').fill(ALIAS)
  await page.getByLabel('Phone').fill(PHONE)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Saved.')).toBeVisible()
  const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user())
  expect(await client.call(profileGet, null)).toMatchObject({ alias: ALIAS, phone: PHONE })
  await deepStep('the page has them anew', async () => {
    await page.reload()
    await expect(page.getByLabel('Display name')).toHaveValue(ALIAS)
    await expect(page.getByLabel('Phone')).toHaveValue(PHONE)
  })
})
