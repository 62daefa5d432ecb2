import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions, Page, PlaywrightWorkerArgs } from '@playwright/test'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './expect.ts'
import { signIn } from './test.ts'

/** What the system does with the installed app, and shows of it. */
export interface System {
  /** Starts it, by its icon or by a shortcut to this address. */
  launch(path?: string): Promise<void>
  /** The windows that came by that. */
  windows(): Page[]
  /** The number on its icon. */
  badge(): Promise<number>
}

/** Installs the app in a browser of its own, signed in, and lends its window: one without tabs and address, as the system starts it. */
export async function withInstalledApp(
  { playwright, launchOptions, stack }: { playwright: PlaywrightWorkerArgs['playwright']; launchOptions: LaunchOptions; stack: Stack },
  { role, path }: { role: string; path: string },
  lend: (window: Page, system: System) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-installed-'))
  const context = await playwright.chromium.launchPersistentContext(folder, { ...launchOptions, locale: 'en-US' })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    await signIn(page, stack, { role, path })
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    // Playwright's types do not know this part of the protocol.
    const session = (await context.newCDPSession(page)) as unknown as { send<T>(method: string, wish: object): Promise<T> }
    const manifestId = stack.address('/')
    await session.send('PWA.install', { manifestId, installUrlOrBundleUrl: stack.address(path) })
    await session.send('PWA.openCurrentPageInApp', { manifestId })
    await expect.poll(() => page.evaluate(() => matchMedia('(display-mode: standalone)').matches)).toBe(true)
    await lend(page, {
      launch: async (to) =>
        void (await session.send('PWA.launch', to === undefined ? { manifestId } : { manifestId, url: stack.address(to) })),
      windows: () => context.pages().filter((one) => one !== page),
      badge: async () => (await session.send<{ badgeCount: number }>('PWA.getOsAppState', { manifestId })).badgeCount,
    })
  } finally {
    await context.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
