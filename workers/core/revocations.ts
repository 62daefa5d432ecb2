import { logout } from '#contract/calls/user/logout.ts'
import type { Ports } from './ports.ts'
import type { ServiceTime } from './service-time.ts'
import { isOutOfReach, type Transport } from './transport.ts'

const LOCK = 'sightline-revocations'
const TIMEOUT_MS = 10_000

/**
 * Tells the service of sessions that ended on this machine. Until it has heard, the token is remembered, sealed: whoever signs out without a
 * network, or closes the browser right afterwards, is signed out at the service as soon as it is in reach.
 */
export class Revocations {
  readonly #ports: Ports
  readonly #time: ServiceTime
  readonly #transport: Transport

  constructor(ports: Ports, time: ServiceTime, transport: Transport) {
    this.#ports = ports
    this.#time = time
    this.#transport = transport
  }

  /** Remembers a session that has ended. Resolves when it is written down; `deliver` tells the service. */
  add(token: string): Promise<void> {
    const { revoked } = this.#ports.store
    return this.#locked(async () => revoked.write([...(await revoked.read()), token], this.#time.nowMs()))
  }

  /** Tells the service what it has not heard yet. What it cannot be told now waits for the next time. */
  deliver(): Promise<void> {
    const { revoked } = this.#ports.store
    return this.#locked(async () => {
      for (const token of await revoked.read()) {
        const result = await this.#transport.send(logout, undefined, { token, timeoutMs: TIMEOUT_MS })
        // Any answer will do: a token that the service does not take any more needs no end.
        if (isOutOfReach(result)) return
        const left = (await revoked.read()).filter((one) => one !== token)
        await revoked.write(left, this.#time.nowMs())
      }
    })
  }

  /** Several cores of one browser profile tell one after the other. */
  async #locked(work: () => Promise<void>): Promise<void> {
    await this.#ports.locks.request(LOCK, work)
  }
}
