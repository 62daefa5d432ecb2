import { plateGroupsOf, type RuleScope } from '#contract/calls/event/alarm-rule.ts'
import { eventRuleTry as call, MOST_TRIED_SHOWN } from '#contract/calls/event/event-rule-try.ts'
import type { Caller } from '../../access/caller.ts'
import { askerOf, channelsSeen } from '../../access/sees-channel.ts'
import type { Context } from '../../context.ts'
import { FEW_CHANNELS, type SearchScope } from '../../events/event-search.ts'
import { CallFault } from '../call-fault.ts'
import { handler } from '../handler.ts'
import { ruleAccess } from './rule-access.ts'

export const eventRuleTry = handler(call, async (rule, context, caller) => {
  const access = await ruleAccess(context, caller, [rule])
  access.require(rule)
  for (const groupId of plateGroupsOf(rule.trigger)) {
    if ((await context.plates.findGroup(caller.organizationId, groupId)) === undefined)
      throw new CallFault('plate-group-missing', { field: 'trigger' })
  }
  const { newest, ...trial } = await context.ruleTrial.run(rule, caller, await eventsOf(context, caller, rule.scope), MOST_TRIED_SHOWN)
  return {
    ...trial,
    newest: newest.map(({ snapshotKey, ...alarm }) => ({
      ...alarm,
      pictureUrl: snapshotKey === null ? null : context.objectLinks.linkTo(snapshotKey),
    })),
  }
})

/** The events of a rule's places, of channels whose past the person may see: that they configure them was asked before. */
async function eventsOf({ db }: Pick<Context, 'db'>, caller: Caller, { siteIds, channels }: RuleScope): Promise<SearchScope> {
  const seen = channelsSeen(askerOf(caller), { right: 'playback' }, db)
    .where((where) =>
      where.or([
        ...(siteIds.length === 0 ? [] : [where('device.site_id', 'in', siteIds)]),
        ...channels.map(({ sn, chlIndex }) => where.and([where('channel.sn', '=', sn), where('channel.chl_index', '=', chlIndex)])),
      ]),
    )
    .select(['channel.sn', 'channel.chl_index'])
  const first = await seen.limit(FEW_CHANNELS + 1).execute()
  const { organizationId } = caller
  if (first.length > FEW_CHANNELS) return { organizationId, channels: { seen } }
  return { organizationId, channels: first.map(({ sn, chl_index: chlIndex }) => ({ sn, chlIndex })) }
}
