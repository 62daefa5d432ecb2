import { rightsOfRole, type ChannelRight, type Role } from '#contract/access.ts'
import { CallFault } from './call-fault.ts'
import type { Principal } from './caller.ts'
import type { Db } from './db/open.ts'

type Who = Pick<Principal, 'userId' | 'organizationId' | 'role'>

/**
 * Who may see what (spec 1, section 6). Administrators hold all rights on all channels of their organization. Others see the
 * sites assigned to them; on each channel there they have the role given for the channel, else the one given for its site.
 * A channel without rights is not seen; what is not seen is answered as if it did not exist.
 */
export class Rights {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The channels that the person sees, by site, device and index, with the person's rights on each. */
  async channels(who: Who, only: { sn?: string; chlIndex?: number; siteIds?: readonly string[] } = {}) {
    if (only.siteIds?.length === 0) return []
    let query = this.#db
      .selectFrom('channel')
      .innerJoin('device', 'device.sn', 'channel.sn')
      .innerJoin('site', 'site.id', 'device.site_id')
      .leftJoin('user_site_role as site_role', (join) =>
        join.onRef('site_role.site_id', '=', 'site.id').on('site_role.user_id', '=', who.userId),
      )
      .leftJoin('user_channel_role as channel_role', (join) =>
        join
          .onRef('channel_role.sn', '=', 'channel.sn')
          .onRef('channel_role.chl_index', '=', 'channel.chl_index')
          .on('channel_role.user_id', '=', who.userId),
      )
      .where('device.organization_id', '=', who.organizationId)
      .selectAll('channel')
      .select(['site.id as site_id', 'site.name as site_name', 'device.name as device_name', 'device.dev_type'])
      .select(['site_role.role as site_role', 'channel_role.role as channel_role'])
      .orderBy('site.name')
      .orderBy('device.name')
      .orderBy('channel.sn')
      .orderBy('channel.chl_index')
    if (only.sn !== undefined) query = query.where('channel.sn', '=', only.sn)
    if (only.chlIndex !== undefined) query = query.where('channel.chl_index', '=', only.chlIndex)
    if (only.siteIds !== undefined) query = query.where('site.id', 'in', [...only.siteIds])
    const rows = await query.execute()
    return rows.flatMap((row) => {
      const rights = rightsOfRole[roleOn(who.role, row.site_role, row.channel_role)]
      return rights.length > 0 ? [{ ...row, rights }] : []
    })
  }

  /** The channel, if the person holds this right on it. Fails with 33005 (not there, or not seen) or 5001 (seen, but no such right). */
  async requireChannel(who: Who, sn: string, chlIndex: number, right: ChannelRight) {
    const [channel] = await this.channels(who, { sn, chlIndex })
    if (channel === undefined) throw new CallFault(33005)
    if (!channel.rights.includes(right)) throw new CallFault(5001)
    return channel
  }

  /** Whether the person holds this right on at least one channel. Administrators do, even before there is a channel. */
  async holdsAnywhere(who: Who, right: ChannelRight): Promise<boolean> {
    if (who.role === 'administrator') return true
    const channels = await this.channels(who)
    return channels.some((channel) => channel.rights.includes(right))
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

  /** Serial numbers of the devices that the person sees: all of the organization, or those with a channel seen. */
  async deviceSns(who: Who): Promise<Set<string>> {
    if (who.role === 'administrator') {
      const devices = await this.#db.selectFrom('device').where('organization_id', '=', who.organizationId).select('sn').execute()
      return new Set(devices.map((device) => device.sn))
    }
    const channels = await this.channels(who)
    return new Set(channels.map((channel) => channel.sn))
  }

  /** Users who see the device, or one of its channels. Empty while it is not bound. */
  async watchers(sn: string, chlIndex?: number): Promise<string[]> {
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
    const seeing = (await query.execute()).filter((row) => {
      if (row.role === 'administrator') return true
      return row.chl_index !== null && rightsOfRole[roleOn(row.role, row.site_role, row.channel_role)].length > 0
    })
    return [...new Set(seeing.map((row) => row.id))]
  }
}

function roleOn(role: Role, siteRole: Role | null, channelRole: Role | null): Role {
  if (role === 'administrator') return 'administrator'
  if (siteRole === null) return 'no-authority'
  return channelRole ?? siteRole
}
