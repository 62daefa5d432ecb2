import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
export const sizes = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]
const themes = ['dark', 'light'] as const

/** Takes a picture into the folder that the variable LOOK_AT names, for who wants to look. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK_AT']
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` })
}

/** Fails, softly, when axe finds something on the page as it stands now, or the page is wider than its window. `where` names it in the failure. */
export async function expectSound(page: Page, where: string): Promise<void> {
  const widths = await page.evaluate(() => ({ page: document.documentElement.scrollWidth, window: innerWidth }))
  expect.soft(widths.page, `${where} is wider than its window`).toBeLessThanOrEqual(widths.window)
  const { violations } = await new AxeBuilder({ page }).withTags(tags).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect.soft(found, where).toEqual([])
}

/** `expectSound` in both themes, wide and narrow, without a reload: what is open stays open. Theme and size are as before afterwards. */
export async function expectSoundEverywhere(page: Page, where: string): Promise<void> {
  const before = page.viewportSize()
  const choice = await page.evaluate(() => localStorage.getItem('sightline.theme'))
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const theme of themes) {
      await chooseTheme(page, theme)
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
      await look(page, `${where.replaceAll(/\W+/g, '-')}-${theme}-${size.width}`)
      await expectSound(page, `${where}, ${theme}, ${size.width}`)
    }
  }
  await chooseTheme(page, choice)
  if (before !== null) await page.setViewportSize(before)
}

/** Chooses a theme as another tab would. */
async function chooseTheme(page: Page, choice: string | null): Promise<void> {
  await page.evaluate((newValue) => {
    const key = 'sightline.theme'
    if (newValue === null) localStorage.removeItem(key)
    else localStorage.setItem(key, newValue)
    dispatchEvent(new StorageEvent('storage', { key, newValue }))
  }, choice)
}
