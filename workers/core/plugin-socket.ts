import type { CallResult, PluginState } from '#contract/core-api.ts'
import { limits, requiredPluginVersions } from '#contract/limits.ts'
import { pluginCodes } from '#contract/plugin/command-registry.ts'
import { connectToServer } from '#contract/plugin/commands/connect-to-server.ts'
import { getOcxVersion } from '#contract/plugin/commands/get-ocx-version.ts'
import type { Command, ReplyOf, RequestOf } from '#contract/plugin/define-command.ts'
import { PluginWire } from './plugin-wire.ts'
import { pause, type Ports } from './ports.ts'
import { failure } from './transport.ts'

export const PLUGIN_LOCK = 'sightline-plugin'
/** Pause before the one retry of the specification, and before each further look for a plugin that was started later. */
const RETRY_MS = 1_000
const LOOK_AGAIN_MS = 30_000
/** Pause before joining the service again when the plugin lost it. */
const REJOIN_MS = 3_000

/** What the plugin's socket needs of the rest of the core. */
export interface PluginNeeds {
  port(): Promise<number>
  /** A one-time ticket for the plugin; `undefined` when the person may not, or the service is out of reach. */
  ticket(): Promise<string | undefined>
  /** Of the session for which the plugin is joined: it keeps one socket of it. */
  sessionId(): string | undefined
  onState(): void
  /** Another core took the socket's lock away: this one is superseded. */
  onStolen(): void
}

/** How a connection ended. */
type End = 'lost' | 'absent' | 'refused' | 'unjoined'

/** Whether version `required` is newer than `installed`; both like `1.0.0.1914`. */
export function isNewer(required: string, installed: string): boolean {
  const [a, b] = [required, installed].map((version) => version.split('.').map(Number))
  for (const [index, part] of (a ?? []).entries()) {
    const other = b?.[index] ?? 0
    if (part !== other) return part > other
  }
  return false
}

/**
 * The socket to the local plugin, held by one core of all that are open: finds the plugin, joins it to the service with a
 * one-time ticket, keeps it alive, and goes on looking for one that is started later.
 */
export class PluginSocket {
  readonly #ports: Ports
  readonly #needs: PluginNeeds
  #state: PluginState = { kind: 'unloaded', reason: 'not-tried' }
  #run: AbortController | undefined
  #wire: PluginWire | undefined
  /** Ends the pause before the next look for the plugin; `isWish`: a person asked for it. */
  #hurry = (_isWish: boolean) => {}
  #isHolder = false
  #settled: (() => void)[] = []

  constructor(ports: Ports, needs: PluginNeeds) {
    this.#ports = ports
    this.#needs = needs
  }

  get state(): PluginState {
    return this.#state
  }

  /** The open socket of a plugin that is joined to the service. */
  get wire(): PluginWire | undefined {
    return this.#state.kind === 'loaded' ? this.#wire : undefined
  }

  /** Sends a command. Fails with 409 while the plugin is not there. */
  ask<C extends Command>(command: C, request: RequestOf<C>): Promise<CallResult<ReplyOf<C>>> {
    const { wire } = this
    return wire === undefined ? Promise.resolve(failure(pluginCodes.notConnected, 'the plugin is not there')) : wire.ask(command, request)
  }

