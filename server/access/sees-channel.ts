import { expressionBuilder, sql, type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely'
import { rightsOfRole, type ChannelRight, type Role } from '#contract/access.ts'
import type { Principal } from './caller.ts'
import type { Schema } from '../db/schema.ts'

export type Who = Pick<Principal, 'userId' | 'organizationId' | 'role'>

/** Who asks, in a query; with expressions where the query is put into words once. */
export interface Asker {
  userId: Expression<string> | string
  organizationId: Expression<string> | string
  isAdministrator: boolean
}

export interface Holding {
  /** Any at all unless named. */
  right?: ChannelRight
  /** Closed channels too. */
  withClosed?: boolean
}

export function askerOf({ userId, organizationId, role }: Who) {
  return { userId, organizationId, isAdministrator: role === 'administrator' }
}

/** Roles that hold the right, or any at all. */
export function rolesWith(right?: ChannelRight): Role[] {
  const held = (role: Role) => rightsOfRole[role]
  return (Object.keys(rightsOfRole) as Role[]).filter((role) => (right === undefined ? held(role).length > 0 : held(role).includes(right)))
}

/**
 * The role that counts on a channel, in a query of the person's `site_role` and `channel_role`: the one given for the channel, else the one
 * given for its site. Here alone it is said which of them counts.
 */
const roleThatCounts = sql<Role>`coalesce(${sql.ref('channel_role.role')}, ${sql.ref('site_role.role')})`

/** Whether the role that counts is one of these, in words of which PostgreSQL assumes that it mostly is; by themselves it takes them for rare. */
function holds(roles: readonly Role[]): RawBuilder<SqlBool> {
  return sql`case when ${roleThatCounts} in (${sql.join(roles)}) then true else false end`
}

/** The person's role on a channel, in a query of `channelsSeen`. */
export function roleOnChannel({ isAdministrator }: Asker): RawBuilder<Role> {
  return isAdministrator ? sql`cast('administrator' as text)` : roleThatCounts
}

/** The condition on `channel`, beside its `device` and a `user` who is no administrator, that this user has any right on it. */
export function isSeenByUser({ exists, selectFrom, ref }: ExpressionBuilder<Schema, 'channel' | 'device' | 'user'>): Expression<SqlBool> {
  const held = selectFrom('user_site_role as site_role')
    .leftJoin('user_channel_role as channel_role', (join) =>
      join
        .onRef('channel_role.user_id', '=', 'site_role.user_id')
        .on('channel_role.sn', '=', ref('channel.sn'))
        .on('channel_role.chl_index', '=', ref('channel.chl_index')),
    )
    .where('site_role.user_id', '=', ref('user.id'))
    .where('site_role.site_id', '=', ref('device.site_id'))
    .where(holds(rolesWith()))
  return exists(held.select('site_role.role'))
}

/** Where a query begins: the database, or another query that it is part of. */
type Beginning = Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>
const within: Beginning = expressionBuilder<Schema>()

/**
 * The channels on which the person holds the right, each once, as a query that is still to select what it wants of `channel` and `device`.
 * The person's roles are joined, not asked for channel by channel: PostgreSQL then reads them once, and knows how many channels to expect.
 */
export function channelsSeen(asker: Asker, { right, withClosed = false }: Holding = {}, beginning: Beginning = within) {
  const ofOrganization = beginning
    .selectFrom('device')
    .innerJoin('channel', 'channel.sn', 'device.sn')
    .where('device.organization_id', '=', asker.organizationId)
  const channels = withClosed ? ofOrganization : ofOrganization.where('channel.is_open', '=', 1)
  if (asker.isAdministrator) return channels
  const held = channels
    .innerJoin('user_site_role as site_role', 'site_role.site_id', 'device.site_id')
    .leftJoin('user_channel_role as channel_role', (join) =>
      join
        .onRef('channel_role.user_id', '=', 'site_role.user_id')
        .onRef('channel_role.sn', '=', 'channel.sn')
        .onRef('channel_role.chl_index', '=', 'channel.chl_index'),
    )
    .where('site_role.user_id', '=', asker.userId)
    .where(holds(rolesWith(right)))
  return held as unknown as typeof channels
}

/**
 * The condition that a person may see a row that names a channel by `sn` and `chl_index`: an administrator those of the organization,
 * others those of channels on which they hold the right. A row without an index is about the whole device, and needs one such channel of it.
 */
export function seesChannel(table: 'alarm' | 'archive' | 'event', asker: Asker, holding?: Holding): RawBuilder<SqlBool> {
  const isOurs = sql<SqlBool>`${sql.ref(`${table}.organization_id`)} = ${asker.organizationId}`
  if (asker.isAdministrator) return isOurs
  const [sn, chlIndex] = [sql.ref(`${table}.sn`), sql.ref(`${table}.chl_index`)]
  const seen = channelsSeen(asker, holding)
  const isSeen = sql<SqlBool>`(${sn}, ${chlIndex}) in ${seen.select(['channel.sn', 'channel.chl_index'])}`
  if (table !== 'alarm') return sql`(${isOurs} and ${isSeen})`
  return sql`(${isOurs} and ${sn} in ${seen.select('channel.sn')} and (${chlIndex} is null or ${isSeen}))`
}

/** The condition on `device` that the person sees it: a channel of it, closed ones too; without any, its site. */
export function seesDevice({ userId, organizationId, isAdministrator }: Asker) {
  return ({ eb, selectFrom, exists, not }: ExpressionBuilder<Schema, 'device'>) => {
    const isOurs = eb('device.organization_id', '=', organizationId)
    if (isAdministrator) return isOurs
    const theirs = selectFrom('user_site_role').where('user_id', '=', userId).select('site_id')
    const sites = theirs.where('role', 'in', rolesWith())
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
      .where(({ fn }) => fn.coalesce('channel_role.role', 'site_role.role'), 'in', rolesWith())
      .select('site_role.role')
    // Without it the roles would be looked for device by device wherever the person has none at all: most of a large organization.
    const isOfTheirs = eb('device.site_id', 'in', theirs)
    return eb.and([isOurs, isOfTheirs, eb.or([isPlain, exists(roles)])])
  }
}

/** The condition on `site` that the person sees it: assigned with any authority, or with an open channel that is seen. */
export function seesSite(asker: Asker) {
  return ({ eb, ref, selectFrom, exists }: ExpressionBuilder<Schema, 'site'>) => {
    const isOurs = eb('site.organization_id', '=', asker.organizationId)
    if (asker.isAdministrator) return isOurs
    const assigned = selectFrom('user_site_role').where('user_id', '=', asker.userId).where('role', 'in', rolesWith()).select('site_id')
    const seen = channelsSeen(asker).where('device.site_id', '=', ref('site.id')).select('channel.sn')
    return eb.and([isOurs, eb.or([eb('site.id', 'in', assigned), exists(seen)])])
  }
}

/** Devices without channels, viewing stations mostly, on sites where the person has one of these roles. Administrators need none. */
export function bareDevices({ userId, organizationId }: Asker, roles: readonly Role[], beginning: Beginning = within) {
  return beginning
    .selectFrom('device')
    .innerJoin('user_site_role', 'user_site_role.site_id', 'device.site_id')
    .where('device.organization_id', '=', organizationId)
    .where('user_site_role.user_id', '=', userId)
    .where('user_site_role.role', 'in', roles)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('channel').whereRef('channel.sn', '=', 'device.sn').select('channel.sn'))),
    )
}
