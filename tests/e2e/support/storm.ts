import type { BrowserContext, Page } from '@playwright/test'
import type { Deployments } from '#tests/support/deployments.ts'
import { SeededRandom } from '#tests/support/seeded-random.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './expect.ts'
import { describeTab, HANG_MS, hasCrashed, releaseOf, watchRequests, within } from './tab-life.ts'

const MOST_TABS = 12
/** What takes longer than this is loaded anew. */
const ANSWER_MS = 10_000
/** The browser has closed a tab by then. */
const LEAVE_MS = 3_000
/** Steps that wait until all is calm first take longest. */
const STEP_MS = 4 * HANG_MS
/** Where tabs are opened: most on a page that shows no video, which two processors could not decode for twelve. */
const places = ['/account', '/alerts', '/device/index', '/account', '/alerts', '/live?split=1']

type Step = 'open' | 'close' | 'reload' | 'crash' | 'session' | 'deploy'
/** How often each step comes, of 100. */
const often: Record<Step, number> = { open: 36, close: 22, reload: 24, crash: 10, session: 5, deploy: 3 }

/** Does to the tabs of one browser what people, and browsers, do to them; the same for the same seed. */
export class Storm {
  readonly tabs: Page[]
  isSignedIn = true
  /** Steps; pages that were loaded once more since the browser had left them without an answer; tabs that went down with others without the browser's saying so; those that it forgot to close. */
  readonly counts: Record<Step | 'again' | 'wentDown' | 'forgotten', number> = {
    open: 0,
    close: 0,
    reload: 0,
    crash: 0,
    session: 0,
    deploy: 0,
    again: 0,
    wentDown: 0,
    forgotten: 0,
  }
  readonly #context: BrowserContext
  readonly #stack: Stack
  readonly #releases: Deployments
  readonly #random: SeededRandom
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
      await within(`the step "${step}"`, this.#do(step, tab), STEP_MS)
    } catch (error) {
      await this.#judge(`the step "${step}"`, tab, error)
    }
  }

  /** A tab that went down with another one is a crash more; everything else is a fault. */
  async #judge(what: string, tab: Page, error: unknown): Promise<void> {
    if (!this.tabs.includes(tab)) return
    if (!(await hasCrashed(tab))) throw new Error(`${what} failed. ${String(error)}\n${await describeTab(tab)}`)
    this.counts.wentDown += 1
    this.#drop(tab)
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
        return this.#changeSession()
      case 'deploy':
        return this.#deploy()
    }
  }

  /** Waits until what was opened and loaded anew is there. */
  async calm(): Promise<void> {
    do {
      if (this.tabs.length === 0) await this.#open()
      await Promise.all(this.tabs.map((tab) => this.#loaded(tab)))
    } while (this.tabs.length === 0)
    await this.#left()
  }

  /**
   * Waits until the browser too has only these tabs. It may forget to close one, mostly under load: that one is closed by hand, as a person
   * presses the cross once more.
   */
  async #left(): Promise<void> {
    const session = await this.#context.browser()?.newBrowserCDPSession()
    if (session === undefined) return
    const known = new Set(await Promise.all(this.tabs.map(targetOf)))
    const more = async () => {
      const { targetInfos } = await session.send('Target.getTargets')
      return targetInfos.filter(({ type, targetId }) => type === 'page' && !known.has(targetId))
    }
    await expect
      .poll(async () => (await more()).length, { timeout: LEAVE_MS })
      .toBe(0)
      .catch(() => undefined)
    for (const { targetId, url } of await more()) {
      console.log(`storm: closed once more: ${url}`)
      this.counts.forgotten += 1
      await session.send('Target.closeTarget', { targetId })
    }
    await expect.poll(async () => (await more()).map(({ url }) => url), { timeout: HANG_MS }).toEqual([])
    await session.detach()
  }

  /** Leaves one tab, at the account page. */
  async end(): Promise<Page> {
    await this.calm()
    const [last, ...others] = this.tabs as [Page, ...Page[]]
    await Promise.all(others.map((tab) => this.#close(tab)))
    await this.#go(last, '/account')
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
      await this.#answered(tab, () => tab.waitForFunction(() => document.readyState === 'complete', undefined, { timeout: ANSWER_MS }))
    } catch (error) {
      await this.#judge('Loading', tab, error)
    }
  }

  /**
   * Does this. A page that is being loaded in the very moment in which a service worker takes the place of another may wait in vain for one of its
   * files, about once in a thousand loads of a storm: a person loads it anew.
   */
  async #answered(tab: Page, work: () => Promise<unknown>, again: () => Promise<unknown> = () => this.#load(tab)): Promise<void> {
    try {
      await work()
    } catch (error) {
      const isLeft = /net::ERR_(ABORTED|FAILED)|TimeoutError/.test(String(error)) && this.tabs.includes(tab)
      if (!isLeft || (await hasCrashed(tab))) throw error
      console.log(`storm: loaded anew. ${await describeTab(tab)}`)
      this.counts.again += 1
      await again()
    }
  }

  /** Loads the tab's page anew and waits until it is there. */
  async #load(tab: Page): Promise<void> {
    await tab.goto(tab.url(), { waitUntil: 'load', timeout: HANG_MS })
  }

  async #reload(tab: Page): Promise<void> {
    await this.#arrived(tab)
    const reload = async (timeout: number) => {
      try {
        await tab.reload({ waitUntil: 'commit', timeout })
      } catch (error) {
        // The page has gone ahead: one that lacks a part of an old release loads itself anew, and a browser does one thing at a time. Between two
        // documents it has none to reload.
        const isAhead = /net::ERR_ABORTED|Not attached to an active page/.test(String(error))
        if (!isAhead || (await hasCrashed(tab))) throw error
        await tab.waitForLoadState('domcontentloaded', { timeout })
      }
    }
    await this.#answered(
      tab,
      () => reload(ANSWER_MS),
      () => reload(HANG_MS),
    )
  }

  async #go(tab: Page, path: string): Promise<void> {
    const go = (timeout: number) => tab.goto(this.#stack.address(path), { waitUntil: 'commit', timeout })
    await this.#answered(
      tab,
      () => go(ANSWER_MS),
      () => go(HANG_MS),
    )
  }

  /**
   * Waits for a document that is taking the place of another, not for what it loads: a browser that is told to close or reload a tab in
   * that very moment forgets it.
   */
  async #arrived(tab: Page): Promise<void> {
    await this.#answered(tab, () => tab.waitForLoadState('domcontentloaded', { timeout: ANSWER_MS }))
  }

  async #close(tab: Page): Promise<void> {
    await this.#arrived(tab)
    this.#remove(tab)
    await within(`the end of ${tab.url()}`, tab.close())
  }

  #add(tab: Page): void {
    watchRequests(tab)
    this.tabs.push(tab)
    // Tabs share processes when there are many: a crash may be that of several.
    tab.on('crash', () => this.#drop(tab))
  }

  #drop(tab: Page): void {
    this.#remove(tab)
    tab.close().catch(() => {})
  }

  #remove(tab: Page): void {
    const at = this.tabs.indexOf(tab)
    if (at !== -1) this.tabs.splice(at, 1)
  }

  async #open(): Promise<void> {
    const path = places[this.#random.below(places.length)] ?? '/account'
    const tab = await within('a new tab', this.#context.newPage())
    this.#add(tab)
    try {
      // No step waits until a tab has loaded: the next one may close it before.
      await this.#go(tab, path)
    } catch (error) {
      await this.#judge('Opening', tab, error)
    }
  }

  async #changeSession(): Promise<void> {
    await this.calm()
    const tab = this.tabs[this.#random.below(this.tabs.length)] as Page
    if (this.isSignedIn) {
      await this.#go(tab, '/account')
      await tab.getByRole('button', { name: 'Sign out' }).click({ timeout: HANG_MS })
    } else {
      const user = this.#stack.user()
      await this.#go(tab, '/login')
      await tab.getByLabel('User name').fill(user.loginName, { timeout: HANG_MS })
      await tab.getByRole('textbox', { name: 'Password' }).fill(user.password)
      await tab.getByRole('button', { name: 'Sign in' }).click({ timeout: HANG_MS })
    }
    this.isSignedIn = !this.isSignedIn
    await tab.waitForURL((url) => url.pathname.endsWith('/login') !== this.isSignedIn, { waitUntil: 'commit', timeout: HANG_MS })
  }

  /** A new release; tabs come to it when they are opened or loaded anew. */
  async #deploy(): Promise<void> {
    await this.calm()
    this.#release = this.#releases.next()
    const [tab] = this.tabs as [Page]
    const found = tab.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration()
      const found = await registration?.update()
      const worker = found?.installing ?? found?.waiting
      worker?.addEventListener('statechange', () => worker.postMessage({ type: 'SKIP_WAITING' }))
      worker?.postMessage({ type: 'SKIP_WAITING' })
    })
    await within('the new release', found)
    // Parts of releases before the last three are gone; who is signed in and meets that is offered to reload, and does.
    const releases = await Promise.all(this.tabs.map(async (other) => [other, await releaseOf(other).catch(() => Number.NaN)] as const))
    const lost = releases.filter(([, release]) => release < this.#release - 2)
    if (lost.length > 0) await within('the new service worker', tab.waitForFunction(hasTakenOver))
    for (const [other] of lost) await this.#reload(other)
  }
}

/** Whether no service worker is on its way to take the place of another. */
async function hasTakenOver(): Promise<boolean> {
  const registration = await navigator.serviceWorker.getRegistration()
  return registration?.active?.state === 'activated' && registration.installing === null && registration.waiting === null
}

/** The id by which the browser knows a tab. */
async function targetOf(tab: Page): Promise<string> {
  const session = await tab.context().newCDPSession(tab)
  const { targetInfo } = await session.send('Target.getTargetInfo')
  await session.detach()
  return targetInfo.targetId
}

async function crash(tab: Page): Promise<void> {
  const session = await within('a session with the tab', tab.context().newCDPSession(tab))
  const crashed = tab.waitForEvent('crash', { timeout: HANG_MS })
  // A page that has crashed does not answer.
  session.send('Page.crash').catch(() => {})
  await crashed
}
