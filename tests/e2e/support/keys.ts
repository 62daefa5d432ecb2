import { expect, type Locator, type Page } from '@playwright/test'

const MOST_PRESSES = 120

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  const isThere = () => place.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < MOST_PRESSES && !(await isThere()); presses++) await page.keyboard.press('Tab')
  await expect(place).toBeFocused()
}

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
