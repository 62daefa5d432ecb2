import type { Selectable } from 'kysely'
import type { GatewayChannel } from '#contract/device-gateway.ts'
import { channelStatuses, deviceStatuses } from '#contract/enums.ts'
import type { Alarms } from '../events/alarms.ts'
import type { Now } from '../runtime/clock.ts'
import type { Db } from '../db/open.ts'
import type { ChannelTable } from '../db/schema.ts'
import { KeyedQueue } from '../runtime/keyed-queue.ts'
import { countCameras, lockAccount } from '../sales/licence/account.ts'
import type { Licences } from '../sales/licence/licences.ts'
import type { PushHub } from '../push/hub.ts'
import { keepStatuses } from './status-history.ts'
import type { Rights } from '../access/rights.ts'
import { tenantLimits } from '../access/tenant-limits.ts'

type ChannelRow = Selectable<ChannelTable>
type ChannelNews = Pick<GatewayChannel, 'chlIndex' | 'status'>
interface Owner {
  organizationId: string | null
}

/** A list of channels beside what was known of them. */
interface Comparison {
  /** New ones, and such that are not what they were, as they are to be written. */
  written: Omit<ChannelRow, 'is_open' | 'latitude' | 'longitude' | 'direction_deg' | 'angle_deg' | 'range_m'>[]
  added: number[]
  gone: number[]
  /** Of those that were known before. */
  statusChanged: ChannelNews[]
  /** Channels that came or went, or that say something else of themselves than their status. */
  isOther: boolean
}

/**
 * What devices say of their channels: each list is compared with what is known and written in one transaction, and those of one
 * organization one after the other, so that whoever has many devices does not keep the others waiting.
 */
export class ChannelLists {
  readonly #db: Db
  readonly #now: Now
  readonly #rights: Rights
  readonly #push: PushHub
  readonly #alarms: Alarms
  readonly #licences: Licences
  readonly #queue = new KeyedQueue()

  constructor(parts: { db: Db; now: Now; rights: Rights; push: PushHub; alarms: Alarms; licences: Licences }) {
    this.#db = parts.db
    this.#now = parts.now
    this.#rights = parts.rights
    this.#push = parts.push
    this.#alarms = parts.alarms
    this.#licences = parts.licences
  }

  /** The list with which a device comes. Of one that nobody has bound a long one is not kept: it tells it again when it is bound. */
  async arrived(sn: string, channels: readonly GatewayChannel[]): Promise<void> {
    const owner = await this.#ownerOf(sn)
    const isLong = JSON.stringify(channels).length > tenantLimits.gateway.unboundListCharacters
    if (owner.organizationId !== null || !isLong) await this.#write(sn, channels, owner)
  }

  /** A list that came later. It concerns nobody while the device is not bound. */
  async changed(sn: string, channels: readonly GatewayChannel[]): Promise<void> {
    const owner = await this.#ownerOf(sn)
    if (owner.organizationId !== null) await this.#write(sn, channels, owner)
  }

  /** Closes as many channels of a device that was just bound, the last first, as neither the free channels nor the licence cover. */
  async closeUncovered(sn: string): Promise<void> {
    const owner = await this.#ownerOf(sn)
    const channels = await this.#db.selectFrom('channel').where('sn', '=', sn).select('chl_index').execute()
    const indexes = channels.map((channel) => channel.chl_index)
    const covered = await this.#coveredFor(owner, indexes)
    await this.#db.transaction().execute((db) => closeBeyond(db, { sn, owner, covered, chlIndexes: indexes }))
  }

