import type { Expression, ExpressionBuilder } from 'kysely'
import { rightsOfRole, type ChannelRight, type Role } from '#contract/access.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Principal } from './caller.ts'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'

type Who = Pick<Principal, 'userId' | 'organizationId' | 'role'>

/**
 * Who may see what (rule 6.2). Administrators hold all rights on all channels of their organization. Others see the
 * sites assigned to them; on each channel there they have the role given for the channel, else the one given for its site.
 * A channel without rights is not seen; what is not seen is answered as if it did not exist.
 */
export class Rights {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The channels that the person sees, by site, device and index, with the person's rights on each. Closed ones only when asked for. */
  async channels(who: Who, only: { sn?: string; chlIndex?: number; siteIds?: readonly string[]; withClosed?: boolean } = {}) {
    if (only.siteIds?.length === 0) return []
    const { sn, chlIndex, siteIds, withClosed = false } = only
    const rows = await channelsWithRoles(this.#db, {
      userId: who.userId,
      organizationId: who.organizationId,
      sn,
      chlIndex,
      siteIds,
      withClosed,
    })
    return rows.flatMap((row) => {
      const rights = rightsOfRole[roleOn(who.role, row.site_role, row.channel_role)]
      return rights.length > 0 ? [{ ...row, rights }] : []
    })
  }

  /** The channel, if the person holds this right on it. Fails with 33005 (not there, or not seen) or 5001 (seen, but no such right). */
  async requireChannel(who: Who, sn: string, chlIndex: number, right: ChannelRight, { withClosed = false } = {}) {
    const [channel] = await this.channels(who, { sn, chlIndex, withClosed })
    if (channel === undefined) throw new CallFault(33005)
    if (!channel.rights.includes(right)) throw new CallFault(5001)
    return channel
  }

  /** Whether the person holds this right on at least one channel. Administrators do, even before there is a channel. */
  async holdsAnywhere(who: Who, right: ChannelRight): Promise<boolean> {
    if (who.role === 'administrator') return true
    const channels = await this.channels(who, { withClosed: true })
    if (channels.some((channel) => channel.rights.includes(right))) return true
    const bare = await this.#bareDevices(who)
    return bare.some(({ role }) => rightsOfRole[role].includes(right))
  }

  /**
   * The device, if the person sees it and, with `right`, holds that right on all of its channels; on a device without channels the role
   * on its site counts. Fails with 33003 (not there, or not seen) or 33001 (seen, but no such right).
   */
  async requireDevice(who: Who, sn: string, right?: ChannelRight) {
    const device = await this.#db
      .selectFrom('device')
      .where('sn', '=', sn)
      .where('organization_id', '=', who.organizationId)
      .selectAll()
      .executeTakeFirst()
    if (device === undefined) throw new CallFault(33003)
    if (who.role === 'administrator') return device
    const seen = await this.channels(who, { sn, withClosed: true })
    const { total } = await this.#db
      .selectFrom('channel')
      .where('sn', '=', sn)
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow()
    const roleOnBare = Number(total) > 0 ? undefined : (await this.#bareDevices(who)).find((bare) => bare.sn === sn)?.role
    if (seen.length === 0 && roleOnBare === undefined) throw new CallFault(33003)
    if (right === undefined) return device
    const holds =
      roleOnBare === undefined
        ? seen.length === Number(total) && seen.every((channel) => channel.rights.includes(right))
        : rightsOfRole[roleOnBare].includes(right)
    if (!holds) throw new CallFault(33001)
    return device
  }

  /** Whether the person holds this right on all of the device. */
  async holdsOnDevice(who: Who, sn: string, right: ChannelRight): Promise<boolean> {
    try {
      await this.requireDevice(who, sn, right)
      return true
    } catch (fault) {
      if (fault instanceof CallFault) return false
      throw fault
    }
  }

  /** The site of the person's organization. Fails with 33006 when there is none such, or the person does not see it. */
  async requireSite(who: Who, siteId: string) {
    const sites = this.#db.selectFrom('site').where('id', '=', siteId).where('organization_id', '=', who.organizationId)
    const site = await sites.selectAll().executeTakeFirst()
    if (site === undefined || !(await this.siteIds(who)).has(siteId)) throw new CallFault(33006)
    return site
  }

  /** Devices without channels on sites where the person has a role with any authority: viewing stations, mostly. */
  async #bareDevices(who: Who): Promise<{ sn: string; role: Role }[]> {
    return this.#db
      .selectFrom('device')
      .innerJoin('user_site_role', 'user_site_role.site_id', 'device.site_id')
      .where('device.organization_id', '=', who.organizationId)
      .where('user_site_role.user_id', '=', who.userId)
      .where('user_site_role.role', '!=', 'no-authority')
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('channel').whereRef('channel.sn', '=', 'device.sn').select('channel.sn'))),
      )
      .select(['device.sn', 'user_site_role.role'])
      .execute()
  }

  /** Identifiers of the sites that the person sees: all of the organization, or those assigned with any authority or any channel seen. */
  async siteIds(who: Who): Promise<Set<string>> {
    if (who.role === 'administrator') {
      const sites = await this.#db.selectFrom('site').where('organization_id', '=', who.organizationId).select('id').execute()
      return new Set(sites.map((site) => site.id))
    }
    const assigned = await this.#db
      .selectFrom('user_site_role')
      .innerJoin('site', 'site.id', 'user_site_role.site_id')
      .where('user_id', '=', who.userId)
      .where('role', '!=', 'no-authority')
      .where('site.organization_id', '=', who.organizationId)
      .select('site.id')
      .execute()
    const channels = await this.channels(who)
    return new Set([...assigned.map((site) => site.id), ...channels.map((channel) => channel.site_id)])
  }

  /** Serial numbers of the devices that the person sees: all of the organization, or those with a channel seen, and those without channels on the person's sites. */
  async deviceSns(who: Who): Promise<Set<string>> {
    const { userId, organizationId, role } = who
    const seen = await seenSns(this.#db, { userId, organizationId, isAdministrator: role === 'administrator' })
    return new Set(seen.map((device) => device.sn))
  }

  /** Users who see the device, or this one of its channels. Empty while it is not bound. */
  async watchers(sn: string, chlIndex?: number): Promise<string[]> {
    const seeing = await this.#seeing(sn, chlIndex)
    return [...new Set(seeing.map((row) => row.id))]
  }

  /** Users who see them, by channel of a device. */
  async channelWatchers(sn: string): Promise<Map<number, Set<string>>> {
    const watchers = new Map<number, Set<string>>()
    for (const { chl_index: chlIndex, id } of await this.#seeing(sn)) {
      if (chlIndex !== null) watchers.set(chlIndex, (watchers.get(chlIndex) ?? new Set()).add(id))
    }
    return watchers
  }

  /** Who sees a device (`chl_index` null when it has no channels), and which of its channels. */
  async #seeing(sn: string, chlIndex?: number): Promise<{ id: string; chl_index: number | null }[]> {
    let query = this.#db
      .selectFrom('device')
      .innerJoin('user', 'user.organization_id', 'device.organization_id')
      .leftJoin('channel', 'channel.sn', 'device.sn')
      .leftJoin('user_site_role as site_role', (join) =>
        join.onRef('site_role.site_id', '=', 'device.site_id').onRef('site_role.user_id', '=', 'user.id'),
      )
      .leftJoin('user_channel_role as channel_role', (join) =>
        join
          .onRef('channel_role.sn', '=', 'channel.sn')
          .onRef('channel_role.chl_index', '=', 'channel.chl_index')
          .onRef('channel_role.user_id', '=', 'user.id'),
      )
      .where('device.sn', '=', sn)
      .where((where) => where.or([where('user.role', '=', 'administrator'), where('site_role.role', 'is not', null)]))
      .select(['user.id', 'user.role', 'channel.chl_index', 'site_role.role as site_role', 'channel_role.role as channel_role'])
    if (chlIndex !== undefined) query = query.where('channel.chl_index', '=', chlIndex)
    return (await query.execute()).filter((row) => {
      if (row.role === 'administrator') return true
      return rightsOfRole[roleOn(row.role, row.site_role, row.channel_role)].length > 0
    })
  }
}

