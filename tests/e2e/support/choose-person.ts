import type { Page } from '@playwright/test'

/** Types a name into the choice of a person, and takes whom the service has found. */
export async function choosePerson(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Person' }).fill(name)
  await page.getByRole('option', { name, exact: true }).click()
}
