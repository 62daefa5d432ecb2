import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Page } from '@playwright/test'
import { codeDynamicCreate } from '#contract/calls/account/code-dynamic-create.ts'
import { mfaCreate } from '#contract/calls/account/mfa-create.ts'
import { mfaVerify } from '#contract/calls/account/mfa-verify.ts'
import { preLogin } from '#contract/calls/account/pre-login.ts'
import { Secret, TOTP } from 'otpauth'
import { sha256 } from '#server/runtime/secrets.ts'
import { ServiceClient } from '#tests/support/service-client.ts'
import { Stack, type PartName } from '#tests/support/stack.ts'
import { signOutAll } from './signed-in.ts'
import { test as base } from './test.ts'

const STEP_MS = 30_000
/** After a code by e-mail the next one may be had. */
const NEXT_CODE_MS = 121_000
const KNOWN_CHARACTERS = 'AB3D'

/** The service alone, without devices: for what goes on around signing in. Its mail, its clock and its image codes are at hand. */
export class House {
  readonly stack: Stack
  /** Whose tests it is lent to. */
  #file: string | undefined

  private constructor(stack: Stack) {
    this.stack = stack
  }

  static async open(): Promise<House> {
    return new House(await Stack.start(['service'], { isLasting: true }))
  }

  /**
   * Lends it, with these parts beside the service, to the tests of a file: starts it anew when it was another one's, after `letGo`. The browser and
   * the service's process stay, which take longer to start.
   */
  async lendTo(file: string, parts: PartName[], letGo: () => Promise<void>): Promise<void> {
    const before = this.#file
    this.#file = file
    if (before === file) return
    if (before === undefined) return this.stack.startOthers(parts)
    await letGo()
    await this.stack.startAnew(parts)
  }

  /** The time by the service's clock, epoch ms. */
  get nowMs(): number {
    return this.stack.nowMs
  }

  /** Sets the service's clock ahead; that of the pages stays. */
  advance(ms: number): void {
    this.stack.moveClock(ms)
  }

  /** Makes calls as a program would, signed in as the demonstration user with this role when one is named. */
  async client(role?: string): Promise<ServiceClient> {
    const client = new ServiceClient(`http://localhost:${this.stack.port}`)
    return role === undefined ? client : client.signIn(this.stack.user(role))
  }

  /** Mail to an address in the sandbox's outbox, as its page shows it to a person; the newest first. */
  async mailTo(address: string): Promise<string[]> {
    const answer = await fetch(`http://localhost:${this.stack.port}/sandbox/outbox`)
    const articles = (await answer.text()).split('<article>').slice(1)
    return articles.filter((article) => article.includes(`<p>To ${address},`)).map(readText)
  }

  /** The code in the newest mail to an address. */
  async codeTo(address: string): Promise<string> {
    const [newest = ''] = await this.mailTo(address)
    const code = /\b[2-9A-HJ-NP-Z]{6}\b/.exec(newest)?.[0]
    if (code === undefined) throw new Error(`There is no code in the newest mail to ${address}: ${newest}`)
    return code
  }

  /** The path of the link in the newest mail to an address, within the app, such as `/user-register/…`. */
  async linkTo(address: string, kind: string): Promise<string> {
    const [newest = ''] = await this.mailTo(address)
    const path = new RegExp(`/user(/${kind}/[^\\s]+)`).exec(newest)?.[1]
    if (path === undefined) throw new Error(`There is no ${kind} link in the newest mail to ${address}: ${newest}`)
    return path
  }

  /** Types what is in the picture. */
  async typeImageCode(page: Page): Promise<void> {
    await page.getByLabel('Characters in the picture').fill(await this.imageCode(page))
  }

