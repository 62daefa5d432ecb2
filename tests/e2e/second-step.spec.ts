import type { Page } from '@playwright/test'
import { expectSoundEverywhere } from './support/axe.ts'
import { expect, test, type House } from './support/house.ts'
import { watchComplaints } from './support/test.ts'

test.use({ serviceWorkers: 'block' })

async function showPassword(page: Page, house: House, role: string): Promise<void> {
  const { loginName, password } = house.stack.user(role)
  await page.goto(house.stack.address('/account'))
  await page.getByLabel('User name').fill(loginName)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm that it is you' })
const boxes = (page: Page) => dialog(page).getByRole('textbox', { name: /^Digit/ })
const shownIn = (page: Page) => boxes(page).evaluateAll((inputs: HTMLInputElement[]) => inputs.map(({ value }) => value).join('.'))

test('the code of an authenticator app signs in, by keyboard alone, and back to the page first asked for', async ({ page, house }) => {
  const complaints = watchComplaints(page)
  const { shown } = await house.setUpApp('site-operator')
  await showPassword(page, house, 'site-operator')
  await expect(boxes(page).first()).toBeFocused()
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('The code has 6 digits.')).toBeVisible()
  await page.keyboard.press('Home')
  await boxes(page).first().focus()
  await page.keyboard.type('000000')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(/Enter the one that your authenticator app shows now\. 4 attempts left/)).toBeVisible()
  await expect(boxes(page).first()).toBeFocused()
  await page.keyboard.type(shown())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
  expect(complaints).toEqual([])
})