/** Who asks, in a query that is put into words once. */
export interface Asker {
  userId: Expression<string>
  organizationId: Expression<string>
  isAdministrator: boolean
}

/** The condition on `device` that the person sees it, as `Rights.deviceSns` has it: for queries that page or count devices. */
export function seesDevice({ userId, organizationId, isAdministrator }: Asker) {
  return ({ eb, selectFrom, exists, not }: ExpressionBuilder<Schema, 'device'>) => {
    const isOurs = eb('device.organization_id', '=', organizationId)
    if (isAdministrator) return isOurs
    const sites = selectFrom('user_site_role').where('user_id', '=', userId).where('role', 'in', seeingRoles).select('site_id')
    const exceptions = selectFrom('user_channel_role').where('user_id', '=', userId).select('sn')
    // On most devices nobody has a role of a channel's own, and the database need not look at each of their channels.
    const isPlain = eb.and([eb('device.site_id', 'in', sites), not(eb('device.sn', 'in', exceptions))])
    const roles = selectFrom('user_site_role as site_role')
      .leftJoin('channel', 'channel.sn', 'device.sn')
      .leftJoin('user_channel_role as channel_role', (join) =>
        join
          .onRef('channel_role.sn', '=', 'channel.sn')
          .onRef('channel_role.chl_index', '=', 'channel.chl_index')
          .onRef('channel_role.user_id', '=', 'site_role.user_id'),
      )
      .where('site_role.user_id', '=', userId)
      .whereRef('site_role.site_id', '=', 'device.site_id')
      .where(({ fn }) => fn.coalesce('channel_role.role', 'site_role.role'), 'in', seeingRoles)
      .select('site_role.role')
    return eb.and([isOurs, eb.or([isPlain, exists(roles)])])
  }
}

