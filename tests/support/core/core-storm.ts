import type { CoreApi, CoreState } from '#contract/core-api.ts'
import { RENEWAL_LOCK } from '#workers/core/session.ts'
import { SeededRandom } from '../seeded-random.ts'
import type { PlayedSocket } from './other-end.ts'
import type { TestPorts, TestProfile } from './test-ports.ts'
import { type Owners, VirtualWorker } from './virtual-worker.ts'

const MOST_TABS = 12
/** A page that gets no answer for so long starts the next worker. */
const HANG_MS = 5_000
const MOST_PAUSE_MS = 4_000

type Step = 'open' | 'close' | 'reload' | 'die' | 'hang' | 'goOn' | 'deploy' | 'cut' | 'renew'
/** How often each step comes, of 100. */
const often: Record<Step, number> = { open: 30, close: 20, reload: 18, die: 7, hang: 6, goOn: 8, deploy: 3, cut: 5, renew: 3 }

interface StormOptions {
  /** Plays the other end of a socket that a core opens. */
  onSocket: (socket: PlayedSocket) => void
  /** Has somebody be there, and time go by until the token is to be renewed. */
  untilRenewal: (api: CoreApi) => Promise<void>
}

interface Tab {
  id: string
  build: number
  leave: () => void
  isGone: boolean
  worker: VirtualWorker | undefined
  state: CoreState | undefined
  /** Push messages that it was told, by the name in them. */
  heard: string[]
  /** Settles when it has joined the worker of now. */
  joined: Promise<void>
}

/** Does to real cores what browsers, people and deployments do to them: a storm as in `tests/e2e/support/storm.ts`, with pages and workers that cost nothing. */
export class CoreStorm {
  readonly tabs: Tab[] = []
  readonly counts = Object.fromEntries(Object.keys(often).map((step) => [step, 0])) as Record<Step, number>
  readonly #profile: TestProfile
  readonly #pages: TestPorts
  readonly #random: SeededRandom
  readonly #options: StormOptions
  readonly #owners: Owners = new Map()
  readonly #workers: VirtualWorker[] = []
  /** The worker's generation, by build. */
  readonly #generations: number[] = [0]
  #ids = 0

  constructor(profile: TestProfile, seed: number, options: StormOptions) {
    this.#profile = profile
    this.#pages = profile.ports()
    this.#random = new SeededRandom(seed)
    this.#options = options
  }

