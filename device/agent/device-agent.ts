import { setTimeout as pause } from 'node:timers/promises'
import type { FromDevice, GatewayChannel } from '#contract/device-gateway.ts'
import type { Log } from '#shared/log.ts'
import type { BindingKeyStore } from './binding-key-file.ts'
import type { ChannelSource } from './channel-source.ts'
import type { CommandHandlers } from './command-handlers.ts'
import { GatewayConnection, type ConnectionEnd, type DeviceDescription, type DeviceEvent } from './gateway-connection.ts'
import { deviceKey } from './identity.ts'
import { retryPauseMs } from './retry-pause.ts'

export interface AgentOptions {
  /** `ws://…/device-ws` */
  url: string
  description: DeviceDescription
  securityCode: string
  /** The key of its security code, where it was worked out before. */
  key?: string | undefined
  /** Where it keeps the key of its binding; without one it has none. */
  bindingKey?: BindingKeyStore
  channels: GatewayChannel[]
  source: ChannelSource
  /** What it does when it is told to; nothing when there are none. */
  commands?: CommandHandlers
  /** Its own clock, epoch ms; that of the machine unless it has another one. */
  now?: () => number
  log: Log
}

/** A wrong key does not become right by trying often, and no room comes of it. */
const REFUSED_PAUSE_MS = 60_000
const refusedForLong: ReadonlySet<string> = new Set(['wrong-key', 'binding-key-missing', 'too-many-enrolments', 'too-many-unbound'])
/** Another process serves this device; were both to insist, neither would. */
const ELSEWHERE_PAUSE_MS = 300_000
/** A service that was restarted is there again within seconds, and screens wait for pictures: so many attempts come soon after one another. */
const QUICK_ATTEMPTS = 24
const QUICK_PAUSE_MS = 250

/** What whoever reads the log of a device can do about a refusal. */
const refusals: Partial<Record<Extract<ConnectionEnd, { kind: 'refused' }>['reason'], string>> = {
  'wrong-key': 'its security code is not the one that the service knows it by',
  'binding-key-missing':
    'it belongs to an organization, but has lost the key that was agreed on when it was added, as after a reset or with a new disk. ' +
    'Its owner has to unbind it in the app and add it again',
  'too-many-enrolments': 'the service has seen too many new devices; it tries again by itself',
  'too-many-unbound':
    'too many devices of this network wait to be added. Add some of them in the app, or switch some off; it tries again by itself',
  crowded: 'too many connections come from its network that have not shown whose they are; it tries again by itself',
  'not-bound-in-time': 'nobody has added it in the app for an hour, or others needed its place. It comes back by itself, to be added',
}

/**
 * One device of the service, simulated or real: keeps its connection to the gateway, and hands the streams that the
 * service asks for to its source. `start` once, `stop` at the end.
 */
export class DeviceAgent {
  readonly #options: AgentOptions
  readonly #stopped = new AbortController()
  readonly #firstAttempt = Promise.withResolvers<void>()
  #channels: GatewayChannel[]
  #connection: GatewayConnection | undefined
  #running: Promise<void> | undefined
  #failures = 0
  #identity: { description: DeviceDescription; securityCode: string }
  #key: Promise<string> | undefined
  #awayMs: number | undefined
  /** Resolves when the network is there again; none while it is there. */
  #cut: PromiseWithResolvers<void> | undefined

  constructor(options: AgentOptions) {
    this.#options = options
    this.#identity = options
    if (options.key !== undefined) this.#key = Promise.resolve(options.key)
    this.#channels = options.channels
  }

  /** Resolves when the service has welcomed the device, or the first attempt has failed. */
  get firstAttempt(): Promise<void> {
    return this.#firstAttempt.promise
  }

  start(): void {
    this.#running ??= this.#run()
  }

  /** Resolves when the connection is closed, within half a second. */
  async stop(): Promise<void> {
    this.#stopped.abort()
    this.#cut?.resolve()
    this.#connection?.close()
    await this.#running
  }

  /** Tells the service of channels that came, went or changed: the whole list. */
  setChannels(channels: GatewayChannel[]): void {
    this.#channels = channels
    this.#connection?.sendChannels()
  }

  /** Whether the service hears what it reports: it is connected, and bound. */
  get isHeard(): boolean {
    return this.#connection?.isHeard === true
  }

  /** Tells the service what a channel saw; lost while there is no connection, or the device is not bound. */
  report(event: DeviceEvent): void {
    this.#connection?.sendEvent(event)
  }

  /** Tells the service what the device is busy with, or sends a log. */
  reportWork(report: Extract<FromDevice, { kind: 'activity' | 'log' }>): void {
    this.#connection?.sendWork(report)
  }

  /** From the next connection on the device says this of itself, and signs with this code. */
  changeIdentity(change: { description?: DeviceDescription; securityCode?: string }): void {
    this.#identity = { ...this.#identity, ...change }
    this.#key = undefined
  }

  /** Ends the connection, as a restart does, and connects anew after this time. */
  goAway(ms: number): void {
    this.#awayMs = ms
    this.#connection?.close()
  }

  /** Whether anything can be reached from where the device is. Without a network it stays away until there is one. */
  setReachable(isReachable: boolean): void {
    if (isReachable) {
      this.#cut?.resolve()
      this.#cut = undefined
      return
    }
    this.#cut ??= Promise.withResolvers<void>()
    this.goAway(0)
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopped
    while (!signal.aborted) {
      if (this.#cut !== undefined) {
        this.#firstAttempt.resolve()
        await this.#cut.promise
        if (signal.aborted) return
      }
      const { description, securityCode } = this.#identity
      this.#key ??= deviceKey(description.sn, securityCode)
      const key = await this.#key
      if (signal.aborted) return
      const end = await this.#connect(description, key)
      this.#firstAttempt.resolve()
      if (!signal.aborted) await pause(this.#pauseAfter(end), undefined, { signal }).catch(() => {})
    }
  }

  #connect(description: DeviceDescription, key: string): Promise<ConnectionEnd> {
    const { url, source, bindingKey, commands = {}, now = Date.now, log } = this.#options
    const { promise, resolve } = Promise.withResolvers<ConnectionEnd>()
    this.#connection = new GatewayConnection({
      url,
      description,
      key,
      bindingKey,
      channels: () => this.#channels,
      source,
      commands,
      now,
      log,
      onWelcome: (isBound) => {
        this.#failures = 0
        this.#firstAttempt.resolve()
        log('info', `${description.sn} is connected${isBound ? '' : ', not bound to an organization yet'}`)
      },
      onEnd: resolve,
    })
    return promise
  }

  #pauseAfter(end: ConnectionEnd): number {
    const { sn } = this.#options.description
    const awayMs = this.#awayMs
    this.#awayMs = undefined
    if (awayMs !== undefined) return awayMs
    if (end.kind === 'refused') {
      this.#options.log('error', `${sn} is refused by the service: ${refusals[end.reason] ?? end.reason}`)
      if (refusedForLong.has(end.reason)) return REFUSED_PAUSE_MS
      if (end.reason === 'connected-elsewhere') return ELSEWHERE_PAUSE_MS
    } else {
      this.#options.log('info', `${sn} lost the service: ${end.message}`)
    }
    const failures = this.#failures++
    // As with the longer ones, not all devices in one moment.
    // One more attempt at once would be one more of the crowd.
    if (end.kind === 'refused' && end.reason === 'crowded') return retryPauseMs(failures)
    if (failures < QUICK_ATTEMPTS) return QUICK_PAUSE_MS * (1 - Math.random() / 2)
    return retryPauseMs(failures - QUICK_ATTEMPTS)
  }
}