  /** What is in the picture: the test cannot read it, so it says what each picture there is now stands for. */
  async imageCode(page: Page): Promise<string> {
    await page.getByRole('img', { name: 'Picture with four characters' }).waitFor()
    this.#write((database) => {
      const change = database.prepare('update image_code set code_sha256 = ? where id = ?')
      for (const { id } of database.prepare('select id from image_code').all()) {
        change.run(sha256(`${String(id)} ${KNOWN_CHARACTERS.toLowerCase()}`), id ?? null)
      }
    })
    return KNOWN_CHARACTERS
  }

  /** Gives the person an authenticator app as a second step. Answers with what the telephone shows, and recovery codes. */
  async setUpApp(role: string, signedIn?: ServiceClient): Promise<{ shown: () => string; recoveryCodes: string[] }> {
    const client = signedIn ?? (await this.client(role))
    const { password } = this.stack.user(role)
    const begun = await client.call(mfaCreate, { category: 'app', password, ...(signedIn && (await this.#mailedStep(client, role))) })
    if (begun.category !== 'app') throw new Error('Not an app')
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secret) })
    // Each code is good once: every time it is asked for, the telephone shows the next one.
    const shown = () => {
      this.advance(STEP_MS)
      return totp.generate({ timestamp: this.nowMs })
    }
    const { recoveryCodes } = await client.call(mfaVerify, { mfaId: begun.mfaId, dynamicCode: shown() })
    return { shown, recoveryCodes }
  }

  /** Gives the person codes by e-mail as a second step. Answers with who did it. */
  async setUpEmail(role: string): Promise<ServiceClient> {
    const { loginName, password } = this.stack.user(role)
    const client = await this.client(role)
    const { mfaId } = await client.call(mfaCreate, { category: 'e-mail', password })
    await client.call(mfaVerify, { mfaId, dynamicCode: await this.codeTo(`${loginName}@harbor-logistics.example`) })
    return client
  }

  /** The second step by e-mail of a person whose password has just been shown. */
  async #mailedStep(client: ServiceClient, role: string): Promise<{ loginTypeEnum: 'DYNAMIC_CODE'; dynamicCode: string }> {
    const { loginName, password } = this.stack.user(role)
    await client.call(preLogin, { loginName, password })
    await client.call(codeDynamicCreate, { typeEnum: 'mfa', category: 'e-mail', loginName })
    const dynamicCode = await this.codeTo(`${loginName}@harbor-logistics.example`)
    // Whoever signs in next is sent one of their own.
    this.advance(NEXT_CODE_MS)
    return { loginTypeEnum: 'DYNAMIC_CODE', dynamicCode }
  }

  /** Changes texts past every rule, as if an older service had let them in: a statement with its values. */
  changeText(statement: string, ...values: string[]): void {
    this.#write((database) => database.prepare(statement).run(...values))
  }

  /** Closes a check-out of the payment sandbox, as a bank does that gives it up. */
  closeCheckout(id: string): void {
    this.#write((database) => database.prepare("update sandbox_checkout set state = 'closed' where id = ?").run(id))
  }

  close(): Promise<void> {
    return this.stack.close()
  }

  #write(work: (database: DatabaseSync) => unknown): void {
    const database = new DatabaseSync(join(this.stack.dataFolder, 'sightline.db'), { timeout: 5_000 })
    work(database)
    database.close()
  }
}

function readText(html: string): string {
  return html
    .replaceAll(/<br>|<\/p>|<\/h2>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** Tests against one such service, with its cameras where a file says so. Each file finds it as at first: what others do to its people is theirs. */
export const test = base.extend<{ hasCameras: boolean; ofOneFile: void }, { house: House }>({
  hasCameras: [false, { option: true }],
  house: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, lend) => {
      const house = await House.open()
      await lend(house)
      await house.close()
    },
    { scope: 'worker' },
  ],
  stack: [({ house }, lend) => lend(house.stack), { scope: 'worker' }],
  ofOneFile: [
    async ({ house, hasCameras, signedIn }, lend, { file }) => {
      await house.lendTo(file, hasCameras ? ['simulator'] : [], () => signOutAll(signedIn))
      await lend()
    },
    { auto: true },
  ],
})

export { expect } from './expect.ts'
