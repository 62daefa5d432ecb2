import type { SiteWithChannels } from '#contract/calls/device/merchant-site-chl-list.ts'
import type { LowerRole } from '#contract/calls/people/invitation.ts'
import type { PersonWithRoles } from '#contract/calls/people/invite-detail.ts'
import { channelKey, channelOfKey } from '#shared/channel-key.ts'

/** Roles that can be given on a site or a channel, from most to least (rule 6.2). */
export const lowerRoles: readonly LowerRole[] = ['site-administrator', 'site-operator', 'live-only', 'no-authority']

/** What a person is given: a role on each assigned site, and on channels that differ from their site, by `channelKey`. */
export interface Assignments {
  sites: ReadonlyMap<string, LowerRole>
  channels: ReadonlyMap<string, LowerRole>
}

export function assignmentsOf({ sites, channels }: Pick<PersonWithRoles, 'sites' | 'channels'>): Assignments {
  return {
    sites: new Map(sites.map(({ siteId, role }) => [siteId, role])),
    channels: new Map(channels.map((channel) => [channelKey(channel.sn, channel.chlIndex), channel.role])),
  }
}

function changed(map: ReadonlyMap<string, LowerRole>, key: string, role: LowerRole | undefined): Map<string, LowerRole> {
  const next = new Map(map)
  if (role === undefined) next.delete(key)
  else next.set(key, role)
  return next
}

/** Assigns a site with a role, or takes it away; roles on its channels go with it, as on the service. */
export function withSite(given: Assignments, site: SiteWithChannels, role: LowerRole | undefined): Assignments {
  const sites = changed(given.sites, site.siteId, role)
  if (role !== undefined) return { ...given, sites }
  const gone = new Set(site.channels.map(({ sn, chlIndex }) => channelKey(sn, chlIndex)))
  return { sites, channels: new Map([...given.channels].filter(([key]) => !gone.has(key))) }
}

/** Gives a role on one channel, or lets it follow its site again. */
export function withChannel(given: Assignments, key: string, role: LowerRole | undefined): Assignments {
  return { ...given, channels: changed(given.channels, key, role) }
}

/** The role that all these sites are given; `undefined` when none is, `mixed` when they differ. */
export function roleOfAll(given: Assignments, sites: readonly SiteWithChannels[]): LowerRole | 'mixed' | undefined {
  const roles = new Set(sites.map(({ siteId }) => given.sites.get(siteId)))
  return roles.size > 1 ? 'mixed' : [...roles][0]
}

/** How many channels of a site have a role of their own. */
export function exceptionsOn(given: Assignments, site: SiteWithChannels): number {
  return site.channels.filter(({ sn, chlIndex }) => given.channels.has(channelKey(sn, chlIndex))).length
}

export function isSameAssignment(one: Assignments, other: Assignments): boolean {
  const alike = (a: ReadonlyMap<string, LowerRole>, b: ReadonlyMap<string, LowerRole>) =>
    a.size === b.size && [...a].every(([key, role]) => b.get(key) === role)
  return alike(one.sites, other.sites) && alike(one.channels, other.channels)
}

/** As the calls of the service take it. */
export function toFields(given: Assignments) {
  return {
    sites: [...given.sites].map(([siteId, role]) => ({ siteId, role })),
    channels: [...given.channels].map(([key, role]) => ({ ...channelOfKey(key), role })),
  }
}
