import type { Now } from '../../runtime/clock.ts'
import type { DeviceConnection } from './device-connection.ts'

/** Of one network: enough for whoever installs a building, and far from all that there are. */
const MOST_OF_NETWORK = 64
/** What nobody binds within this goes, and comes anew. */
const LIFE_MS = 3_600_000

interface Entry {
  connection: DeviceConnection
  network: string
  sinceMs: number
}

/** The devices that are connected to this node and bound to nobody: anybody may be one, and hold on to the place for as long as they like. */
export class UnboundDevices {
  readonly #now: Now
  /** By serial number, in the order in which they came. */
  readonly #entries = new Map<string, Entry>()

  constructor(now: Now) {
    this.#now = now
  }

  /** Whether this device may come from the network; if it is here already it takes no other place. */
  hasRoom(sn: string, network: string): boolean {
    let others = 0
    for (const [other, entry] of this.#entries) if (entry.network === network && other !== sn) others += 1
    return others < MOST_OF_NETWORK
  }

  /** A connection in place of another one of the same device lasts no longer than that. */
  add(sn: string, connection: DeviceConnection, network: string): void {
    const sinceMs = this.#entries.get(sn)?.sinceMs ?? this.#now()
    this.#entries.set(sn, { connection, network, sinceMs })
  }

  /** Bound, or gone; nothing when the device has another connection by now. */
  delete(sn: string, connection: DeviceConnection): void {
    if (this.#entries.get(sn)?.connection === connection) this.#entries.delete(sn)
  }

  connectionOf(sn: string): DeviceConnection | undefined {
    return this.#entries.get(sn)?.connection
  }

  /** Serial number of the device of this network that has been here longest. */
  longestOf(network: string): string | undefined {
    for (const [sn, entry] of this.#entries) if (entry.network === network) return sn
    return undefined
  }

  /** Serial numbers of those whose time is over. */
  overdue(): string[] {
    const beforeMs = this.#now() - LIFE_MS
    return [...this.#entries].flatMap(([sn, { sinceMs }]) => (sinceMs <= beforeMs ? sn : []))
  }
}
