import * as Comlink from 'comlink'
import type { CoreApi, CoreEvent, CoreState } from '#contract/core-api.ts'
import { unlessAborted } from '../../lib/unless-aborted.ts'
import { generationAfter, generationKey, readGeneration } from './core-generation.ts'
import { build, findCore, type CoreWay } from './core-worker.ts'

/**
 * How long the first core that is tried may take to answer, the second, the third and any after it: one that went down before it had answered
 * tells nobody, and one that is only slow is given more time.
 */
const ATTACH_TIMEOUTS_MS = [2_500, 5_000, 10_000] as const
const LONGEST_ATTACH_MS = 15_000
/** A core that hangs has a successor within 5 s: it leaves a ping unanswered that was sent at most half a second after. */
const PING_EVERY_MS = 500
const PING_TIMEOUT_MS = 3_000
const RETRY_MS = 300

export type LinkState = 'connecting' | 'ready' | 'reconnecting'

interface Connection {
  api: CoreApi
  generation: number
  /** Aborted when this connection is no longer the one. */
  end: AbortController
}

/** What a tab hears of its link. */
export interface LinkListener {
  onLink(state: LinkState): void
  onAttached(state: CoreState): void
  onEvent(event: CoreEvent): void
}

/** The worker was lost while it worked on a request. */
export class LinkLost extends Error {}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** What waits for the end of the time goes when the answer comes: a tab asks twice a second for as long as it lives. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new LinkLost('no answer in time')), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * One tab's link to the core: finds the worker or starts it, watches it by its lock and by pings, and moves to the next
 * generation when it crashed or hangs.
 */
export class CoreLink {
  readonly tabId = crypto.randomUUID()
  readonly #lockName = `sightline-tab ${this.tabId}`
  readonly #listener: LinkListener
  #connection: Promise<Connection>
  #settle!: (connection: Connection) => void

  constructor(listener: LinkListener) {
    this.#listener = listener
    this.#connection = this.#nextConnection()
  }

  /** Connects, and resolves when the tab is attached. Afterwards the link looks after itself. */
  async start(): Promise<void> {
    await new Promise<void>((held) => {
      void navigator.locks.request(this.#lockName, () => {
        held()
        return new Promise(() => {})
      })
    })
    addEventListener('storage', (event) => {
      if (event.key === generationKey(build)) void this.#followOthers()
    })
    void this.#connect(readGeneration(build))
    await this.#connection
  }

  /**
   * Asks the core. Waits for the link first. When the worker is lost meanwhile the question is asked again of its
   * successor if `again` allows; else `LinkLost` is thrown, and whether it was done is not known.
   */
  async ask<T>(question: (api: CoreApi) => Promise<T>, again: boolean): Promise<T> {
    for (;;) {
      const connection = await this.#connection
      const { signal } = connection.end
      // Replaced since: nothing has been asked yet.
      if (signal.aborted) continue
      try {
        return await unlessAborted(question(connection.api), signal, () => new LinkLost('the worker was lost'))
      } catch (error) {
        if (!(error instanceof LinkLost && again)) throw error
      }
    }
  }

  #nextConnection(): Promise<Connection> {
    return new Promise((resolve) => {
      this.#settle = resolve
    })
  }

  async #connect(generation: number): Promise<void> {
    let attempt = 0
    for (let tried = generation; ; tried = await generationAfter(tried, build)) {
      const timeoutMs = ATTACH_TIMEOUTS_MS[attempt++] ?? LONGEST_ATTACH_MS
      const end = new AbortController()
      let way: CoreWay | undefined
      try {
        const tab = { tabId: this.tabId, lockName: this.#lockName }
        way = await findCore(tried, tab, end.signal)
        // Every function of the interface is asynchronous already, so that it is its own remote side.
        const api = way.remote as unknown as CoreApi
        const lost = way.lost.then(() => Promise.reject(new LinkLost('the core was lost')))
        const attached = api.attach(tab, Comlink.proxy(this.#listener.onEvent))
        const { state, coreLockName } = await within(timeoutMs, Promise.race([attached, lost]))
        const connection = { api, generation: tried, end }
        this.#listener.onAttached(state)
        this.#listener.onLink('ready')
        this.#settle(connection)
        this.#watchLock(connection, coreLockName)
        void this.#watchPings(connection)
        return
      } catch {
        way?.remote[Comlink.releaseProxy]()
        end.abort()
        this.#listener.onLink('reconnecting')
        await pause(RETRY_MS)
      }
    }
  }

  /** The worker holds its lock for life: whoever gets it knows that the worker is gone. */
  #watchLock(connection: Connection, coreLockName: string): void {
    navigator.locks
      .request(coreLockName, { mode: 'shared', signal: connection.end.signal }, () => {})
      .then(
        () => this.#replace(connection),
        () => {},
      )
  }

  async #watchPings(connection: Connection): Promise<void> {
    while (!connection.end.signal.aborted) {
      await pause(PING_EVERY_MS)
      const sentMs = Date.now()
      const alive = await within(PING_TIMEOUT_MS, connection.api.ping()).catch(() => undefined)
      // A machine that slept between question and answer says nothing about the worker: ask again.
      const slept = Date.now() - sentMs > PING_TIMEOUT_MS * 1.5
      if (alive === undefined && !slept) this.#replace(connection)
    }
  }

  async #followOthers(): Promise<void> {
    const connection = await this.#connection
    if (readGeneration(build) > connection.generation) this.#replace(connection)
  }

  #replace(connection: Connection): void {
    if (connection.end.signal.aborted) return
    this.#connection = this.#nextConnection()
    this.#listener.onLink('reconnecting')
    connection.end.abort()
    void generationAfter(connection.generation, build).then((next) => this.#connect(next))
  }
}