const seenSns = prepared((db, asker: Asker) => db.selectFrom('device').where(seesDevice(asker)).select('sn'))

interface ChannelQuestion {
  userId: Expression<string>
  organizationId: Expression<string>
  sn: Expression<string> | undefined
  chlIndex: Expression<number> | undefined
  siteIds: readonly Expression<string>[] | undefined
  withClosed: boolean
}

/** Channels of the organization, by site, device and index, with the roles that the person has there. */
const channelsWithRoles = prepared((db, { userId, organizationId, sn, chlIndex, siteIds, withClosed }: ChannelQuestion) => {
  let query = db
    .selectFrom('channel')
    .innerJoin('device', 'device.sn', 'channel.sn')
    .innerJoin('site', 'site.id', 'device.site_id')
    .leftJoin('user_site_role as site_role', (join) => join.onRef('site_role.site_id', '=', 'site.id').on('site_role.user_id', '=', userId))
    .leftJoin('user_channel_role as channel_role', (join) =>
      join
        .onRef('channel_role.sn', '=', 'channel.sn')
        .onRef('channel_role.chl_index', '=', 'channel.chl_index')
        .on('channel_role.user_id', '=', userId),
    )
    .where('device.organization_id', '=', organizationId)
    .selectAll('channel')
    .select(['site.id as site_id', 'site.name as site_name', 'device.name as device_name', 'device.dev_type'])
    .select(['site_role.role as site_role', 'channel_role.role as channel_role'])
    .orderBy('site.name')
    .orderBy('device.name')
    .orderBy('channel.sn')
    .orderBy('channel.chl_index')
  if (sn !== undefined) query = query.where('channel.sn', '=', sn)
  if (chlIndex !== undefined) query = query.where('channel.chl_index', '=', chlIndex)
  if (siteIds !== undefined) query = query.where('site.id', 'in', siteIds)
  return withClosed ? query : query.where('channel.is_open', '=', 1)
})

const seeingRoles = (Object.keys(rightsOfRole) as Role[]).filter((role) => rightsOfRole[role].length > 0)

function roleOn(role: Role, siteRole: Role | null, channelRole: Role | null): Role {
  if (role === 'administrator') return 'administrator'
  if (siteRole === null) return 'no-authority'
  return channelRole ?? siteRole
}
