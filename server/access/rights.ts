import { expressionBuilder, type Expression } from 'kysely'
import { channelRights, rightsOfRole, type ChannelRight, type Role } from '#contract/access.ts'
import { userStatuses } from '#contract/states/user.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'
import { prepared } from '../db/prepared.ts'
import type { Schema } from '../db/schema.ts'
import {
  askerOf,
  bareDevices,
  channelsSeen,
  isSeenByUser,
  roleOnChannel,
  rolesWith,
  seesSite,
  type Asker,
  type Who,
} from './sees-channel.ts'

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
    return withRights(await findChannels(this.#db, { ...askerOf(who), sn, chlIndex, siteIds, sns: undefined, withClosed }))
  }

  /** Those of the channels named that the person sees. */
  async channelsNamed(who: Who, named: readonly ChannelRef[], { withClosed = false } = {}) {
    if (named.length === 0) return []
    const wanted = new Set(named.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
    const sns = [...new Set(named.map(({ sn }) => sn))]
    // As many as the next power of two, so that the query is put into words a few times and not for each number of devices.
    while (!Number.isInteger(Math.log2(sns.length))) sns.push(sns[0] ?? '')
    const nothingElse = { sn: undefined, chlIndex: undefined, siteIds: undefined }
    const found = withRights(await findChannels(this.#db, { ...askerOf(who), ...nothingElse, sns, withClosed }))
    return found.filter((row) => wanted.has(channelKey(row.sn, row.chl_index)))
  }

  /**
   * The channel, if the person holds this right on it. Fails with channel-missing (not there, or not seen) or no-permission (seen, but no
   * such right).
   */
  async requireChannel(who: Who, sn: string, chlIndex: number, right: ChannelRight, { withClosed = false } = {}) {
    const [channel] = await this.channels(who, { sn, chlIndex, withClosed })
    if (channel === undefined) throw new CallFault('channel-missing')
    if (!channel.rights.includes(right)) throw new CallFault('no-permission')
    return channel
  }

  /** The roles that the person has on open channels, each once. */
  async rolesHeld(who: Who): Promise<Role[]> {
    const asker = askerOf(who)
    const roles = channelsSeen(asker, {}, this.#db).select(roleOnChannel(asker).as('role')).distinct()
    return (await roles.execute()).map(({ role }) => role)
  }

  /** Whether the person holds this right on at least one channel. Administrators do, even before there is a channel. */
  async holdsAnywhere(who: Who, right: ChannelRight): Promise<boolean> {
    if (who.role === 'administrator') return true
    const [found] = await holdsSomewhere[right](this.#db, askerOf(who))
    return Boolean(found?.holds)
  }

  /**
   * The device, if the person sees it and, with `right`, holds that right on all of its channels; on a device without channels the role
   * on its site counts. Fails with serial-number-unknown (not there, or not seen) or no-device-permission (seen, but no such right).
   */
  async requireDevice(who: Who, sn: string, right?: ChannelRight) {
    const device = await this.#db
      .selectFrom('device')
      .where('sn', '=', sn)
      .where('organization_id', '=', who.organizationId)
      .selectAll()
      .executeTakeFirst()
    if (device === undefined) throw new CallFault('serial-number-unknown')
    if (who.role === 'administrator') return device
    const seen = await this.channels(who, { sn, withClosed: true })
    const { total } = await this.#db
      .selectFrom('channel')
      .where('sn', '=', sn)
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow()
    const roleOnBare = Number(total) > 0 ? undefined : await this.#roleOnBare(who, sn)
    if (seen.length === 0 && roleOnBare === undefined) throw new CallFault('serial-number-unknown')
    if (right === undefined) return device
    const holds =
      roleOnBare === undefined
        ? seen.length === Number(total) && seen.every((channel) => channel.rights.includes(right))
        : rightsOfRole[roleOnBare].includes(right)
    if (!holds) throw new CallFault('no-device-permission')
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

  /** Those of these devices on all of which the person, who is no administrator, holds this right. */
  async devicesHeld(who: Who, sns: readonly string[], right: ChannelRight): Promise<ReadonlySet<string>> {
    if (sns.length === 0) return new Set()
    const asker = askerOf(who)
    const channels = this.#db.selectFrom('channel').where('sn', 'in', sns).groupBy('sn')
    const totals = await channels.select(({ fn }) => ['sn', fn.countAll<number | string>().as('total')]).execute()
    const total = new Map(totals.map((row) => [row.sn, Number(row.total)]))
    const held = channelsSeen(asker, { right, withClosed: true }, this.#db).where('channel.sn', 'in', sns).groupBy('channel.sn')
    const rows = await held.select(({ fn }) => ['channel.sn', fn.countAll<number | string>().as('held')]).execute()
    const bare = await bareDevices(asker, rolesWith(right), this.#db).where('device.sn', 'in', sns).select('device.sn').execute()
    return new Set([...rows.filter((row) => Number(row.held) === total.get(row.sn)), ...bare].map(({ sn }) => sn))
  }

  /** The site of the person's organization. Fails with site-missing when there is none such, or the person does not see it. */
  async requireSite(who: Who, siteId: string) {
    const sites = this.#db
      .selectFrom('site')
      .where('id', '=', siteId)
      .where(seesSite(askerOf(who)))
    const site = await sites.selectAll().executeTakeFirst()
    if (site === undefined) throw new CallFault('site-missing')
    return site
  }

  /** Whether the person sees this site. */
  async seesSite(who: Who, siteId: string): Promise<boolean> {
    const sites = this.#db
      .selectFrom('site')
      .where('id', '=', siteId)
      .where(seesSite(askerOf(who)))
    return (await sites.select('id').executeTakeFirst()) !== undefined
  }

  /** The person's role on a device without channels; undefined where there are channels, or no authority. */
  async #roleOnBare(who: Who, sn: string): Promise<Role | undefined> {
    const bare = bareDevices(askerOf(who), rolesWith(), this.#db).where('device.sn', '=', sn).select('user_site_role.role')
    return (await bare.executeTakeFirst())?.role
  }

  /** Users who see the device, or this one of its channels. Empty while it is not bound. */
  async watchers(sn: string, chlIndex?: number): Promise<string[]> {
    const people = this.#db
      .selectFrom('device')
      .innerJoin('user', 'user.organization_id', 'device.organization_id')
      .where('device.sn', '=', sn)
      .where(({ or, eb, exists }) => {
        const seen = channelsSeen(anyUser, { withClosed: true }).where('channel.sn', '=', sn)
        const conditions = [eb('user.role', '=', 'administrator')]
        if (chlIndex !== undefined) return or([...conditions, exists(seen.where('channel.chl_index', '=', chlIndex).select('channel.sn'))])
        const bare = bareDevices(anyUser, rolesWith()).where('device.sn', '=', sn)
        return or([...conditions, exists(seen.select('channel.sn')), exists(bare.select('device.sn'))])
      })
    return (await people.select('user.id').execute()).map(({ id }) => id)
  }

  /** Users who see them, by channel of a device. */
  async channelWatchers(sn: string): Promise<Map<number, Set<string>>> {
    const seeing = this.#db
      .selectFrom('device')
      .innerJoin('channel', 'channel.sn', 'device.sn')
      .innerJoin('user', 'user.organization_id', 'device.organization_id')
      .where('device.sn', '=', sn)
      .where((where) => where.or([where('user.role', '=', 'administrator'), isSeenByUser(where)]))
    const watchers = new Map<number, Set<string>>()
    for (const { chl_index: chlIndex, id } of await seeing.select(['channel.chl_index', 'user.id']).execute())
      watchers.set(chlIndex, (watchers.get(chlIndex) ?? new Set()).add(id))
    return watchers
  }

  /** Users whose list of alarms shows one about this channel, or about the whole device when there is no index. */
  async watchersOfAlarm(alarm: AlarmPlace): Promise<string[]> {
    return (await this.#seeingAlarm(alarm).select('user.id').execute()).map(({ id }) => id)
  }

  /** To whom an alarm can be given: active people who see it, as a query of `user`; nobody's installer, who comes and goes. */
  assigneesOfAlarm(alarm: AlarmPlace) {
    return this.#seeingAlarm(alarm).where('user.status', '=', userStatuses.activated).where('user.is_installer', '=', 0)
  }

  #seeingAlarm({ organization_id, sn, chl_index }: AlarmPlace) {
    const ofDevice = channelsSeen(anyUser).where('channel.sn', '=', sn)
    const seen = chl_index === null ? ofDevice : ofDevice.where('channel.chl_index', '=', chl_index)
    return this.#db
      .selectFrom('user')
      .where('user.organization_id', '=', organization_id)
      .where(({ or, eb, exists }) => or([eb('user.role', '=', 'administrator'), exists(seen.select('channel.sn'))]))
  }
}

const { ref } = expressionBuilder<Schema, 'user'>()
/** Each user of a query: who sees something, the other way round. Administrators are told apart by their role. */
const anyUser: Asker = { userId: ref('user.id'), organizationId: ref('user.organization_id'), isAdministrator: false }

interface AlarmPlace {
  organization_id: string
  sn: string
  chl_index: number | null
}

interface ChannelRef {
  sn: string
  chlIndex: number
}

interface ChannelQuestion extends Asker {
  sn: Expression<string> | undefined
  chlIndex: Expression<number> | undefined
  siteIds: readonly Expression<string>[] | undefined
  sns: readonly Expression<string>[] | undefined
  withClosed: boolean
}

/** Channels that the person sees, by site, device and index, with the person's role on each. */
const findChannels = prepared((db, { sn, chlIndex, siteIds, sns, withClosed, ...asker }: ChannelQuestion) => {
  let query = channelsSeen(asker, { withClosed }, db)
    .innerJoin('site', 'site.id', 'device.site_id')
    .selectAll('channel')
    .select(['site.id as site_id', 'site.name as site_name', 'device.name as device_name', 'device.dev_type'])
    .select(roleOnChannel(asker).as('role'))
    .orderBy('site.name')
    .orderBy('device.name')
    .orderBy('channel.sn')
    .orderBy('channel.chl_index')
  if (sn !== undefined) query = query.where('channel.sn', '=', sn)
  if (chlIndex !== undefined) query = query.where('channel.chl_index', '=', chlIndex)
  if (siteIds !== undefined) query = query.where('site.id', 'in', siteIds)
  return sns === undefined ? query : query.where('channel.sn', 'in', sns)
})

/** Whether the person holds a right anywhere. Whose roles hold it nowhere is told so without a look at any channel. */
const holdsSomewhere = Object.fromEntries(
  channelRights.map((right) => {
    const roles = rolesWith(right)
    return [
      right,
      prepared((db, asker: Asker) =>
        db.selectNoFrom(({ and, or, exists, selectFrom }) => {
          const given = (table: 'user_site_role' | 'user_channel_role') =>
            exists(selectFrom(table).where('user_id', '=', asker.userId).where('role', 'in', roles).select('role'))
          const onChannel = exists(channelsSeen(asker, { right, withClosed: true }).select('channel.sn'))
          const isHeld = or([onChannel, exists(bareDevices(asker, roles).select('device.sn'))])
          return and([or([given('user_site_role'), given('user_channel_role')]), isHeld]).as('holds')
        }),
      ),
    ]
  }),
) as Record<ChannelRight, (db: Db, asker: ReturnType<typeof askerOf>) => Promise<{ holds: unknown }[]>>

function withRights<Row extends { role: Role }>(rows: readonly Row[]) {
  return rows.map((row) => ({ ...row, rights: rightsOfRole[row.role] }))
}