  start(): void {
    if (this.#run !== undefined) return
    const run = new AbortController()
    this.#run = run
    this.#ports.locks
      .request(PLUGIN_LOCK, { signal: run.signal }, () => this.#hold(run.signal))
      .catch(() => {
        if (!run.signal.aborted) this.#needs.onStolen()
      })
  }

  /** Disposes of the plugin: it closes its windows with the socket. */
  stop(): void {
    this.#run?.abort()
    this.#run = undefined
    this.#isHolder = false
    this.#wire?.close()
    this.#setState({ kind: 'unloaded', reason: 'not-tried' })
  }

  /** Looks for the plugin at once. Gives what came of it. */
  async connectNow(): Promise<PluginState> {
    if (!this.#isHolder || this.#state.kind === 'loaded') return this.#state
    const settled = new Promise<void>((resolve) => this.#settled.push(resolve))
    this.#setState({ kind: 'connecting' })
    this.#hurry(true)
    await settled
    return this.#state
  }

  /** The service can be reached again, which may be all that was missing: looks once more now. */
  retryNow(): void {
    this.#hurry(false)
  }

  /** Joins the plugin to the service, again if need be. False when that failed. */
  async join(): Promise<boolean> {
    return (await this.#join()) === pluginCodes.success
  }

  async #hold(signal: AbortSignal): Promise<void> {
    this.#isHolder = true
    let retriesLeft: number = limits.pluginRetries
    let isWished = false
    this.#setState({ kind: 'connecting' })
    while (!signal.aborted) {
      const end = isWished || !(await this.#raisesQuestion()) ? await this.#connect(signal) : 'absent'
      this.#wire = undefined
      if (end === 'lost') retriesLeft = limits.pluginRetries
      const isAgain = end !== 'refused' && retriesLeft > 0
      const state: PluginState = isAgain ? { kind: 'connecting' } : { kind: 'unloaded', reason: await this.#reason(end) }
      if (signal.aborted) return
      this.#setState(state)
      if (isAgain) retriesLeft -= 1
      isWished = await this.#pauseUnlessHurried(isAgain ? RETRY_MS : LOOK_AGAIN_MS, signal)
    }
  }

  /** Answers whether a person ended it. */
  async #pauseUnlessHurried(ms: number, signal: AbortSignal): Promise<boolean> {
    const end = new AbortController()
    let isWished = false
    this.#hurry = (isWish) => {
      isWished ||= isWish
      end.abort()
    }
    const stop = () => end.abort()
    signal.addEventListener('abort', stop)
    await pause(this.#ports.clock, ms, end.signal)
    signal.removeEventListener('abort', stop)
    this.#hurry = () => {}
    return isWished
  }

  /** The browser's question comes on a click, after an explanation, and never by itself. */
  async #raisesQuestion(): Promise<boolean> {
    return this.#ports.raisesQuestions && (await this.#ports.pluginPermission()) === 'prompt'
  }

  /**
   * One connection, from opening to its end: `lost` when the plugin was loaded, else why it could not be used. `refused` is the plugin's own word;
   * `unjoined`: it could not be joined to the service.
   */
  async #connect(signal: AbortSignal): Promise<End> {
    let wire: PluginWire
    try {
      wire = await PluginWire.open(this.#ports, await this.#needs.port())
    } catch {
      return 'absent'
    }
    const close = () => wire.close()
    signal.addEventListener('abort', close)
    if (signal.aborted) close()
    this.#wire = wire
    const version = await wire.ask(getOcxVersion, {})
    const joined = version.ok ? await this.#join() : undefined
    if (!version.ok || joined !== pluginCodes.success || signal.aborted) {
      wire.close()
      return joined === undefined ? 'absent' : joined === pluginCodes.refused ? 'refused' : 'unjoined'
    }
    const { pluginVersion: installed, isNative } = version.data
    const required = requiredPluginVersions[this.#ports.isMac ? 'mac' : 'other']
    this.#setState({ kind: 'loaded', version: installed, needsUpdate: isNewer(required, installed), ...(isNative ? { isNative } : {}) })
    wire.onUnasked = (name, code) => {
      if (name === connectToServer.name && code === pluginCodes.notConnected) void this.#rejoin(wire, signal)
    }
    await this.#beat(wire)
    signal.removeEventListener('abort', close)
    return 'lost'
  }

  /** Asks for the version every 30 s, until the socket closes or a reply stays out. */
  async #beat(wire: PluginWire): Promise<void> {
    const closed = new AbortController()
    void wire.closed.then(() => closed.abort())
    for (;;) {
      await pause(this.#ports.clock, limits.pluginHeartbeatMs, closed.signal)
      if (closed.signal.aborted || !(await wire.ask(getOcxVersion, {})).ok) return wire.close()
    }
  }

  async #join(): Promise<number | undefined> {
    const ticket = await this.#needs.ticket()
    if (ticket === undefined) return pluginCodes.serverUnreachable
    const sessionId = this.#needs.sessionId()
    const whose = sessionId === undefined ? {} : { sessionId }
    const result = await this.#wire?.ask(connectToServer, { address: this.#ports.origin, ticket, ...whose })
    return result?.ok ? pluginCodes.success : result?.code
  }

  /** The plugin lost the service: joins it again until that works or the socket ends. Its windows go on then. */
  async #rejoin(wire: PluginWire, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#wire === wire && this.#state.kind === 'loaded') {
      if (await this.join()) return
      await pause(this.#ports.clock, REJOIN_MS, signal)
    }
  }

  async #reason(end: End): Promise<'absent' | 'refused' | 'denied' | 'permission-needed'> {
    if (end === 'refused' || end === 'unjoined') return 'refused'
    const permission = await this.#ports.pluginPermission()
    return permission === 'prompt' ? 'permission-needed' : permission === 'denied' ? 'denied' : 'absent'
  }

  #setState(state: PluginState): void {
    this.#state = state
    this.#needs.onState()
    if (state.kind === 'connecting') return
    for (const tell of this.#settled.splice(0)) tell()
  }
}
