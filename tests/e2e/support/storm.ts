import type { BrowserContext, Page } from '@playwright/test'
import type { Deployments } from '#tests/support/deployments.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import type { Stack } from '#tests/support/stack.ts'

const MOST_TABS = 12
const CLICK_TIMEOUT_MS = 15_000
/** Where tabs are opened: most on a page that shows no video, which two processors could not decode for twelve. */
const places = ['/account', '/alerts', '/device/index', '/account', '/alerts', '/live?split=1']

type Step = 'open' | 'close' | 'reload' | 'crash' | 'session' | 'deploy'
/** How often each step comes, of 100. */
const often: Record<Step, number> = { open: 36, close: 22, reload: 24, crash: 10, session: 5, deploy: 3 }

/** Does to the tabs of one browser what people, and browsers, do to them; the same for the same seed. */
export class Storm {
  readonly tabs: Page[]
  isSignedIn = true
  readonly counts: Record<Step, number> = { open: 0, close: 0, reload: 0, crash: 0, session: 0, deploy: 0 }
  readonly #context: BrowserContext
  readonly #stack: Stack
  readonly #releases: Deployments
  readonly #random: SeededRandom
  /** The release that each tab runs. */
  readonly #releaseOf = new Map<Page, number>()
  #release = 1

  constructor(first: Page, stack: Stack, releases: Deployments, seed: number) {
    this.tabs = []
    this.#context = first.context()
    this.#stack = stack
    this.#releases = releases
    this.#random = new SeededRandom(seed)
    this.#add(first)
  }

  async step(): Promise<void> {
    if (this.tabs.length === 0) return this.#open()
    const step = this.#choose()
    this.counts[step] += 1
    const tab = this.tabs[this.#random.below(this.tabs.length)] as Page
    try {
      await this.#do(step, tab)
    } catch (error) {
      // It went down with another one.
      if (this.tabs.includes(tab)) throw error
    }
  }

  async #do(step: Step, tab: Page): Promise<void> {
    switch (step) {
      case 'open':
        return this.#open()
      case 'close':
        return this.#close(tab)
      case 'crash':
        return crash(tab)
      case 'reload':
        return this.#reload(tab)
      case 'session':
        return this.#changeSession(tab)
      case 'deploy':
        return this.#deploy(tab)
    }
  }

  /** Waits until what was opened and loaded anew is there. */
  async calm(): Promise<void> {
    if (this.tabs.length === 0) await this.#open()
    await Promise.all(this.tabs.map((tab) => this.#loaded(tab)))
  }

  /** Leaves one tab, at the account page. */
  async end(): Promise<Page> {
    const [last, ...others] = this.tabs as [Page, ...Page[]]
    await Promise.all(others.map((tab) => tab.close()))
    this.tabs.splice(1)
    await last.goto(this.#stack.address('/account'))
    return last
  }

  #choose(): Step {
    let left = this.#random.below(100)
    const chosen = (Object.keys(often) as Step[]).find((step) => (left -= often[step]) < 0) ?? 'open'
    if (chosen === 'open' && this.tabs.length >= MOST_TABS) return 'reload'
    if ((chosen === 'close' || chosen === 'crash') && this.tabs.length === 1) return 'open'
    return chosen
  }

  async #loaded(tab: Page): Promise<void> {
    try {
      await tab.waitForFunction(() => document.readyState === 'complete')
    } catch (error) {
      // It went down with another one.
      if (this.tabs.includes(tab)) throw error
    }
  }

  async #reload(tab: Page): Promise<void> {
    await arrived(tab)
    this.#releaseOf.set(tab, this.#release)
    await tab.reload({ waitUntil: 'commit' })
  }

  async #close(tab: Page): Promise<void> {
    await arrived(tab)
    this.#remove(tab)
    await tab.close()
  }

  #add(tab: Page): void {
    this.tabs.push(tab)
    this.#releaseOf.set(tab, this.#release)
    // Tabs share processes when there are many: a crash may be that of several.
    tab.on('crash', () => {
      this.#remove(tab)
      tab.close().catch(() => {})
    })
  }

  #remove(tab: Page): void {
    const at = this.tabs.indexOf(tab)
    if (at !== -1) this.tabs.splice(at, 1)
  }

  async #open(): Promise<void> {
    const path = places[this.#random.below(places.length)] ?? '/account'
    const tab = await this.#context.newPage()
    this.#add(tab)
    // No step waits until a tab has loaded: the next one may close it before.
    await tab.goto(this.#stack.address(path), { waitUntil: 'commit' })
  }

  async #changeSession(tab: Page): Promise<void> {
    await this.calm()
    if (this.isSignedIn) {
      await tab.goto(this.#stack.address('/account'))
      await tab.getByRole('button', { name: 'Sign out' }).click({ timeout: CLICK_TIMEOUT_MS })
    } else {
      const user = this.#stack.user()
      await tab.goto(this.#stack.address('/login'))
      await tab.getByLabel('User name').fill(user.loginName)
      await tab.getByRole('textbox', { name: 'Password' }).fill(user.password)
      await tab.getByRole('button', { name: 'Sign in' }).click({ timeout: CLICK_TIMEOUT_MS })
    }
    this.isSignedIn = !this.isSignedIn
    await tab.waitForURL((url) => url.pathname.endsWith('/login') !== this.isSignedIn)
  }

  /** A new release; tabs come to it when they are opened or loaded anew. */
  async #deploy(tab: Page): Promise<void> {
    await this.calm()
    this.#release = this.#releases.next()
    await tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const found = await registration?.update()
      const worker = found?.installing ?? found?.waiting
      worker?.addEventListener('statechange', () => worker.postMessage({ kind: 'skip-waiting' }))
      worker?.postMessage({ kind: 'skip-waiting' })
    })
    // Parts of releases before the last three are gone; who meets that is offered to reload, and does.
    for (const other of this.tabs) if ((this.#releaseOf.get(other) ?? 0) < this.#release - 2) await this.#reload(other)
  }
}

/**
 * Waits for a document that is taking the place of another, not for what it loads: a browser that is told to close or reload a tab in
 * that very moment forgets it.
 */
async function arrived(tab: Page): Promise<void> {
  await tab.waitForLoadState('domcontentloaded')
}

async function crash(tab: Page): Promise<void> {
  const session = await tab.context().newCDPSession(tab)
  const crashed = tab.waitForEvent('crash')
  // A page that has crashed does not answer.
  session.send('Page.crash').catch(() => {})
  await crashed
}
