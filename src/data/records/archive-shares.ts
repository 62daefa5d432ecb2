import { queryOptions } from '@tanstack/react-query'
import { archivesProofNoTokenGet } from '#contract/calls/archive/archives-proof-no-token-get.ts'
import { archivesShareGet } from '#contract/calls/archive/archives-share-get.ts'
import { archivesShareList } from '#contract/calls/archive/archives-share-list.ts'
import { archivesShareRevoke } from '#contract/calls/archive/archives-share-revoke.ts'
import { archivesShare } from '#contract/calls/archive/archives-share.ts'
import { archivesVideoNoTokenList } from '#contract/calls/archive/archives-video-no-token-list.ts'
import { archivesDownloadTokenNoTokenGet } from '#contract/calls/archive/archives-download-token-no-token-get.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

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

/** What a visitor sees of a share, and its file. Its errors are those of the page. */
export function sharedArchiveQuery(shareId: string, password: string | undefined) {
  const asked = { shareId, ...(password !== undefined && { password }) }
  return queryOptions({
    queryKey: ['link', 'share', shareId, password],
    queryFn: async (context) => {
      const share = await ask(archivesShareGet, asked)(context)
      // A clip without a proof is shown all the same.
      const proof = await ask(archivesProofNoTokenGet, asked)(context).catch(() => undefined)
      // This one counts: nothing is asked of the share afterwards.
      const { videos } = await ask(archivesVideoNoTokenList, asked)(context)
      return { share, videos, proof }
    },
    meta: { isQuiet: true },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
}

/** Where a visitor's download begins, once. Throws `CallError`, not announced. */
export async function sharedDownload(shareId: string, password: string | undefined): Promise<{ url: string; fileName: string }> {
  return callCore(archivesDownloadTokenNoTokenGet, { shareId, ...(password !== undefined && { password }) }, { quiet: true })
}
