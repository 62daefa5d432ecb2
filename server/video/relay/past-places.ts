import { tenantLimits } from '../../access/tenant-limits.ts'
import { Allowance } from '../../runtime/allowance.ts'
import type { Now } from '../../runtime/clock.ts'

const { pieces: most, asks, waitingBytes } = tenantLimits.past
/** Organizations that are remembered before those with nothing under way are forgotten. */
const ORGANIZATIONS_BEFORE_TIDYING = 1_000

interface Organization {
  pieces: number
  waitingBytes: number
  asks: Allowance
}

/** The place of one piece of the past. */
export interface PastPlace {
  /** Counts bytes that wait for a viewer's line; false, and nothing is counted, when too much of this organization waits. */
  wait(bytes: number): boolean
  /** So many wait no longer; also after the place was left. */
  taken(bytes: number): void
  /** To be called once. */
  leave(): void
}

/** Shares the pieces of the past that are under way between organizations and devices: who has more than its share is refused, and nobody else. */
export class PastPlaces {
  readonly #now: Now
  readonly #organizations = new Map<string, Organization>()
  readonly #ofDevice = new Map<string, number>()
  #count = 0

  constructor(now: Now) {
    this.#now = now
  }

  /** A place for one more piece of this device for somebody of this organization; undefined when there is none. */
  take(organizationId: string, sn: string): PastPlace | undefined {
    const organization = this.#organization(organizationId)
    // Asked before anybody knows whether the device is theirs: nobody takes the places of another's.
    const device = `${organizationId} ${sn}`
    const ofDevice = this.#ofDevice.get(device) ?? 0
    const isFull = this.#count >= most.all || organization.pieces >= most.ofOrganization || ofDevice >= most.ofDevice
    if (isFull || !organization.asks.take(1)) return undefined
    this.#count += 1
    organization.pieces += 1
    this.#ofDevice.set(device, ofDevice + 1)
    return {
      wait: (bytes) => {
        if (organization.waitingBytes + bytes > waitingBytes.ofOrganization) return false
        organization.waitingBytes += bytes
        return true
      },
      taken: (bytes) => {
        organization.waitingBytes -= bytes
      },
      leave: () => {
        this.#count -= 1
        organization.pieces -= 1
        const left = (this.#ofDevice.get(device) ?? 1) - 1
        if (left > 0) this.#ofDevice.set(device, left)
        else this.#ofDevice.delete(device)
      },
    }
  }

  #organization(id: string): Organization {
    const known = this.#organizations.get(id)
    if (known !== undefined) return known
    if (this.#organizations.size >= ORGANIZATIONS_BEFORE_TIDYING) this.#tidy()
    const organization = { pieces: 0, waitingBytes: 0, asks: new Allowance(asks.ofOrganization, this.#now) }
    this.#organizations.set(id, organization)
    return organization
  }

  #tidy(): void {
    for (const [id, { pieces, waitingBytes: bytes }] of this.#organizations) {
      if (pieces === 0 && bytes === 0) this.#organizations.delete(id)
    }
  }
}