test('the six boxes take digits one by one, clear what is none, go back on Backspace, and take a code that is pasted', {
  tag: '@deep',
}, async ({ page, house }) => {
  const { shown } = await house.setUpApp('site-administrator')
  await showPassword(page, house, 'site-administrator')
  await expect(boxes(page)).toHaveCount(6)
  await page.keyboard.type('12')
  await expect(boxes(page).nth(2)).toBeFocused()
  await page.keyboard.type('x')
  expect(await shownIn(page)).toBe('1.2....')
  await page.keyboard.press('Backspace')
  await expect(boxes(page).nth(1)).toBeFocused()
  await page.keyboard.type('a')
  expect(await shownIn(page)).toBe('1.....')
  await page.keyboard.press('Backspace')
  await expect(boxes(page).first()).toBeFocused()
  await page.keyboard.type('7')
  expect(await shownIn(page)).toBe('7.....')
  const code = shown()
  await boxes(page)
    .nth(3)
    .evaluate(
      (input, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text', text)
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      },
      `${code.slice(0, 3)} ${code.slice(3)}`,
    )
  expect(await shownIn(page)).toBe(Array.from(code).join('.'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
})

test('whoever has lost the telephone signs in with a recovery code; after three wrong ones with an image code too', {
  tag: '@deep',
}, async ({ page, house }) => {
  const { recoveryCodes } = await house.setUpApp('no-authority')
  await showPassword(page, house, 'no-authority')
  await dialog(page)
    .getByRole('button', { name: /use a recovery code/ })
    .click()
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Enter one of your recovery codes.')).toBeVisible()
  await expect(dialog(page).getByLabel('Recovery code')).toBeFocused()
  await page.keyboard.type('AAAAAAAAAA')
  for (const left of [4, 3, 2]) {
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(`${left} attempts left`)).toBeVisible()
  }
  await dialog(page)
    .getByLabel('Recovery code')
    .fill(recoveryCodes[0] ?? '')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Fill this in.')).toBeVisible()
  await expectSoundEverywhere(page, 'second step with an image code')
  await house.typeImageCode(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
})

test('after five wrong codes the dialog makes way for the countdown of the lock, which closes when one second is left', {
  tag: '@deep',
}, async ({ page, house }) => {
  await page.clock.install()
  await showPassword(page, house, 'no-authority')
  for (const left of [4, 3, 2, 1]) {
    await expect(boxes(page).first()).toBeFocused()
    await page.keyboard.type('000000')
    if (left < 2) await house.typeImageCode(page)
    await page.keyboard.press('Enter')
    await expect(dialog(page).getByText(new RegExp(`${left} attempts? left`))).toBeVisible()
  }
  await expect(boxes(page).first()).toBeFocused()
  await page.keyboard.type('000000')
  await house.typeImageCode(page)
  await page.keyboard.press('Enter')
  await expect(dialog(page)).toBeHidden()
  const lock = page.getByRole('alert').filter({ hasText: 'Sign-in is locked' })
  await expect(lock).toHaveText(/You can try again in 0[45]:\d\d/)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
  await expectSoundEverywhere(page, 'sign-in locked')
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000)
  // The clock stands still now: what is shown settles.
  let shown = ''
  await expect(async () => {
    const before = shown
    shown = (await lock.textContent()) ?? ''
    expect(shown).toBe(before)
  }).toPass()
  const [, minutes = '', seconds = ''] = /(\d\d):(\d\d)/.exec(shown) ?? []
  await page.clock.runFor((Number(minutes) * 60 + Number(seconds) - 2) * 1_000)
  await expect(lock).toHaveText(/You can try again in 00:02/)
  await page.clock.runFor(1_000)
  await expect(lock).toBeHidden()
  house.advance(5 * 60_000)
})

test('after three wrong passwords a picture is to be read too, by keyboard; after five the countdown stands in the form', {
  tag: '@deep',
}, async ({ page, house }) => {
  await page.goto(house.stack.address('/login'))
  await page.getByLabel('User name').fill('somebody.else')
  await page.getByRole('textbox', { name: 'Password' }).fill('wrong-Password1')
  const picture = page.getByRole('img', { name: 'Picture with four characters' })
  for (const left of [4, 3, 2]) {
    await expect(picture).toHaveCount(0)
    await page.keyboard.press('Enter')
    await expect(page.getByText(`${left} attempts left`)).toBeVisible()
  }
  const code = page.getByLabel('Characters in the picture')
  await expect(picture).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the characters in the picture.')).toBeVisible()
  await expect(code).toBeFocused()
  /** Sends what is typed, and waits for the picture that takes the place of the one that was used. */
  const send = async (typed: string) => {
    const before = (await picture.getAttribute('src')) ?? ''
    expect(before).toMatch(/^data:image\/png;base64,/)
    await code.fill(typed)
    await code.press('Enter')
    await expect(picture).not.toHaveAttribute('src', before)
  }
  await send('????')
  await expect(page.getByText('The image code is wrong.')).toBeVisible()
  await send(await house.imageCode(page))
  await expect(page.getByText('1 attempt left')).toBeVisible()
  await send(await house.imageCode(page))
  await expect(page.getByRole('alert').filter({ hasText: 'Sign-in is locked' })).toHaveText(/You can try again in 0[45]:\d\d/)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeDisabled()
})

test('a code by e-mail signs in: sent on demand, again after two minutes only, and without the choice where there is no app', {
  tag: '@deep',
}, async ({ page, house }) => {
  await house.setUpEmail('live-only')
  await page.clock.install()
  await showPassword(page, house, 'live-only')
  const send = dialog(page).getByRole('button', { name: /^Send|^No more/ })
  await expect(send).toHaveText('Send code')
  await expectSoundEverywhere(page, 'second step by e-mail')
  await send.press('Enter')
  await expect(dialog(page).getByText('A code is on its way to g***@harbor-logistics.example.')).toBeVisible()
  await expect(dialog(page).getByLabel('Code from the e-mail')).toBeFocused()
  await expect(send).toHaveText(/^Send again in 0[12]:\d\d$/)
  const first = await house.codeTo('guard@harbor-logistics.example')
  await send.press('Enter')
  expect(await house.codeTo('guard@harbor-logistics.example')).toBe(first)
  await page.clock.fastForward(121_000)
  await expect(send).toHaveText('Send again')
  await send.click()
  await expect(send).toHaveText(/^Send again in/)
  house.advance(121_000)
  await page.clock.fastForward(121_000)
  await send.click()
  await expect.poll(() => house.codeTo('guard@harbor-logistics.example')).not.toBe(first)
  // The mail may be there before the page has the answer that leads on to the field.
  await expect(dialog(page).getByLabel('Code from the e-mail')).toBeFocused()
  await page.keyboard.type('no-code-at-all')
  await expect(dialog(page).getByLabel('Code from the e-mail')).toHaveValue('NOCODE')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText(/The code is wrong\..* 4 attempts left/)).toBeVisible()
  await dialog(page)
    .getByLabel('Code from the e-mail')
    .fill((await house.codeTo('guard@harbor-logistics.example')).toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
})

test('with both methods one is chosen first; Escape gives the form back with what was typed', { tag: '@deep' }, async ({ page, house }) => {
  const { shown } = await house.setUpApp('administrator', await house.setUpEmail('administrator'))
  await showPassword(page, house, 'administrator')
  await expect(dialog(page).getByRole('radio', { name: 'With my authenticator app' })).toBeFocused()
  await expectSoundEverywhere(page, 'second step, choice of method')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByText('Choose one of the two first.')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog(page).getByRole('button', { name: 'Send code' })).toBeVisible()
  await dialog(page).getByRole('button', { name: 'Another way' }).press('Enter')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
  await expect(page.getByLabel('User name')).toHaveValue(house.stack.user('administrator').loginName)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
  await expect(dialog(page).getByRole('radio', { name: 'With my authenticator app' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expectSoundEverywhere(page, 'second step by app')
  await page.keyboard.type(shown())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/user\/account/)
})
