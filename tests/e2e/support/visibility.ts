import type { Page } from '@playwright/test'

/** Has the page believe that it is seen, or hidden behind another tab: those of Playwright are always seen. */
export function setVisibility(page: Page, state: DocumentVisibilityState): Promise<void> {
  return page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)
}
