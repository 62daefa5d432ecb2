import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { archivesCancel } from '#contract/calls/archive/archives-cancel.ts'
import { archivesConditions } from '#contract/calls/archive/archives-conditions.ts'
import { archivesCreate } from '#contract/calls/archive/archives-create.ts'
import { archivesDelete } from '#contract/calls/archive/archives-delete.ts'
import { archivesDetail } from '#contract/calls/archive/archives-detail.ts'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { archivesRetry } from '#contract/calls/archive/archives-retry.ts'
import { archivesUpdate } from '#contract/calls/archive/archives-update.ts'
import { archivesVideoList } from '#contract/calls/archive/archives-video-list.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import type { InputOf } from '#contract/define-call.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** A page of the archives, the newest first. Their states come by push. */
export function archivesQuery(input: InputOf<typeof archivesList>) {
  return queryOptions({ queryKey: ['archives', 'list', input], queryFn: ask(archivesList, input), placeholderData: keepPreviousData })
}

/** What the archives can be narrowed to, and how much room they take. */
export const archiveConditionsQuery = queryOptions({ queryKey: ['archives', 'conditions'], queryFn: ask(archivesConditions, undefined) })

/** One archive, and those that were made together with it. Its errors are said on the page. */
export function archiveQuery(archiveId: string) {
  return queryOptions({ queryKey: ['archives', 'one', archiveId], queryFn: ask(archivesDetail, { archiveId }), meta: { isQuiet: true } })
}

/** The file of an archive that is made. The link is good for some minutes, and is not asked for anew while it plays. */
export function archiveVideosQuery(archiveId: string) {
  return queryOptions({
    queryKey: ['archive-videos', archiveId],
    queryFn: ask(archivesVideoList, { archiveId }, { isPassing: true }),
    meta: { isQuiet: true },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** The link to what plays has run out: another is asked for. */
export function renewArchiveLink(archiveId: string): void {
  void queryClient.invalidateQueries({ queryKey: ['archive-videos', archiveId] })
}

export type ArchiveWish = InputOf<typeof archivesCreate>

/** Has it made in the background. Throws `CallError`, not announced, as the other changes here do. */
export async function createArchive(wish: ArchiveWish): Promise<Archive> {
  return changed(callCore(archivesCreate, wish, { quiet: true }))
}

export async function updateArchive(change: InputOf<typeof archivesUpdate>): Promise<Archive> {
  return changed(callCore(archivesUpdate, change, { quiet: true }))
}

export async function deleteArchives(archiveIds: string[]): Promise<void> {
  await changed(callCore(archivesDelete, { archiveIds }, { quiet: true }))
}

export async function retryArchive(archiveId: string): Promise<void> {
  await changed(callCore(archivesRetry, { archiveId }, { quiet: true }))
}

export async function cancelArchive(archiveId: string): Promise<void> {
  await changed(callCore(archivesCancel, { archiveId }, { quiet: true }))
}

/** Pushed as well, but not while the push connection is away. */
async function changed<T>(change: Promise<T>): Promise<T> {
  const answer = await change
  await queryClient.invalidateQueries({ queryKey: ['archives'] })
  return answer
}
