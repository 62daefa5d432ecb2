import { isVehicleRule, type AlarmRule } from '#contract/calls/event/alarm-rule.ts'
import { CallFault } from '../call-fault.ts'
import type { Caller } from '../../access/caller.ts'
import type { Context } from '../../context.ts'

type Rule = Pick<AlarmRule, 'scope' | 'trigger'>

/**
 * What a person may set rules for: whole sites on whose every channel they hold the right to configure, and channels on which they hold
 * it. An administrator may set all rules, also those whose places are gone; others none about vehicles (rule 6.2).
 */
export async function ruleAccess({ rights }: Pick<Context, 'rights'>, caller: Caller) {
  const isAdministrator = caller.role === 'administrator'
  const siteIds = await rights.siteIds(caller)
  const channels = new Map((await rights.channels(caller)).map((row) => [`${row.sn}/${row.chl_index}`, row]))
  const closedSites = new Set([...channels.values()].filter((row) => !row.rights.includes('configure')).map((row) => row.site_id))
  const siteFault = (siteId: string) => {
    if (!siteIds.has(siteId)) return 33006
    const isWhole = !closedSites.has(siteId) && [...channels.values()].some((row) => row.site_id === siteId)
    return isAdministrator || isWhole ? undefined : 5001
  }
  const channelFault = (sn: string, chlIndex: number) => {
    const channel = channels.get(`${sn}/${chlIndex}`)
    if (channel === undefined) return 33005
    return channel.rights.includes('configure') ? undefined : 5001
  }

  /** Fails with 33005 (no such channel), 33006 (no such site) or 5001 when the person may not set this rule. */
  function require({ scope, trigger }: Rule): void {
    if (!isAdministrator && isVehicleRule(trigger)) throw new CallFault(5001, { field: 'trigger' })
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
