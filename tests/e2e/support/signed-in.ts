import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { userConfigsDelete } from '#contract/calls/config/user-configs-delete.ts'
import { userConfigsList } from '#contract/calls/config/user-configs-list.ts'
import type { Person } from '#contract/calls/user/person.ts'
import { profileGet } from '#contract/calls/user/profile-get.ts'
import { profileUpdate } from '#contract/calls/user/profile-update.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import type { Stack } from '#tests/support/stack.ts'
import { expect } from './expect.ts'
import { forgetChoices } from './forget-choices.ts'
import { endSharedWorkers } from './shared-worker.ts'
import { signIn } from './sign-in.ts'

type Kept = Record<string, string>
/** How often is looked for what comes within some milliseconds. */
const SOON_MS = [10, 20, 50, 100]

/** Sets what pages keep in `localStorage` to this, and empties their database, and the core's but for the session and its keys. */
async function forget(kept: Kept): Promise<void> {
  localStorage.clear()
  for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  const gone = indexedDB.deleteDatabase('sightline-page')
  await new Promise((resolve) => (gone.onsuccess = resolve))
  const open = indexedDB.open('sightline')
  await new Promise((resolve) => (open.onsuccess = resolve))
  const names = [...open.result.objectStoreNames].filter((name) => name !== 'seal')
  const transaction = open.result.transaction(names, 'readwrite')
  for (const name of names) transaction.objectStore(name).clear()
  await new Promise((resolve) => (transaction.oncomplete = resolve))
  open.result.close()
}

/** What is the person's own: not the organization's name. The link of a picture is another one each time. */
const ownOf = ({ avatarUrl, ...person }: Person) => ({ ...person, organizationName: undefined, isPictured: Boolean(avatarUrl) })

/** Whether a core still runs. */
const isCoreHere = async () => (await navigator.locks.query()).held?.some(({ name }) => name?.startsWith('sightline')) === true

/** Where it all happens: `port` is the one by which the browser comes, when it is not the stack's own. */
interface Place {
  browser: Browser
  /** Whether people have the app's service worker; they have unless it is blocked. */
  serviceWorkers?: 'allow' | 'block'
  stack: Stack
  port?: number | undefined
}

/**
 * A browser context in which a person of the demonstration has signed in by the page, once: for tests that are not about that. Each has tabs of
 * its own in it; afterwards they are closed, and what the service knows of the person and the browser keeps is as it was before.
 */
class SignedIn {
  readonly #stack: Stack
  readonly #before: Person
  readonly #client: ServiceClient
  readonly #browser: Browser
  readonly #context: BrowserContext
  /** Of the service, outside the app and its service worker: because of it no core runs. */
  readonly #beside: Page
  readonly #kept: Kept
  readonly #sessionId: string

  private constructor(
    { browser, stack }: Place,
    { client, before }: { client: ServiceClient; before: Person },
    { context, beside, kept }: { context: BrowserContext; beside: Page; kept: Kept },
  ) {
    this.#browser = browser
    this.#stack = stack
    this.#client = client
    this.#before = before
    this.#context = context
    this.#beside = beside
    this.#kept = kept
    const newest = 'select id from session where user_id = ? order by created_at_ms desc, rowid desc limit 1'
    this.#sessionId = String(this.#read(newest, before.userId)?.['id'])
  }

