import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { memoryUnder } from '../live/browser.ts'

/** The machine behind a screen: a browser whose profile outlasts it. */
export class StationBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'sightline-station-'))
  readonly #address: string
  #context: BrowserContext | undefined

  constructor(address: string) {
    this.#address = address
  }

  /** Switches it on: the browser starts with the station's address. */
  async start(): Promise<Page> {
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...chromiumLaunch(),
      viewport: { width: 1280, height: 720 },
      locale: 'en-US',
    })
    const page = this.#context.pages()[0] ?? (await this.#context.newPage())
    await page.goto(this.#address, { waitUntil: 'commit' })
    return page
  }

  /** Memory of the whole browser, bytes. */
  memoryBytes(): number {
    const own = `--user-data-dir=${this.#profile}`
    const main = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && commandOf(entry).includes(own))
    const browser = main.find((entry) => !commandOf(entry).includes('--type='))
    return browser === undefined ? Number.NaN : memoryUnder(Number(browser))
  }

  async stop(): Promise<void> {
    await this.#context?.close()
    this.#context = undefined
  }

  async close(): Promise<void> {
    await this.stop()
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
