import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect, isIPv4 } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { networkSettings, networkWish, type NetworkSettings } from '#contract/device-settings.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import type { Log } from '#shared/log.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { canHave, hasAddress, hasWish, isNear, readNetwork, setAddress, setWays, soundNetwork } from './camera-network.ts'
import { OnvifClient } from './client.ts'
import { discoverCameras, type FoundCamera } from './discover.ts'
import { OnvifError, UNAUTHORIZED_PAUSE_MS } from './fault.ts'
import { parseOnvifUrl, type OnvifAddress } from './onvif-url.ts'

/** How long new addresses are tried when nobody says otherwise. */
const TRIAL_MS = 60_000
/** One that restarts is given so many times that. */
const RESTART_FACTOR = 3
/** After that it is somebody else's matter where a camera has gone. */
const GIVE_BACK_MS = DAY_MS
const LOOK_EVERY_MS = 1_000
/** A camera that is where it should be answers sooner. */
const PATIENCE_MS = 3_000
const DISCOVERY_MS = 1_500
const TAKEN_MS = 1_000

const trial = z.extend(networkWish, {
  before: networkSettings,
  /** Where the camera was reached. */
  host: z.string(),
  interfaceToken: z.string(),
  /** By which it is known again. */
  serialNumber: z.string(),
  /** Its own name for itself where it answers the question who is there; it can be found by that under whatever address. */
  announcedAs: z.optional(z.string()),
  untilMs: z.number(),
})
type Trial = z.output<typeof trial>
/** What is tried, and what was tried and kept last. */
const book = z.object({
  trial: z.optional(trial),
  kept: z.optional(networkWish),
})
type Book = z.output<typeof book>

interface TrialOptions {
  /** The address of the camera as the bridge has it. */
  url: string
  certificate: string | undefined
  label: string
  /** Where what is tried outlasts the bridge. */
  file: string
  /** The only network interface to look on. */
  only: string | undefined
  trialMs: number | undefined
  log: Log
  /** The camera is at another address from now on. */
  onMoved: (host: string) => void
  /** What was tried has ended, and the camera is where it was. */
  onEnded: () => void
}

/**
 * New addresses of a camera that speaks ONVIF, on trial. A camera cannot take its old ones back by itself: the bridge looks for it where it should be
 * then, and gives them back when it is not found there in time, or takes only a part of them, as soon as it is found anywhere. Addresses at which the
 * bridge could not reach it are refused before.
 */
export class CameraNetworkTrial {
  readonly #options: TrialOptions
  readonly #stopped = new AbortController()
  /** Hosts that refused the password are not asked again before this. */
  readonly #askAgainMs = new Map<string, number>()
  #running: Promise<void> | undefined
  #isBeginning = false

  constructor(options: TrialOptions) {
    this.#options = options
  }