  static async open(place: Place, role: string): Promise<SignedIn> {
    const { browser, stack, port, serviceWorkers = 'allow' } = place
    const client = await new ServiceClient(`http://localhost:${stack.port}`).signIn(stack.user(role))
    const before = await client.call(profileGet, null)
    const context = await browser.newContext({ serviceWorkers })
    const page = await context.newPage()
    await signIn(page, stack, { role, path: '/account', ...(port !== undefined && { port }) })
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
    if (serviceWorkers === 'allow') await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined))
    const kept = await page.evaluate((): Kept => Object.fromEntries(Object.entries(localStorage)))
    const beside = await context.newPage()
    await beside.goto(new URL('/nothing', stack.address('', port)).href)
    await page.close()
    return new SignedIn(place, { client, before }, { context, beside, kept })
  }

  /** Whether the session goes on: somebody may have ended it, or set the service's clock ahead. */
  get isThere(): boolean {
    const living = 'select id from session where id = ? and ended_code is null and expires_at_ms > ?'
    return this.#read(living, this.#sessionId, this.#stack.nowMs) !== undefined
  }

  tab(): Promise<Page> {
    return this.#context.newPage()
  }

  /** Closes the tabs, and takes back what they have changed. Fails when something stays changed, which a later test would meet. */
  async reset(): Promise<void> {
    for (const page of this.#context.pages()) if (page !== this.#beside) await page.close()
    await this.#context.clearPermissions()
    // By itself it would go on for ten seconds.
    await endSharedWorkers(this.#browser, this.#beside)
    await expect.poll(() => this.#beside.evaluate(isCoreHere), { message: 'a core without tabs', intervals: SOON_MS }).toBe(false)
    await this.#beside.evaluate(forget, this.#kept)
    const { role, alias, phone, language, theme } = this.#before
    if (!this.isThere)
      throw new Error(`This test has ended the session that the tests of the ${role} share: it needs a context of its own.`)
    // A test may end the other sessions of a person.
    if ((await this.#client.failure(profileGet, null)).code !== 200) await this.#client.signIn(this.#stack.user(role))
    for (const configType of ['layout', 'tour', 'search'] as const) {
      const { configs } = await this.#client.call(userConfigsList, { configType })
      for (const { configId, ...config } of configs) if (!('sharedBy' in config)) await this.#client.call(userConfigsDelete, { configId })
    }
    forgetChoices(this.#stack, role)
    const found = await this.#client.call(profileGet, null)
    const isAsBefore = found.alias === alias && found.phone === phone && found.language === language && found.theme === theme
    // What was so before is not set: a test may have given somebody a name that no rule lets in.
    const after = isAsBefore ? found : await this.#client.call(profileUpdate, { alias, phone, language, theme })
    expect(ownOf(after), `the ${role} after a test`).toEqual(ownOf(this.#before))
  }

  close(): Promise<void> {
    return this.#context.close()
  }

  #read(statement: string, ...values: (string | number)[]): Record<string, unknown> | undefined {
    const database = new DatabaseSync(join(this.#stack.dataFolder, 'sightline.db'), { readOnly: true, timeout: 5_000 })
    const row = database.prepare(statement).get(...values)
    database.close()
    return row
  }
}

/** Those who have signed in for the tests of a worker, by role, and by whether they have a service worker. */
export type SignedInPeople = Map<string, SignedIn>

/** Forgets all of them, before the service that they know is another one. */
export async function signOutAll(people: SignedInPeople): Promise<void> {
  for (const person of people.values()) await person.close()
  people.clear()
}

/** Tabs of people who are signed in already: tests that are not about signing in, sessions or storage take them. */
export interface People {
  /** A tab in which nothing is open yet, of the demonstration user with this role; the administrator unless named. */
  tab(role?: string): Promise<Page>
  /** A tab in which this page of the app is open. */
  enter(path: string, role?: string): Promise<Page>
}

/** Lends a test its people, and takes back after it what it changed. `kept` outlives the test. */
export async function lendPeople(place: Place, kept: SignedInPeople, lend: (people: People) => Promise<void>): Promise<void> {
  const used = new Set<SignedIn>()
  const tab = async (role = 'administrator') => {
    const name = `${role} ${place.serviceWorkers ?? 'allow'}`
    let person = kept.get(name)
    if (!person?.isThere) {
      await person?.close()
      person = await SignedIn.open(place, role)
      kept.set(name, person)
    }
    used.add(person)
    return person.tab()
  }
  const enter = async (path: string, role?: string) => {
    const page = await tab(role)
    await page.goto(place.stack.address(path, place.port))
    return page
  }
  await lend({ tab, enter })
  for (const person of used) await person.reset()
}
