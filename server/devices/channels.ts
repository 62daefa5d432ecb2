import type { MapView } from '#contract/map-views.ts'
import type { MapPosition } from '#contract/site-scenes.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from '../access/caller.ts'
import type { Db } from '../db/open.ts'
import { countCameras, lockAccount } from '../sales/licence/account.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { Bus } from '../nodes/bus.ts'
import type { PushHub } from '../push/hub.ts'
import type { Rights } from '../access/rights.ts'
import { nowhere, positionColumns, viewColumns } from './map-columns.ts'

interface ChannelName {
  sn: string
  chlIndex: number
}

/** Which channels are open, within what the licence covers, and where they stand on the map. */
export class Channels {
  readonly #db: Db
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #licences: Licences
  readonly #bus: Bus

  constructor(parts: { db: Db; rights: Rights; push: PushHub; licences: Licences; bus: Bus }) {
    this.#db = parts.db
    this.#rights = parts.rights
    this.#push = parts.push
    this.#licences = parts.licences
    this.#bus = parts.bus
  }

  /**
   * Opens or closes channels, all or none. Fails with channel-missing, no-permission, and as the licence guard does when it does not cover
   * them all.
   */
  async setOpen(who: Principal, channels: readonly ChannelName[], isOpen: boolean): Promise<void> {
    for (const { sn, chlIndex } of channels) await this.#rights.requireChannel(who, sn, chlIndex, 'configure', { withClosed: true })
    const { covered, fault } = await this.#licences.allowance(who.organizationId)
    await this.#db.transaction().execute(async (db) => {
      // Whoever else changes what the organization has or may have open waits.
      await lockAccount(db, who.organizationId)
      for (const { sn, chlIndex } of channels) {
        const channel = db.updateTable('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex)
        const opened = await channel
          .where('is_open', '=', isOpen ? 0 : 1)
          .set({ is_open: isOpen ? 1 : 0 })
          .returning('sn')
          .executeTakeFirst()
        if (isOpen && opened !== undefined && (await countCameras(db, who.organizationId)) > covered) throw new CallFault(fault)
      }
    })
    for (const sn of new Set(channels.map((channel) => channel.sn))) {
      this.#bus.tell('channels-changed', { sn })
      this.#push.send(await this.#rights.watchers(sn), { infoType: 'assets-changed', infoContent: {} })
    }
  }

  async authNumbers(organizationId: string): Promise<{ open: number; closed: number; covered: number }> {
    const [open, closed] = [await countCameras(this.#db, organizationId), await countCameras(this.#db, organizationId, 0)]
    const { covered } = await this.#licences.allowance(organizationId)
    return { open, closed, covered }
  }

  /** A view that is not named stays, unless the channel is taken off. */
  async place(sn: string, chlIndex: number, position: MapPosition | null, view?: MapView | null): Promise<void> {
    const columns = position === null ? nowhere : { ...positionColumns(position), ...(view === undefined ? {} : viewColumns(view)) }
    await this.#db.updateTable('channel').where('sn', '=', sn).where('chl_index', '=', chlIndex).set(columns).execute()
    this.#push.send(await this.#rights.watchers(sn, chlIndex), { infoType: 'assets-changed', infoContent: {} })
  }
}
