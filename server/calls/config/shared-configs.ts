import type { AnyUserConfig } from '#contract/calls/config/user-config.ts'
import { namesFor } from '#contract/masked.ts'
import { userStatuses } from '#contract/states/user.ts'
import { channelKey } from '#shared/channel-key.ts'
import type { Caller } from '../../access/caller.ts'
import type { Db } from '../../db/open.ts'
import type { ResourceNews } from '../../push/resource-news.ts'
import type { Rights } from '../../access/rights.ts'
import { toUserConfig } from './to-user-config.ts'

interface ChannelRef {
  sn: string
  chlIndex: number
}

/** What others of the organization share. A shared layout or tour tells nobody of a camera that they do not see. */
export async function sharedConfigs(
  configType: string,
  { db, rights }: { db: Db; rights: Rights },
  caller: Caller,
): Promise<AnyUserConfig[]> {
  const rows = await db
    .selectFrom('user_config')
    .innerJoin('user', 'user.id', 'user_config.user_id')
    .where('user.organization_id', '=', caller.organizationId)
    .where('user.status', '=', userStatuses.activated)
    .where('user.id', '!=', caller.userId)
    .where('user_config.is_shared', '=', 1)
    .where('user_config.config_type', '=', configType)
    .selectAll('user_config')
    .select(['user.alias', 'user.login_name'])
    .execute()
  if (rows.length === 0) return []
  const configs = rows.map((row) => {
    const owner = namesFor(caller, row.user_id).name(row.alias === '' ? row.login_name : row.alias)
    return toUserConfig(row, owner)
  })
  const shown = await rights.channelsNamed(caller, configs.flatMap(channelsOf))
  const seen = new Set(shown.map(({ sn, chl_index }) => channelKey(sn, chl_index)))
  return configs.flatMap((config) => withOnly(config, ({ sn, chlIndex }) => seen.has(channelKey(sn, chlIndex))))
}

/** Tells everybody of the organization that something that is shared has changed. */
export async function tellShared(configType: string, news: ResourceNews, { organizationId }: Caller): Promise<void> {
  await news.tell(organizationId, configType === 'tour' ? 'tours' : 'layouts')
}

function channelsOf(config: AnyUserConfig): readonly ChannelRef[] {
  if (config.configType === 'layout') return config.configValue.playChlList
  return config.configType === 'tour' && config.configValue.kind === 'cameras' ? config.configValue.channels : []
}

/** The configuration without what is not seen. A tour of which nothing is left is none. */
function withOnly(config: AnyUserConfig, isSeen: (channel: ChannelRef) => boolean): AnyUserConfig[] {
  if (config.configType === 'layout') {
    return [{ ...config, configValue: { ...config.configValue, playChlList: config.configValue.playChlList.filter(isSeen) } }]
  }
  if (config.configType !== 'tour' || config.configValue.kind !== 'cameras') return [config]
  const channels = config.configValue.channels.filter(isSeen)
  return channels.length === 0 ? [] : [{ ...config, configValue: { ...config.configValue, channels } }]
}
