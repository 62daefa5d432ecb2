import type { DeviceEvent } from '#device/agent/gateway-connection.ts'
import type { Log } from '#shared/log.ts'
import type { OnvifClient } from './client.ts'
import { printable } from './discover.ts'
import { EventSense, type Sensed, type SensedHealth } from './event-sense.ts'
import type { PulledMessage } from './event-topics.ts'
import { chooseProfiles, type OnvifProfile } from './profiles.ts'
import { fetchSnapshot } from './snapshot.ts'

interface EyesOptions {
  client: OnvifClient
  profiles: readonly OnvifProfile[]
  /** the sensor that is shown */
  source: string
  label: string
  log: Log
  report: (event: DeviceEvent) => void
  /** The sensor gives a picture, or none any more. */
  onSignal: (hasSignal: boolean) => void
}

/** What one connected camera sees: makes events of its messages, each with a picture where the camera has one. */
export class CameraEyes {
  readonly #options: EyesOptions
  readonly #sense: EventSense
  readonly #health = new Map<SensedHealth['health'], boolean>()
  #snapshotUrl: Promise<URL | undefined> | undefined
  #fetching: Promise<string | undefined> | undefined

  constructor(options: EyesOptions) {
    this.#options = options
    const { profiles, source } = options
    const others = profiles.filter((profile) => profile.source !== source)
    this.#sense = new EventSense(new Set(others.flatMap((profile) => [profile.source, profile.sourceConfig])))
  }

  see(messages: readonly PulledMessage[]): void {
    const { client, label, log } = this.#options
    const known = this.#sense.unknown.size
    for (const message of messages) {
      for (const sensed of this.#sense.hear(message, { clockAheadMs: client.clockAheadMs, nowMs: Date.now() })) void this.#report(sensed)
      this.#noteHealth(message)
    }
    const fresh = [...this.#sense.unknown.keys()].slice(known)
    if (fresh.length > 0) log('info', `${label} tells what we have no event for: ${fresh.map(printable).join(', ')}`)
  }

  #noteHealth(message: PulledMessage): void {
    const { label, log, onSignal } = this.#options
    const sensed = this.#sense.hearHealth(message)
    if (sensed === undefined || this.#health.get(sensed.health) === sensed.isWell) return
    this.#health.set(sensed.health, sensed.isWell)
    if (sensed.health === 'signal') onSignal(sensed.isWell)
    else if (!sensed.isWell) log('warn', `${label} tells that what it records on has failed`)
  }

  async #report({ kind, ...sensed }: Sensed): Promise<void> {
    // Several at once are one picture.
    this.#fetching ??= this.#picture().finally(() => (this.#fetching = undefined))
    const snapshot = await this.#fetching
    this.#options.report({ chlIndex: 0, event: kind, ...sensed, ...(snapshot && { snapshot }) })
  }

  async #picture(): Promise<string | undefined> {
    const { client } = this.#options
    this.#snapshotUrl ??= this.#findSnapshot()
    const url = await this.#snapshotUrl
    return url && fetchSnapshot(url, client.connections, client.address.credentials)
  }

  /** The small picture: the large one of many cameras is larger than the service takes. */
  async #findSnapshot(): Promise<URL | undefined> {
    const { client, profiles, source } = this.#options
    const { main, sub } = chooseProfiles(profiles, source) ?? {}
    for (const profile of [sub, main]) {
      const url = profile && (await client.snapshotUrl(profile.token).catch(() => undefined))
      if (url !== undefined) return url
    }
    return undefined
  }
}
