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
 * The role that counts on a channel, in a query of the person's role on its site: the one given for the channel, else the one given for
 * its site. Here alone it is said which of them counts.
 */
function roleGiven({ userId }: Asker): RawBuilder<Role> {
  const ofChannel = within
    .selectFrom('user_channel_role as channel_role')
    .where('channel_role.user_id', '=', userId)
    .where('channel_role.sn', '=', sql.ref<string>('channel.sn'))
    .where('channel_role.chl_index', '=', sql.ref<number>('channel.chl_index'))
    .select('channel_role.role')
  return sql`coalesce(${ofChannel}, ${sql.ref('site_role.role')})`
}

/** The person's role on a channel, in a query of channels and their devices; null where the site is not assigned. */
export function roleOnChannel(asker: Asker) {
  return ({ selectFrom }: ExpressionBuilder<Schema, 'channel' | 'device'>): RawBuilder<Role | null> => {
    if (asker.isAdministrator) return sql`cast('administrator' as text)`
    const role = selectFrom('user_site_role as site_role')
      .where('site_role.user_id', '=', asker.userId)
      .whereRef('site_role.site_id', '=', 'device.site_id')
      .select(roleGiven(asker).as('role'))
    return sql`${role}`
  }
}

/** The condition on `channel`, beside its `device`, that the person holds a right on it. */
export function holdsOn(asker: Asker, { right, withClosed = false }: Holding = {}) {
  return (where: ExpressionBuilder<Schema, 'channel' | 'device'>): Expression<SqlBool> => {
    const conditions: Expression<SqlBool>[] = [where('device.organization_id', '=', asker.organizationId)]
    if (!withClosed) conditions.push(where('channel.is_open', '=', 1))
    if (!asker.isAdministrator) {
      const sites = where.selectFrom('user_site_role').where('user_id', '=', asker.userId).select('site_id')
      // A role that exists, and not one that is read: PostgreSQL joins by that, instead of reading a role for each channel that there is.
      const held = where
        .selectFrom('user_site_role as site_role')
        .where('site_role.user_id', '=', asker.userId)
        .whereRef('site_role.site_id', '=', 'device.site_id')
        .where(roleGiven(asker), 'in', rolesWith(right))
        .select('site_role.site_id')
      // Said beside the role, so that a database begins with the few devices of these sites.
      conditions.push(where('device.site_id', 'in', sites), where.exists(held))
    }
    return where.and(conditions)
  }
}

/** Where a query begins: the database, or another query that it is part of. */
type Beginning = Pick<ExpressionBuilder<Schema, never>, 'selectFrom'>
const within: Beginning = expressionBuilder<Schema>()

/** The channels on which the person holds the right, as a query that is still to select what it wants of `channel` and `device`. */
export function channelsSeen(asker: Asker, holding?: Holding, beginning: Beginning = within) {
  return beginning.selectFrom('device').innerJoin('channel', 'channel.sn', 'device.sn').where(holdsOn(asker, holding))
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
    const sites = selectFrom('user_site_role').where('user_id', '=', userId).where('role', 'in', rolesWith()).select('site_id')
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
    return eb.and([isOurs, eb.or([isPlain, exists(roles)])])
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