  get #build(): number {
    return this.#generations.length - 1
  }

  /** The workers whose cores have not ended. */
  get workers(): VirtualWorker[] {
    return this.#workers.filter((worker) => worker.isAlive)
  }

  get hanging(): number {
    return this.workers.filter(({ isHanging }) => isHanging).length
  }

  /** The sockets to this address that are open, but for those of workers that hang: other ends close them. */
  sockets(address: string): PlayedSocket[] {
    return this.#workers
      .flatMap(({ sockets, isHanging, isGone }) => (isHanging || isGone ? [] : sockets))
      .filter(({ url, readyState }) => url.includes(address) && readyState === 1)
  }

  async step(): Promise<void> {
    const step = this.#choose()
    this.counts[step] += 1
    await this.#do(step, this.tabs[this.#random.below(this.tabs.length)])
    // The next step may come while what this one set off is under way. Where time goes by, pages have been loaded: cores wait for the real
    // database and cipher, which must not seem slow to them because this machine is.
    for (let turns = this.#random.below(6); turns > 0; turns -= 1) await turn()
    if (this.#random.below(2) === 0) return
    await this.joined()
    await settled()
    this.#profile.clock.advance(this.#random.below(MOST_PAUSE_MS))
  }

  #choose(): Step {
    let left = this.#random.below(100)
    const chosen = (Object.keys(often) as Step[]).find((step) => (left -= often[step]) < 0) ?? 'open'
    if (this.tabs.length === 0) return 'open'
    return chosen === 'open' && this.tabs.length >= MOST_TABS ? 'reload' : chosen
  }

  async #do(step: Step, tab: Tab | undefined): Promise<void> {
    if (step === 'open' || tab === undefined) return this.open()
    if (step === 'close') return this.#close(tab)
    if (step === 'deploy') return void this.#generations.push(0)
    if (step === 'reload') {
      this.#close(tab)
      return this.open()
    }
    if (step === 'die') return this.#die(tab.worker)
    if (step === 'hang') return this.#hang(tab.worker)
    if (step === 'goOn') return this.#goOn()
    if (step === 'renew') return this.#renew()
    for (const worker of this.workers) for (const socket of worker.sockets) if (socket.readyState === 1) socket.fail()
  }

  /** A tab of the newest build, which does not wait until it has joined. */
  async open(): Promise<void> {
    this.#ids += 1
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    const tab: Tab = {
      id: `${this.#ids}`,
      build: this.#build,
      leave,
      isGone: false,
      worker: undefined,
      state: undefined,
      heard: [],
      joined: Promise.resolve(),
    }
    await new Promise<void>((held) => {
      void this.#pages.locks.request(`tab ${tab.id}`, () => {
        held()
        return left
      })
    })
    this.tabs.push(tab)
    this.#join(tab)
  }

  /** Has the tab join the worker of its build; the next one when that has ended meanwhile. */
  #join(tab: Tab): void {
    const worker = this.#workerOf(tab.build)
    tab.worker = worker
    worker.core.expectTab()
    const joining = worker.core.api.attach({ tabId: tab.id, lockName: `tab ${tab.id}` }, (event) => {
      if (tab.worker !== worker || tab.isGone || !worker.isAlive) return
      if (event.kind === 'state') tab.state = event.state
      if (event.kind === 'push') tab.heard.push(event.message.infoType)
    })
    tab.joined = joining.then(
      ({ state }) => {
        if (tab.worker === worker) tab.state = state
      },
      () => this.#joinNext(tab, worker),
    )
  }

  #joinNext(tab: Tab, last: VirtualWorker): void {
    if (tab.isGone || tab.worker !== last) return
    if (this.#workerOf(tab.build) === last) this.#startNext(tab.build)
    this.#join(tab)
  }

  #workerOf(build: number): VirtualWorker {
    const name = `${build} ${this.#generations[build]}`
    const worker = this.#workers.find((one) => one.name === name)
    if (worker === undefined) return this.#start(build)
    return worker.isAlive ? worker : this.#startNext(build)
  }

  #startNext(build: number): VirtualWorker {
    this.#generations[build] = (this.#generations[build] ?? 0) + 1
    return this.#start(build)
  }

  #start(build: number): VirtualWorker {
    const identity = { build: `${build}`, generation: this.#generations[build] ?? 0 }
    const worker = new VirtualWorker(this.#profile, identity, this.#owners, this.#options.onSocket)
    this.#workers.push(worker)
    return worker
  }

  #close(tab: Tab): void {
    tab.isGone = true
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    tab.leave()
  }

  /** Its tabs notice at once by its lock, and start the next. */
  #die(worker: VirtualWorker | undefined): void {
    if (worker === undefined) return
    worker.die()
    this.#rejoin(worker)
  }

  async #hang(worker: VirtualWorker | undefined): Promise<void> {
    if (worker === undefined || !worker.isAlive) return
    worker.hang()
    await this.joined()
    await settled()
    this.#profile.clock.advance(HANG_MS)
    this.#rejoin(worker)
  }

  #rejoin(last: VirtualWorker): void {
    for (const tab of this.tabs.filter((one) => one.worker === last)) this.#joinNext(tab, last)
  }

  /** The browser ends workers that hang and have a lock that nobody takes away: no page has gone on from them, or it came to them later. */
  endLeft(): void {
    const builds = new Set(this.tabs.map(({ build }) => build))
    for (const worker of this.workers) if (worker.isHanging && (!builds.has(worker.build) || worker.hasGotLate)) worker.die()
  }

  #goOn(): void {
    for (const worker of this.#workers) worker.goOn()
  }

  /** Brings the token to its renewal; whoever does that may die over it. */
  async #renew(): Promise<void> {
    await this.calm()
    await this.#options.untilRenewal(this.tabs[0]?.worker?.core.api as CoreApi)
    for (let turns = this.#random.below(6); turns > 0; turns -= 1) await turn()
    if (this.#random.below(2) === 0) this.#die(this.#owners.get(RENEWAL_LOCK))
  }

  /** Lets what hangs go on, and waits until each tab has joined. */
  async calm(): Promise<void> {
    this.#goOn()
    await this.joined()
    // What is gone is looked at no more.
    const isOver = ({ isAlive, sockets }: VirtualWorker) => !isAlive && sockets.every(({ readyState }) => readyState === 3)
    for (const worker of this.#workers.filter(isOver)) this.#workers.splice(this.#workers.indexOf(worker), 1)
  }

  /** Waits until each tab has joined whose worker does not hang. */
  async joined(): Promise<void> {
    if (this.tabs.length === 0) await this.open()
    const waited = new Set<Promise<void>>()
    for (;;) {
      const tab = this.tabs.find(({ worker, joined }) => worker?.isHanging === false && !waited.has(joined))
      if (tab === undefined) return
      waited.add(tab.joined)
      await tab.joined
    }
  }

  stop(): void {
    for (const { leave } of this.tabs) leave()
    for (const worker of this.#workers) worker.die()
  }
}

/** Has the real database and cipher, which this machine may be slow with, do what the cores have asked of them by now. */
export async function settled(): Promise<void> {
  for (let times = 0; times < 3; times += 1) {
    await crypto.subtle.digest('SHA-256', new Uint8Array(1))
    await turn()
  }
}

/** What is under way goes on by one step. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
