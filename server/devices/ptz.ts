import type { PtzAct, PtzEdit, PtzRenewal, PtzState, PtzStatus } from '#contract/ptz.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from '../access/caller.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import type { Rights } from '../access/rights.ts'
import type { DeviceCommands } from './device-commands.ts'

/** A device that does not answer is not to gather commands that move the camera much later. Counted for each person: nobody takes the turns of others. */
const MOST_WAITING = 8

type Who = Pick<Principal, 'userId' | 'organizationId' | 'role'>
interface Place {
  sn: string
  chlIndex: number
}

/**
 * Cameras that move. The right `ptz` is asked of the very channel for each command, and what concerns one device is done in the order in which
 * it came, so that a renewal never overtakes the stop. That a movement ends when nobody renews it is the device's own doing.
 */
export class Ptz {
  readonly #rights: Rights
  readonly #commands: DeviceCommands
  readonly #queue = new KeyedQueue()
  readonly #waiting = new Map<string, number>()

  constructor({ rights, deviceCommands }: { rights: Rights; deviceCommands: DeviceCommands }) {
    this.#rights = rights
    this.#commands = deviceCommands
  }

  /** Fails with channel-missing, no-permission, device-offline, device-cannot, device-silent, too-frequent. */
  get(who: Who, place: Place): Promise<PtzState> {
    return this.inTurn(who, place, () => this.#commands.run(place.sn, 'ptz-get', { chlIndex: place.chlIndex }))
  }

  /** Fails as `get`, and with device-part-missing, wrong-state. */
  act(who: Who, place: Place, act: PtzAct): Promise<PtzStatus> {
    return this.inTurn(who, place, () => this.#commands.run(place.sn, 'ptz-act', { chlIndex: place.chlIndex, act }))
  }

  /** Fails as `get`, and with camera-moved-by-other. */
  renew(who: Who, place: Place, renewal: PtzRenewal): Promise<PtzStatus> {
    return this.inTurn(who, place, () => this.#commands.run(place.sn, 'ptz-renew', { chlIndex: place.chlIndex, renewal }))
  }

  /** Fails as `get`, and with name-taken-on-device, device-full, device-part-missing, device-refuses-value. */
  edit(who: Who, place: Place, edit: PtzEdit): Promise<PtzState> {
    return this.inTurn(who, place, () => this.#commands.run(place.sn, 'ptz-edit', { chlIndex: place.chlIndex, edit }))
  }

  /**
   * Does something with a camera when all that came before for its device is done. Fails with channel-missing, no-permission, too-frequent.
   */
  async inTurn<T>(who: Who, { sn, chlIndex }: Place, task: () => Promise<T>): Promise<T> {
    const turns = `${who.userId} ${sn}`
    const waiting = this.#waiting.get(turns) ?? 0
    if (waiting >= MOST_WAITING) throw new CallFault('too-frequent')
    this.#waiting.set(turns, waiting + 1)
    try {
      return await this.#queue.run(sn, async () => {
        await this.#rights.requireChannel(who, sn, chlIndex, 'ptz')
        return task()
      })
    } finally {
      const left = (this.#waiting.get(turns) ?? 1) - 1
      if (left > 0) this.#waiting.set(turns, left)
      else this.#waiting.delete(turns)
    }
  }
}
