import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import { test as base } from './test.ts'

/** A browser with a profile of its own, which can be closed and started again: only then is everything read from what was kept. */
export interface Profile {
  /** Where the browser keeps the profile. */
  folder: string
  /** The first tab of the browser as it runs now. */
  page: Page
  /** Closes the browser in order. */
  close(): Promise<void>
  /** Ends every process of the browser at once, as a crash or a power cut does. */
  kill(): Promise<void>
  /** Kills the browser in the moment in which something of the page shows that fits the selector, and has the text. To be called before it does. */
  killOnceShown(selector: string, text?: string): Promise<{ killed: Promise<void> }>
  /** Closes the browser if it still runs, and starts it again. */
  restart(options?: { locale?: string }): Promise<Page>
}

export const profileTest = base.extend<{ profile: Profile }>({
  profile: async ({ playwright, launchOptions, locale, viewport }, lend) => {
    const folder = mkdtempSync(join(tmpdir(), 'sightline-profile-'))
    let context: BrowserContext
    const start = async (options: { locale?: string } = {}) => {
      const chosen = options.locale ?? locale
      context = await playwright.chromium.launchPersistentContext(folder, {
        ...launchOptions,
        viewport,
        ...(chosen === undefined ? {} : { locale: chosen }),
      })
      profile.page = context.pages()[0] ?? (await context.newPage())
      return profile.page
    }
    const profile: Profile = {
      folder,
      page: undefined as unknown as Page,
      close: () => context.close(),
      kill: async () => {
        const gone = new Promise((resolve) => context.once('close', resolve))
        for (const pid of await processesOf(context)) process.kill(pid, 'SIGKILL')
        await gone
      },
      killOnceShown: async (selector, text = '') => {
        const pids = await processesOf(context)
        const gone = new Promise<void>((resolve) => context.once('close', () => resolve()))
        const shown = profile.page.evaluate(untilShown, { selector, text }).then(() => {
          for (const pid of pids) process.kill(pid, 'SIGKILL')
        })
        return { killed: Promise.all([shown, gone]).then(() => {}) }
      },
      restart: async (options) => {
        await context.close()
        return start(options)
      },
    }
    await start()
    await lend(profile)
    await context!.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Ids of all processes of this browser, the browser itself first. */
async function processesOf(context: BrowserContext): Promise<number[]> {
  const browser = context.browser()
  if (browser === null) throw new Error('The browser of this context is not known.')
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  return processInfo.toSorted((one, other) => Number(other.type === 'browser') - Number(one.type === 'browser')).map(({ id }) => id)
}

/** Waits in the page, without a frame's delay. */
function untilShown({ selector, text }: { selector: string; text: string }): Promise<void> {
  const isShown = () => [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text))
  return new Promise((resolve) => {
    const look = () => {
      if (!isShown()) return
      observer.disconnect()
      resolve()
    }
    const observer = new MutationObserver(look)
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    look()
  })
}