  async #write(sn: string, channels: readonly GatewayChannel[], owner: Owner): Promise<void> {
    const turn = owner.organizationId === null ? 'unbound' : `organization ${owner.organizationId}`
    await this.#queue.run(turn, async () => {
      const sinceMs = this.#now()
      const known = await this.#db.selectFrom('channel').where('sn', '=', sn).selectAll().execute()
      const { written, added, gone, statusChanged, isOther } = compare(sn, { channels, known, sinceMs })
      const covered = await this.#coveredFor(owner, added)
      const watchersBefore = isOther ? await this.#rights.watchers(sn) : []
      const isWithStatus = (isOnline: boolean) =>
        channels.filter(({ status }) => (status === channelStatuses.online) === isOnline).map(({ chlIndex }) => chlIndex)
      const recovered = await this.#db.transaction().execute(async (db) => {
        if (written.length > 0) await upsert(db, written)
        if (gone.length > 0) await db.deleteFrom('channel').where('sn', '=', sn).where('chl_index', 'in', gone).execute()
        await closeBeyond(db, { sn, owner, covered, chlIndexes: added })
        if (owner.organizationId === null) return []
        await keepStatuses(
          db,
          sn,
          statusChanged.map(({ chlIndex, status }) => ({
            sn,
            chlIndex,
            status: status === channelStatuses.online ? deviceStatuses.online : deviceStatuses.offline,
            atMs: sinceMs,
          })),
        )
        await this.#alarms.channelOutagesBegan(db, { sn, chlIndexes: isWithStatus(false), sinceMs })
        return this.#alarms.outagesEnded(db, sn, [...isWithStatus(true), ...gone])
      })
      await this.#alarms.tellAll(recovered)
      await this.tellStatuses(sn, statusChanged, sinceMs)
      if (!isOther) return
      const watchers = new Set([...watchersBefore, ...(await this.#rights.watchers(sn))])
      this.#push.send(watchers, { infoType: 'assets-changed', infoContent: {} })
    })
  }

  /** Tells the people who see these channels that they are online or offline since then. */
  async tellStatuses(sn: string, channels: readonly ChannelNews[], sinceMs: number): Promise<void> {
    if (channels.length === 0) return
    const watchers = await this.#rights.channelWatchers(sn)
    for (const { chlIndex, status } of channels)
      this.#push.send(watchers.get(chlIndex) ?? [], { infoType: 'channel-status', infoContent: { sn, chlIndex, status, sinceMs } })
  }

  async #ownerOf(sn: string): Promise<Owner> {
    const device = await this.#db.selectFrom('device').where('sn', '=', sn).select('organization_id').executeTakeFirst()
    return { organizationId: device?.organization_id ?? null }
  }

  /** How many open channels are covered; `undefined` when that does not matter for these. Asked before the transaction: it has one of its own. */
  async #coveredFor({ organizationId }: Owner, chlIndexes: readonly number[]): Promise<number | undefined> {
    if (organizationId === null || chlIndexes.length === 0) return undefined
    return (await this.#licences.allowance(organizationId)).covered
  }
}

function compare(
  sn: string,
  { channels, known, sinceMs }: { channels: readonly GatewayChannel[]; known: readonly ChannelRow[]; sinceMs: number },
): Comparison {
  const before = new Map(known.map((row) => [row.chl_index, row]))
  // What a list says twice of a channel counts as it says it last.
  const said = new Map(channels.map((channel) => [channel.chlIndex, channel]))
  const found: Comparison = { written: [], added: [], gone: [], statusChanged: [], isOther: false }
  for (const [chlIndex, channel] of said) {
    const { name, status, supportFun, streams } = channel
    const row = before.get(chlIndex)
    const values = { name, support_fun_json: JSON.stringify(supportFun), streams_json: JSON.stringify(streams) }
    const isSame =
      row !== undefined && row.name === name && row.support_fun_json === values.support_fun_json && row.streams_json === values.streams_json
    if (row === undefined) found.added.push(chlIndex)
    else if (row.status !== status) found.statusChanged.push(channel)
    if (!isSame) found.isOther = true
    if (isSame && row.status === status) continue
    found.written.push({
      sn,
      chl_index: chlIndex,
      ...values,
      status,
      status_since_ms: row?.status === status ? row.status_since_ms : sinceMs,
    })
  }
  found.gone = known.map((row) => row.chl_index).filter((chlIndex) => !said.has(chlIndex))
  if (found.gone.length > 0) found.isOther = true
  return found
}

async function upsert(db: Db, rows: Comparison['written']): Promise<void> {
  await db
    .insertInto('channel')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['sn', 'chl_index']).doUpdateSet(({ ref }) => ({
        name: ref('excluded.name'),
        support_fun_json: ref('excluded.support_fun_json'),
        streams_json: ref('excluded.streams_json'),
        status: ref('excluded.status'),
        status_since_ms: ref('excluded.status_since_ms'),
      })),
    )
    .execute()
}

/** Closes as many of these channels, the last first, as are open beyond what is covered. */
async function closeBeyond(
  db: Db,
  { sn, owner, covered, chlIndexes }: { sn: string; owner: Owner; covered: number | undefined; chlIndexes: readonly number[] },
): Promise<void> {
  if (owner.organizationId === null || covered === undefined) return
  await lockAccount(db, owner.organizationId)
  const over = (await countCameras(db, owner.organizationId)) - covered
  if (over <= 0) return
  const closed = chlIndexes.toSorted((one, other) => one - other).slice(-over)
  await db.updateTable('channel').set({ is_open: 0 }).where('sn', '=', sn).where('chl_index', 'in', closed).execute()
}
