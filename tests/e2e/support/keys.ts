import type { Locator, Page } from '@playwright/test'
import { isDeep } from '#tests/support/depth.ts'
import { expect } from './expect.ts'

const MOST_PRESSES = 120

/** Presses Tab until this has the focus. The short form goes there at once, and looks only whether Tab would stop there. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  if (!isDeep) {
    expect(await place.evaluate((element: HTMLElement) => element.tabIndex), 'Tab stops there').toBeGreaterThanOrEqual(0)
    await place.focus()
    return
  }
  for (let presses = 0; presses < MOST_PRESSES && !(await hasFocus(place)); presses++) await page.keyboard.press('Tab')
  await expect(place).toBeFocused()
}

/** Goes down the rows of the tree in which the focus is, from the first on, until this one has it. */
export async function arrowTo(row: Locator): Promise<void> {
  await expect(row).toBeVisible()
  const tree = row.page().getByRole('tree').filter({ has: row })
  const rows = await tree.getByRole('treeitem').count()
  await row.page().keyboard.press('Home')
  for (let presses = 1; presses < rows && !(await hasFocus(row)); presses++) await row.page().keyboard.press('ArrowDown')
  await expect(row, `the focus is on “${await focusedText(row.page())}”`).toBeFocused()
}

const hasFocus = (place: Locator) => place.evaluate((element) => element === document.activeElement)

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.slice(0, 80) ?? '')

/** Goes to it by Tab and presses a key there. */
export async function pressAt(page: Page, place: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, place)
  await page.keyboard.press(key)
}

/** Goes to a field by Tab and types into it, over what was there. In a list of choices this chooses what begins so. */
export async function typeAt(page: Page, place: Locator, text: string): Promise<void> {
  await tabTo(page, place)
  if (await place.evaluate((element) => element instanceof HTMLInputElement)) await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** Goes by Tab to the button that opens a file chooser, and chooses there. */
export async function chooseAt(page: Page, place: Locator, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await pressAt(page, place)
  await (await choosing).setFiles(file)
}
