import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { stationFlags, withFlags } from '#tests/support/station-flags.ts'
import { memoryByKind } from '../live/browser.ts'

/** What starts the browser, and passes on what is asked of it, is none of its processes: each picture of the screen goes through it. */
const UNWATCHED = 'chromium-unwatched'

/** The machine behind a screen: a browser with the flags of the start-up script, whose profile outlasts it. */
export class StationBrowser {
  readonly #profile = mkdtempSync(join(tmpdir(), 'sightline-station-'))
  readonly #address: string
  #context: BrowserContext | undefined

  constructor(address: string) {
    this.#address = address
  }

  /** Switches it on: the browser starts with the station's address. */
  async start(): Promise<Page> {
    const launch = chromiumLaunch()
    this.#context = await chromium.launchPersistentContext(this.#profile, {
      ...launch,
      args: withFlags(launch.args, stationFlags()),
      // The browser of a station has no debugger that has it keep all that its pages were answered, and tell of each picture.
      env: { ...process.env, ...launch.env, CHROMIUM_TELLS_NO_NETWORK: '1' },
      viewport: { width: 1280, height: 720 },
      locale: 'en-US',
    })
    const page = this.#context.pages()[0] ?? (await this.#context.newPage())
    await page.goto(this.#address, { waitUntil: 'commit' })
    return page
  }

  /** Memory of the browser, bytes: of all of it, and of its processes that show pages, that draw and the like (`browser` is the one that holds them). */
  memory(): { bytes: number; byKind: Map<string, number> } {
    const own = `--user-data-dir=${this.#profile}`
    const main = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry) && commandOf(entry).includes(own))
    const browser = main.find((entry) => !commandOf(entry).includes(UNWATCHED) && kindOf(commandOf(entry)) === 'browser')
    if (browser === undefined) return { bytes: Number.NaN, byKind: new Map() }
    const byKind = memoryByKind(Number(browser), (pid) => kindOf(commandOf(String(pid))))
    return { bytes: [...byKind.values()].reduce((sum, one) => sum + one, 0), byKind }
  }

  /**
   * Has what was thrown away collected, twice, as what the first time frees may hold more. Answers how many documents the pages have then: one that grows with
   * each renewal says that pages which are gone are held.
   */
  async collect(page: Page): Promise<number> {
    const session = await page.context().newCDPSession(page)
    for (let time = 0; time < 2; time += 1) await session.send('HeapProfiler.collectGarbage')
    const { documents } = await session.send('Memory.getDOMCounters')
    await session.detach()
    return documents
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

/** Chromium says it on the command line of each process but the first; of those that help, which service they are (`network`, `storage`). */
function kindOf(command: string): string {
  return /--utility-sub-type=(\w+)/.exec(command)?.[1] ?? /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser'
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    // It ended meanwhile.
    return ''
  }
}
