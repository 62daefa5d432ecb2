import { isVehicleRule, type AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { channelKey } from '#shared/channel-key.ts'
import { CallFault } from '../call-fault.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'
import { askerOf, seesSite } from '../../access/sees-channel.ts'

type Rule = Pick<AlarmRule, 'scope' | 'trigger'>

/**
 * What a person may set rules for: whole sites on whose every channel they hold the right to configure, and channels on which they hold
 * it, as far as these rules name them. An administrator may set all rules, also those whose places are gone; others none about vehicles (rule 6.2).
 */
export async function ruleAccess({ db, rights }: Pick<Context, 'db' | 'rights'>, caller: Caller, rules: readonly Rule[]) {
  const isAdministrator = caller.role === 'administrator'
  const namedSites = [...new Set(rules.flatMap(({ scope }) => scope.siteIds))]
  const seenSites = db
    .selectFrom('site')
    .where(seesSite(askerOf(caller)))
    .select('id')
  const sites = namedSites.length === 0 ? [] : await seenSites.where('id', 'in', namedSites).execute()
  const siteIds = new Set(sites.map(({ id }) => id))
  const onSites = Map.groupBy(isAdministrator ? [] : await rights.channels(caller, { siteIds: namedSites }), (row) => row.site_id)
  const named = await rights.channelsNamed(
    caller,
    rules.flatMap(({ scope }) => scope.channels),
  )
  const channels = new Map(named.map((row) => [channelKey(row.sn, row.chl_index), row]))
  const siteFault = (siteId: string) => {
    if (!siteIds.has(siteId)) return 'site-missing'
    const isWhole = onSites.get(siteId)?.every((row) => row.rights.includes('configure')) === true
    return isAdministrator || isWhole ? undefined : 'no-permission'
  }
  const channelFault = (sn: string, chlIndex: number) => {
    const channel = channels.get(channelKey(sn, chlIndex))
    if (channel === undefined) return 'channel-missing'
    return channel.rights.includes('configure') ? undefined : 'no-permission'
  }

  /** Fails with channel-missing, site-missing or no-permission when the person may not set this rule. */
  function require({ scope, trigger }: Rule): void {
    if (!isAdministrator && isVehicleRule(trigger)) throw new CallFault('no-permission', { field: 'trigger' })
    for (const [index, siteId] of scope.siteIds.entries()) {
      const fault = siteFault(siteId)
      if (fault !== undefined) throw new CallFault(fault, { field: `scope.siteIds.${index}` })
    }
    for (const [index, { sn, chlIndex }] of scope.channels.entries()) {
      const fault = channelFault(sn, chlIndex)
      if (fault !== undefined) throw new CallFault(fault, { field: `scope.channels.${index}` })
    }
  }

  function mayChange({ scope, trigger }: Rule): boolean {
    if (isAdministrator) return true
    if (isVehicleRule(trigger)) return false
    const isEverySite = scope.siteIds.every((siteId) => siteFault(siteId) === undefined)
    return isEverySite && scope.channels.every(({ sn, chlIndex }) => channelFault(sn, chlIndex) === undefined)
  }

  return { require, mayChange }
}

/** The organization's rules that the person may change: others are not shown to them. */
export async function rulesFor(context: Pick<Context, 'db' | 'rights' | 'rules'>, caller: Caller): Promise<AlarmRule[]> {
  const rules = await context.rules.list(caller.organizationId)
  // An administrator may change all of them, whatever they name.
  if (caller.role === 'administrator') return rules
  const { mayChange } = await ruleAccess(context, caller, rules)
  return rules.filter(mayChange)
}
