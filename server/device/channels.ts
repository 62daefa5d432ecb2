import { deviceTypes } from '#contract/enums.ts'
import type { MapPosition } from '#contract/site-scenes.ts'
import { CallFault } from '../call-fault.ts'
import type { Principal } from '../caller.ts'
import type { Db } from '../db/open.ts'
import { takeAccount } from '../licence/account.ts'
import type { PushHub } from '../push/hub.ts'
import type { Rights } from '../rights.ts'
import { positionColumns } from './sites.ts'

/** How many cameras an organization may have open. */
export interface ChannelLicence {
  coverage(organizationId: string): Promise<{ covered: number }>
}
interface ChannelName {
  sn: string
  chlIndex: number
}

/** Which channels are open, within what the licence covers, and where they stand on the map. */
export class Channels {
  readonly #db: Db
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #licence: ChannelLicence
  readonly #listeners = new Set<(sn: string) => void>()

  constructor(parts: { db: Db; rights: Rights; push: PushHub; licence: ChannelLicence }) {
    this.#db = parts.db
    this.#rights = parts.rights
    this.#push = parts.push
    this.#licence = parts.licence
  }

  /** Hears of devices whose channels were opened or closed, after it is written. */
  onOpenChanged(listener: (sn: string) => void): void {
    this.#listeners.add(listener)
  }

  /** Opens or closes channels, all or none. Fails with 33005, 5001, and with 33014 when the licence does not cover them all. */
  async setOpen(who: Principal, channels: readonly ChannelName[], isOpen: boolean): Promise<void> {
    for (const { sn, chlIndex } of channels) await this.#rights.requireChannel(who, sn, chlIndex, 'configure', { withClosed: true })
    const { covered } = await this.#licence.coverage(who.organizationId)
    await this.#db.transaction().execute(async (db) => {
      // Whoever else changes what the organization has or may have open waits.
      await takeAccount(db, who.organizationId)
      for (const { sn, chlIndex } of channels) {
        const channel = db.updateTable('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex)
        const opened = await channel
          .where('is_open', '=', isOpen ? 0 : 1)
          .set({ is_open: isOpen ? 1 : 0 })
          .returning('sn')
          .executeTakeFirst()
        if (isOpen && opened !== undefined && (await countOpen(db, who.organizationId)) > covered) throw new CallFault(33014)
      }
    })
    for (const sn of new Set(channels.map((channel) => channel.sn))) {
      for (const listener of this.#listeners) listener(sn)
      this.#push.send(await this.#rights.watchers(sn), { infoType: 'assets-changed', infoContent: {} })
    }
  }

  async authNumbers(organizationId: string): Promise<{ open: number; closed: number; covered: number }> {
    const [open, closed] = [await countOpen(this.#db, organizationId), await countOpen(this.#db, organizationId, 0)]
    const { covered } = await this.#licence.coverage(organizationId)
    return { open, closed, covered }
  }

  async place(sn: string, chlIndex: number, position: MapPosition | null): Promise<void> {
    await this.#db.updateTable('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex).set(positionColumns(position)).execute()
    this.#push.send(await this.#rights.watchers(sn, chlIndex), { infoType: 'assets-changed', infoContent: {} })
  }
}

/** Cameras of an organization that are open; closed with 0. Viewing stations need no licence. */
async function countOpen(db: Db, organizationId: string, isOpen = 1): Promise<number> {
  const { total } = await db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .where('device.organization_id', '=', organizationId)
    .where('device.dev_type', '!=', deviceTypes.viewingStation)
    .where('channel.is_open', '=', isOpen)
    .select(({ fn }) => fn.countAll<number | string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
