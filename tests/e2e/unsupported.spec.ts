import { expectSound } from './support/axe.ts'
import { expect, test, watchComplaints } from './support/test.ts'

for (const theme of ['dark', 'light'] as const) {
  test(`a browser without Web Locks is told what it lacks and which ones would do, in both languages, ${theme}`, { tag: '@deep' }, async ({
    page,
    stack,
  }) => {
    const complaints = watchComplaints(page)
    await page.emulateMedia({ colorScheme: theme })
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'locks'))
    await page.goto(stack.address('/live'))
    await expect(page.getByRole('heading', { name: 'This browser cannot run the app' })).toBeVisible()
    await expect(page.getByRole('listitem').first()).toHaveText('Web Locks')
    await expect(page.getByRole('listitem').filter({ hasText: 'Firefox 121' })).toBeVisible()
    const widths = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.setViewportSize({ width: 390, height: 844 })
    expect(await widths()).toBeLessThanOrEqual(0)
    await expectSound(page, 'an unsupported browser')

    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: '此浏览器无法运行本应用' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'English' })).toBeFocused()
    expect(await page.evaluate(() => document.documentElement.lang)).toBe('zh-CN')
    // The app itself has not started: its sign-in page would be there.
    await expect(page.getByRole('textbox')).toHaveCount(0)
    expect(complaints).toEqual([])
  })
}

test('a browser that knows no modules is told too', async ({ page, stack }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLScriptElement.prototype, 'noModule'))
  await page.goto(stack.address('/login'))
  await expect(page.getByRole('listitem').filter({ hasText: 'JavaScript modules' })).toBeVisible()
})

test('an address without https is named as the reason', { tag: '@deep' }, async ({ page, stack }) => {
  await page.addInitScript(() => Object.defineProperty(globalThis, 'isSecureContext', { value: false }))
  await page.goto(stack.address('/login'))
  await expect(page.getByText('The address must begin with https://.')).toBeVisible()
})
