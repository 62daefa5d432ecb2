import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod/mini'
import { networkSettings, networkWish, type NetworkSettings } from '#contract/device-settings.ts'
import { Refusal } from '#device/agent/command-handlers.ts'
import { retryPauseMs } from '#device/agent/retry-pause.ts'
import type { Log } from '#shared/log.ts'
import { hasAddress, hasWish, isNear, readNetwork, setAddress, setWays } from './camera-network.ts'
import { OnvifClient } from './client.ts'
import { discoverCameras } from './discover.ts'
import { OnvifError, onvifErrorOf } from './fault.ts'
import { parseOnvifUrl, type OnvifAddress } from './onvif-url.ts'

/** How long new addresses are tried when nobody says otherwise. */
const TRIAL_MS = 60_000
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
  #running: Promise<void> | undefined

  constructor(options: TrialOptions) {
    this.#options = options
  }

  /** Goes on with what was tried when the bridge stopped. */
  resume(): void {
    const { trial: begun } = this.#book
    if (begun !== undefined) this.#running ??= this.#follow(begun)
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#running
  }

  /** Throws `Refusal` and `OnvifError`. */
  async begin(client: OnvifClient, { trialId, network }: z.output<typeof networkWish>): Promise<{ forMs: number }> {
    if (this.#book.trial !== undefined) throw new Refusal('busy')
    const { host, port } = client.address
    const [{ settings: before, interfaceToken }, { serialNumber }, announcedAs] = await Promise.all([
      readNetwork(client),
      client.information(),
      this.#announcedAs(host),
    ])
    // Behind a router, or under a name, it is reached by what others have set: nobody knows by what it would be then.
    if (before.ip !== host || serialNumber === '') throw new Refusal('unsupported')
    if (network.isDhcp && announcedAs === undefined) throw new Refusal('bad-value', 'isDhcp')
    const moves = !network.isDhcp && network.ip !== before.ip
    if (moves && (!isNear(network, before) || (await isTaken(network.ip, port)))) throw new Refusal('bad-value', 'ip')
    const forMs = this.#options.trialMs ?? TRIAL_MS
    const begun: Trial = { trialId, network, before, host, interfaceToken, serialNumber, announcedAs, untilMs: Date.now() + forMs }
    this.#write({ ...this.#book, trial: begun })
    try {
      await setAddress(client, interfaceToken, network)
    } catch (error) {
      this.#write({ ...this.#book, trial: undefined })
      throw error
    }
    this.#running = this.#follow(begun)
    return { forMs }
  }

  /** What was kept. Throws `Refusal`: `busy` as long as it is tried, `not-found` when it was taken back. */
  keep(trialId: string): NetworkSettings {
    const { trial: begun, kept } = this.#book
    if (begun?.trialId === trialId) throw new Refusal('busy')
    if (kept?.trialId !== trialId) throw new Refusal('not-found')
    return kept.network
  }

  async #follow(begun: Trial): Promise<void> {
    const { signal } = this.#stopped
    const { network, before, untilMs, trialId } = begun
    const { log, label, onMoved, onEnded } = this.#options
    const isKept = await this.#keptBy(begun, untilMs)
    if (signal.aborted) return
    if (isKept !== undefined) {
      this.#write({ kept: { trialId, network: isKept.network } })
      log('info', `${label}: has its new addresses`)
      return isKept.host === begun.host ? onEnded() : onMoved(isKept.host)
    }
    log('warn', `${label}: was not reached with its new addresses, and gets its old ones back`)
    for (let failures = 0; !signal.aborted; failures += 1) {
      for (const host of await this.#hostsOf(begun, [before.ip, network.ip])) {
        const isBack = await this.#meet(begun, host, async (client) => {
          const { settings: has } = await readNetwork(client)
          if (!hasAddress(has, before)) await setAddress(client, begun.interfaceToken, before)
          // Elsewhere it is gone by now, and is met where it was.
          if (host === before.ip) await setWays(client, has, before)
          return host === before.ip
        })
        if (isBack !== true) continue
        this.#write({ kept: this.#book.kept })
        return onEnded()
      }
      await pause(retryPauseMs(failures), undefined, { signal }).catch(() => {})
    }
  }

  /** Where the camera is with all that it was to have, and what that is; undefined when it is not in time. */
  async #keptBy(begun: Trial, untilMs: number): Promise<{ host: string; network: NetworkSettings } | undefined> {
    const { signal } = this.#stopped
    const { network } = begun
    let seenAt: string | undefined
    while (!signal.aborted && Date.now() < untilMs) {
      for (const host of network.isDhcp ? await this.#hostsOf(begun, [begun.host]) : [network.ip]) {
        const has = await this.#meet(begun, host, async (client) => {
          await setWays(client, (await readNetwork(client)).settings, network)
          return (await readNetwork(client)).settings
        })
        if (has === undefined || !hasWish(has, network)) continue
        // One that asks the network for an address may still be at its old one for a moment.
        if (!network.isDhcp || seenAt === host) return { host, network: has }
        seenAt = host
      }
      await pause(Math.min(LOOK_EVERY_MS, Math.max(0, untilMs - Date.now())), undefined, { signal }).catch(() => {})
    }
    return undefined
  }

  /** Does something with the camera if it is there, and it is this one; undefined when it is not, or does not take it. */
  async #meet<T>({ serialNumber }: Trial, host: string, work: (client: OnvifClient) => Promise<T>): Promise<T | undefined> {
    const { log, label } = this.#options
    let client: OnvifClient | undefined
    try {
      client = await OnvifClient.connect({ ...this.#address, host, label: `${host}:${this.#address.port}` }, PATIENCE_MS)
      if ((await client.information()).serialNumber !== serialNumber) return undefined
      return await work(client)
    } catch (error) {
      if (!(error instanceof OnvifError)) throw error
      log('info', `${label}: ${onvifErrorOf(error, host).fault.message}`)
      return undefined
    } finally {
      client?.close()
    }
  }

  /** These addresses, and those under which it answers the question who is there. */
  async #hostsOf({ announcedAs }: Trial, hosts: readonly string[]): Promise<string[]> {
    const found = announcedAs === undefined ? [] : await this.#discover()
    return [...new Set([...hosts, ...found.filter(({ id }) => id === announcedAs).map(({ url }) => parseOnvifUrl(url).host)])]
  }

  async #announcedAs(host: string): Promise<string | undefined> {
    return (await this.#discover()).find(({ url }) => parseOnvifUrl(url).host === host)?.id
  }

  #discover() {
    return discoverCameras(DISCOVERY_MS, this.#options.only)
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

/** Somebody takes connections there: two with one address are both lost. */
function isTaken(host: string, port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const socket = connect({ host, port, timeout: TAKEN_MS })
  socket.once('connect', () => resolve(true))
  for (const end of ['error', 'timeout'] as const) socket.once(end, () => resolve(false))
  return promise.finally(() => socket.destroy())
}
