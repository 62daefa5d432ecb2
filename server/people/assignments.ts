import type { Role } from '#contract/access.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../calls/call-fault.ts'
import type { Db } from '../db/open.ts'

export interface Assignments {
  sites?: readonly { siteId: string; role: Role }[]
  channels?: readonly { sn: string; chlIndex: number; role: Role }[]
}

/**
 * Puts what is given in place of a person's roles on sites and channels; with a site go the roles on its channels. Fails with site-missing
 * or channel-missing for what is not of the organization. `db`: a transaction.
 */
export async function assign(db: Db, userId: string, organizationId: string, { sites, channels }: Assignments): Promise<void> {
  if (sites !== undefined) {
    const roleOf = new Map(sites.map(({ siteId, role }) => [siteId, role]))
    const known = await db.selectFrom('site').where('organization_id', '=', organizationId).select('id').execute()
    const ids = new Set(known.map(({ id }) => id))
    if ([...roleOf.keys()].some((id) => !ids.has(id))) throw new CallFault('site-missing')
    await db.deleteFrom('user_site_role').where('user_id', '=', userId).execute()
    const rows = [...roleOf].map(([siteId, role]) => ({ user_id: userId, site_id: siteId, role }))
    if (rows.length > 0) await db.insertInto('user_site_role').values(rows).execute()
    // A role on a channel goes with its site, so that it does not come back with it.
    const kept = db
      .selectFrom('device')
      .innerJoin('user_site_role', 'user_site_role.site_id', 'device.site_id')
      .where('user_site_role.user_id', '=', userId)
      .select('device.sn')
    await db.deleteFrom('user_channel_role').where('user_id', '=', userId).where('sn', 'not in', kept).execute()
  }
  if (channels !== undefined) {
    const known = await db
      .selectFrom('channel')
      .innerJoin('device', 'device.sn', 'channel.sn')
      .where('device.organization_id', '=', organizationId)
      .select(['channel.sn', 'channel.chl_index'])
      .execute()
    const keys = new Set(known.map(({ sn, chl_index }) => channelKey(sn, chl_index)))
    const given = new Map(channels.map((channel) => [channelKey(channel.sn, channel.chlIndex), channel]))
    if ([...given.keys()].some((key) => !keys.has(key))) throw new CallFault('channel-missing')
    await db.deleteFrom('user_channel_role').where('user_id', '=', userId).execute()
    for (const { sn, chlIndex, role } of given.values())
      await db.insertInto('user_channel_role').values({ user_id: userId, sn, chl_index: chlIndex, role }).execute()
  }
}
