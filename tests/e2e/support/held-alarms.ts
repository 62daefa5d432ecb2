import type { Page } from '@playwright/test'
import { expect } from './expect.ts'

/** Waits until the list of alarms has a row with this in it, and shows what the list holds back while somebody is at work in it. */
export async function showNewer(page: Page, name: string): Promise<void> {
  const newer = page.getByRole('button', { name: /new alarms?$/ })
  await expect(async () => {
    // It goes by itself as soon as nobody is at work there any more.
    if (await newer.isVisible()) await newer.click({ timeout: 1_000 })
    await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(1, { timeout: 500 })
  }).toPass({ timeout: 20_000 })
}
