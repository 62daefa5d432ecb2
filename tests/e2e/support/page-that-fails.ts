import type { Browser, CDPSession, Page } from '@playwright/test'

/**
 * The page of a screen as whoever has it fail sees it. To Playwright all of a page has crashed when a frame in it has: the browser itself is told, and the
 * shell is asked by a session of its own.
 */
export class PageThatFails {
  readonly #browser: CDPSession
  readonly #shell: CDPSession
  readonly #contextId: string | undefined
  /** Which of its browser's two screens it is on. */
  readonly #output: string | null

  private constructor(
    browser: CDPSession,
    shell: CDPSession,
    { contextId, output }: { contextId: string | undefined; output: string | null },
  ) {
    this.#browser = browser
    this.#shell = shell
    this.#contextId = contextId
    this.#output = output
  }

  static async in(browser: Browser, page: Page): Promise<PageThatFails> {
    const shell = await page.context().newCDPSession(page)
    const { browserContextId } = (await shell.send('Target.getTargetInfo')).targetInfo
    const output = new URL(page.url()).searchParams.get('screen')
    return new PageThatFails(await browser.newBrowserCDPSession(), shell, { contextId: browserContextId, output })
  }

  /** Runs in the shell. */
  async inShell(expression: string): Promise<unknown> {
    return (await this.#shell.send('Runtime.evaluate', { expression })).result.value
  }

  /** The words over what does not answer, if there are any. */
  async words(): Promise<string> {
    return String(await this.inShell('document.querySelector("main")?.innerText ?? ""'))
  }

  hang(): Promise<void> {
    return this.#tell('Runtime.evaluate', { expression: 'setTimeout(() => { for (;;); })' })
  }

  crash(): Promise<void> {
    return this.#tell('Page.crash')
  }

  /** Only a frame with a process of its own is known to the browser by itself. */
  async #tell(method: string, params = {}): Promise<void> {
    const { targetInfos } = await this.#browser.send('Target.getTargets')
    const frames = targetInfos.filter(({ type, url, browserContextId }) => {
      if (type !== 'iframe' || browserContextId !== this.#contextId) return false
      const { pathname, searchParams } = new URL(url)
      return pathname === '/user/kiosk-screen' && searchParams.get('screen') === this.#output
    })
    const [frame] = frames
    if (frame === undefined || frames.length > 1)
      throw new Error(`There are ${frames.length} pages of the screen with a process of their own.`)
    const { sessionId } = await this.#browser.send('Target.attachToTarget', { targetId: frame.targetId, flatten: false })
    await this.#browser.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id: 1, method, params }) })
  }
}
