import { queryOptions } from '@tanstack/react-query'
import { archivesShareList } from '#contract/calls/archive/archives-share-list.ts'
import { archivesShareRevoke } from '#contract/calls/archive/archives-share-revoke.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

export type ShareWish = InputOf<typeof archivesShare>
export type Share = OutputOf<typeof archivesShareList>['shares'][number]

/** The shares of an archive, the newest first. Its errors are said where they are shown. */
export function sharesQuery(archiveId: string) {
  return queryOptions({
    queryKey: ['archives', 'shares', archiveId],
    queryFn: ask(archivesShareList, { archiveId }),
    meta: { isQuiet: true },
  })
}

/** Shares an archive; answers the link, which is told once. Throws `CallError`, not announced. */
export async function shareArchive(input: InputOf<typeof archivesShare>): Promise<OutputOf<typeof archivesShare>> {
  const answer = await callCore(archivesShare, input, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['archives', 'shares'] })
  return answer
}

export async function revokeShare(archiveId: string, handle: string): Promise<void> {
  await callCore(archivesShareRevoke, { archiveId, handle }, { quiet: true })
  await queryClient.invalidateQueries({ queryKey: ['archives', 'shares'] })
}
