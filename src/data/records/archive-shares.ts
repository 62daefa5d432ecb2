import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { archivesShareList } from '#contract/calls/archive/archives-share-list.ts'
import { archivesShareOpeningList } from '#contract/calls/archive/archives-share-opening-list.ts'
import { archivesShareOrganizationList } from '#contract/calls/archive/archives-share-organization-list.ts'
import { archivesShareOrganizationRevoke } from '#contract/calls/archive/archives-share-organization-revoke.ts'
import { archivesShareRevoke } from '#contract/calls/archive/archives-share-revoke.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

export type ShareWish = InputOf<typeof archivesShare>
export type Share = OutputOf<typeof archivesShareList>['shares'][number]
export type OrganizationShare = OutputOf<typeof archivesShareOrganizationList>['shares'][number]
export type ShareLink = OutputOf<typeof archivesShare>['links'][number]

/** The shares of an archive, the newest first. Its errors are said where they are shown. */
export function sharesQuery(archiveId: string) {
  return queryOptions({
    queryKey: ['archives', 'shares', archiveId],
    queryFn: ask(archivesShareList, { archiveId }),
    // Nobody tells of openings: whoever looks again sees them.
    staleTime: 0,
    meta: { isQuiet: true },
  })
}

/** Who opened a share, the newest first: asked for anew whenever somebody looks. Its errors are said where they are shown. */
export function openingsQuery(archiveId: string, handle: string) {
  return queryOptions({
    queryKey: ['archives', 'shares', archiveId, 'openings', handle],
    queryFn: ask(archivesShareOpeningList, { archiveId, handle }),
    staleTime: 0,
    meta: { isQuiet: true },
  })
}

/** A page of what the whole organization has shared, for its administrators. */
export function organizationSharesQuery(wish: InputOf<typeof archivesShareOrganizationList>) {
  return queryOptions({
    queryKey: ['archives', 'organization-shares', wish],
    queryFn: ask(archivesShareOrganizationList, wish),
    placeholderData: keepPreviousData,
  })
}

/** Shares an archive; answers the links, which are told once. Throws `CallError`, not announced. */
export async function shareArchive(input: InputOf<typeof archivesShare>): Promise<ShareLink[]> {
  const { links } = await callCore(archivesShare, input, { quiet: true })
  await refresh()
  return links
}

export async function revokeShare(archiveId: string, handle: string): Promise<void> {
  await callCore(archivesShareRevoke, { archiveId, handle }, { quiet: true })
  await refresh()
}

/** Ends shares of any archives of the organization; answers how many ended by it. Throws `CallError`, not announced. */
export async function revokeShares(handles: string[]): Promise<number> {
  const { revoked } = await callCore(archivesShareOrganizationRevoke, { handles }, { quiet: true })
  await refresh()
  return revoked
}

async function refresh(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['archives', 'shares'] }),
    queryClient.invalidateQueries({ queryKey: ['archives', 'organization-shares'] }),
  ])
}