  /** Goes on with what was tried when the bridge stopped. */
  resume(): void {
    const { trial: begun } = this.#book
    if (begun !== undefined && this.#running === undefined) this.#run(begun)
  }

  /** New addresses are tried, or the old ones given back. */
  get isUnderWay(): boolean {
    return this.#isBeginning || this.#book.trial !== undefined
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  /** Throws `Refusal` and `OnvifError`. */
  async begin(client: OnvifClient, wish: z.output<typeof networkWish>): Promise<{ forMs: number }> {
    if (this.isUnderWay) throw new Refusal('busy')
    this.#isBeginning = true
    try {
      return await this.#begin(client, wish)
    } finally {
      this.#isBeginning = false
    }
  }

  async #begin(client: OnvifClient, { trialId, network }: z.output<typeof networkWish>): Promise<{ forMs: number }> {
    const { host, port } = client.address
    const [{ settings: before, interfaceToken }, { serialNumber }] = await Promise.all([soundNetwork(client), client.information()])
    // Behind a router, or under a name, it is reached by what others have set: nobody knows by what it would be then.
    if (before.ip !== host || serialNumber === '') throw new Refusal('unsupported')
    const moves = !network.isDhcp && !hasAddress(before, network)
    if (moves && !(canHave(network) && isNear(network, before))) throw new Refusal('bad-value', 'ip')
    const [announcedAs, isOthers] = await Promise.all([
      this.#announcedAs(host),
      moves && network.ip !== before.ip && isTaken(network.ip, port),
    ])
    if (isOthers) throw new Refusal('bad-value', 'ip')
    // Whatever the network gives it, now or when it has to go back, it has to be found.
    if ((network.isDhcp || before.isDhcp) && announcedAs === undefined) throw new Refusal('bad-value', 'isDhcp')
    const usualMs = this.#options.trialMs ?? TRIAL_MS
    const trialWith = (forMs: number): Trial => {
      return { trialId, network, before, host, interfaceToken, serialNumber, announcedAs, untilMs: Date.now() + forMs }
    }
    this.#write({ ...this.#book, trial: trialWith(usualMs) })
    let forMs: number
    try {
      forMs = (await setAddress(client, interfaceToken, network)) ? RESTART_FACTOR * usualMs : usualMs
    } catch (error) {
      this.#write({ ...this.#book, trial: undefined })
      throw error
    }
    const begun = trialWith(forMs)
    this.#write({ ...this.#book, trial: begun })
    this.#run(begun)
    return { forMs }
  }

  /** What was kept. Throws `Refusal`: `busy` as long as it is tried, `not-found` when it was taken back. */
  keep(trialId: string): NetworkSettings {
    const { trial: begun, kept } = this.#book
    if (begun?.trialId === trialId) throw new Refusal('busy')
    if (kept?.trialId !== trialId) throw new Refusal('not-found')
    return kept.network
  }

  /** Nobody waits for it but who stops it: the bridge serves its other cameras whatever becomes of this one. */
  #run(begun: Trial): void {
    const { log, label } = this.#options
    this.#running = this.#follow(begun).catch((error: unknown) => {
      log('error', `${label}: its new addresses are not looked after, ${error instanceof Error ? error.message : String(error)}`)
    })
  }

  async #follow(begun: Trial): Promise<void> {
    const { signal } = this.#stopped
    const { log, label, onMoved, onEnded } = this.#options
    const isKept = await this.#keptBy(begun)
    if (signal.aborted) return
    if (isKept !== undefined) {
      this.#write({ kept: { trialId: begun.trialId, network: isKept.network } })
      log('info', `${label}: has its new addresses`)
      return isKept.host === begun.host ? onEnded() : onMoved(isKept.host)
    }
    log('warn', `${label}: was not reached with its new addresses, and gets its old ones back`)
    const host = await this.#givenBack(begun)
    if (signal.aborted) return
    this.#write({ kept: this.#book.kept })
    if (host === undefined) log('warn', `${label}: could not be given its old addresses back, and is looked for no more`)
    return host === undefined || host === begun.host ? onEnded() : onMoved(host)
  }

  /** Where the camera has its old addresses again; undefined when another has them by now, or it was not found for too long. */
  async #givenBack(begun: Trial): Promise<string | undefined> {
    const { signal } = this.#stopped
    const { network, before, untilMs, interfaceToken } = begun
    let seenAt: string | undefined
    for (let failures = 0; !signal.aborted && Date.now() < untilMs + GIVE_BACK_MS; failures += 1) {
      for (const host of await this.#hostsOf(begun, [before.ip, network.ip])) {
        const isBack = await this.#meet(begun, host, async (client) => {
          const has = await readNetwork(client)
          if (!hasAddress(has.settings, before)) await setAddress(client, interfaceToken, before)
          // Elsewhere it is gone by now, and is met where it was; or wherever the network has it.
          const isHome = before.isDhcp ? has.settings.isDhcp : host === before.ip
          if (isHome) await setWays(client, has, before)
          return isHome
        })
        if (isBack === 'other' && host === before.ip && !before.isDhcp) return undefined
        if (isBack !== true) continue
        if (!before.isDhcp || seenAt === host) return host
        seenAt = host
      }
      await pause(retryPauseMs(failures), undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  /** Where the camera is with all that it was to have, and what that is; undefined when it is not in time. */
  async #keptBy(begun: Trial): Promise<{ host: string; network: NetworkSettings } | undefined> {
    const { signal } = this.#stopped
    const { network, untilMs } = begun
    let seenAt: string | undefined
    while (!signal.aborted && Date.now() < untilMs) {
      for (const host of network.isDhcp ? await this.#hostsOf(begun, [begun.host]) : [network.ip]) {
        const has = await this.#meet(begun, host, async (client) => {
          await setWays(client, await readNetwork(client), network)
          return (await readNetwork(client)).settings
        })
        if (has === undefined || has === 'other' || !hasWish(has, network)) continue
        // One that asks the network for an address may still be at its old one for a moment.
        if (!network.isDhcp || seenAt === host) return { host, network: has }
        seenAt = host
      }
      await pause(Math.min(LOOK_EVERY_MS, Math.max(0, untilMs - Date.now())), undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  /** Does something with the camera if it is there: `other` when another is, undefined when nobody is, or it does not take it. */
  async #meet<T>({ serialNumber }: Trial, host: string, work: (client: OnvifClient) => Promise<T>): Promise<T | 'other' | undefined> {
    const { log, label } = this.#options
    if (Date.now() < (this.#askAgainMs.get(host) ?? 0)) return undefined
    let client: OnvifClient | undefined
    try {
      client = await OnvifClient.connect({ ...this.#address, host, label: `${host}:${this.#address.port}` }, PATIENCE_MS)
      const found = await client.information()
      if (found.serialNumber !== serialNumber) return found.serialNumber === '' ? undefined : 'other'
      return await work(client)
    } catch (error) {
      if (!(error instanceof OnvifError)) throw error
      log('info', `${label}: ${error.fault.message}`)
      if (error.fault.kind === 'unauthorized') this.#askAgainMs.set(host, Date.now() + UNAUTHORIZED_PAUSE_MS)
      return undefined
    } finally {
      client?.close()
    }
  }

  /**
   * These addresses, and those under which it answers the question who is there. Whoever answers may take its name, and is asked with the password:
   * only near ones are believed.
   */
  async #hostsOf({ announcedAs, before }: Trial, hosts: readonly string[]): Promise<string[]> {
    const answers = announcedAs === undefined ? [] : await this.#discover()
    const found = answers.filter(({ id }) => id === announcedAs).map(({ url }) => parseOnvifUrl(url).host)
    return [...new Set([...hosts, ...found.filter((host) => isIPv4(host) && isNear({ ...before, ip: host }, before))])]
  }

  async #announcedAs(host: string): Promise<string | undefined> {
    return (await this.#discover()).find(({ url }) => parseOnvifUrl(url).host === host)?.id
  }

  /** All that answer, also several under one name; nobody where there is no network to ask in. */
  async #discover(): Promise<FoundCamera[]> {
    const { only, log, label } = this.#options
    const found: FoundCamera[] = []
    try {
      await discoverCameras(DISCOVERY_MS, only, (camera) => found.push(camera))
    } catch (error) {
      if (!(error instanceof OnvifError)) throw error
      log('warn', `${label}: ${error.fault.message}`)
    }
    return found
  }

  get #address(): OnvifAddress {
    return parseOnvifUrl(this.#options.url, this.#options.certificate)
  }

  /** What cannot be read is as if nothing had been tried. */
  get #book(): Book {
    try {
      return book.parse(JSON.parse(readFileSync(this.#options.file, 'utf8')))
    } catch {
      return {}
    }
  }

  #write(now: Book): void {
    const fresh = `${this.#options.file}.new`
    writeFileSync(fresh, `${JSON.stringify(now, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(fresh, this.#options.file)
  }
}

/** Somebody takes connections there, or refuses them: two with one address are both lost. Of the loopback each address refuses, used or not. */
function isTaken(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: TAKEN_MS })
  socket.once('connect', () => resolve(true))
  socket.once('timeout', () => resolve(false))
  socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'ECONNREFUSED' && !host.startsWith('127.')))
  return promise.finally(() => socket.destroy())
}
