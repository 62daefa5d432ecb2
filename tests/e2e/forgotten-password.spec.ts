import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test } from './support/house.ts'

test.use({ serviceWorkers: 'block' })

const EMAIL = 'trainee@harbor-logistics.example'

test('whoever forgot the password chooses a new one with the code of an e-mail, and signs in with it, by keyboard alone', async ({
  page,
  house,
}) => {
  await page.goto(house.stack.address('/login/trainee'))
  await expect(page.getByLabel('User name')).toHaveValue('trainee')
  await expect(page.getByRole('textbox', { name: 'Password' })).toBeFocused()
  await page.getByRole('link', { name: 'Forgot the password?' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue('trainee')
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByLabel('Characters in the picture')).toBeFocused()
  await expectSoundEverywhere(page, 'new password')
  await page.getByRole('img', { name: 'Picture with four characters' }).waitFor()
  await page.getByLabel('Characters in the picture').fill('????')
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByText('The image code is wrong.')).toBeVisible()
  await house.typeImageCode(page)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
  await page.keyboard.type('WRONGG')
  await page.getByLabel('New password', { exact: true }).fill('Harbor-2027')
  await page.getByLabel('New password, once more').fill('Harbor-2028')
  await page.keyboard.press('Enter')
  await expect(page.getByText('This is not the same password.')).toBeVisible()
  await page.getByLabel('New password, once more').fill('Harbor-2027')
  await page.keyboard.press('Enter')
  await expect(page.getByText('The code is wrong. It is in the newest e-mail that you were sent.')).toBeVisible()
  await expect(page.getByLabel('Code from the e-mail')).toBeFocused()
  await page.getByLabel('Code from the e-mail').fill(await house.codeTo(EMAIL))
  await page.keyboard.press('Enter')
  await expect(page.getByText('The new password is set. Sign in with it.')).toBeVisible()
  await expect(page.getByLabel('User name')).toHaveValue('trainee')
  await page.getByRole('textbox', { name: 'Password' }).fill('Harbor-2027')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/live/)
})

test('a name that nobody has is answered like any other, and another code so soon is put off', { tag: '@deep' }, async ({
  page,
  house,
}) => {
  await page.goto(house.stack.address('/login?forgot=true'))
  await page.getByLabel('User name').fill('nobody.at.all')
  await house.typeImageCode(page)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Send again in/ })).toBeVisible()
  await page.reload()
  await page.getByLabel('User name').fill('nobody.at.all')
  await house.typeImageCode(page)
  await page.getByRole('button', { name: 'Send code' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Send again in 0[01]:\d\d/ })).toBeVisible()
})
