import type { Browser, FrameLocator, Page } from '@playwright/test'
import { deviceUnbind } from '#contract/calls/device/device-unbind.ts'
import type { ServiceClient } from '#tests/support/service-client.ts'
import { pairScreen, screenIn } from './station.ts'

/** The browser of a viewing station that has been paired, and nobody's again with `leave`. */
export interface PairedKiosk {
  page: Page
  /** What is seen on it. */
  screen: FrameLocator
  sn: string
  name: string
  leave: () => Promise<void>
}

interface PairedKioskOptions {
  url: string
  name: string
  prepare?: (page: Page) => Promise<unknown>
  serviceWorkers?: 'allow' | 'block' | undefined
}

/**
 * Opens the page of a screen in a browser of its own, which keeps nothing for times without a network unless it is let, and pairs it by the code on it as an
 * administrator does. `prepare`: before it is opened.
 */
export async function pairKiosk(
  browser: Browser,
  admin: ServiceClient,
  { url, name, prepare, serviceWorkers = 'block' }: PairedKioskOptions,
): Promise<PairedKiosk> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, serviceWorkers })
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(`${url}/user/kiosk`)
  const sn = await pairScreen(page, admin, name)
  const leave = async () => {
    await context.close()
    // A test may have unbound it.
    await admin.failure(deviceUnbind, { sn })
  }
  return { page, screen: screenIn(page), sn, name, leave }
}
