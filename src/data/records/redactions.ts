import { queryOptions } from '@tanstack/react-query'
import { archivesRedactCancel } from '#contract/calls/archive/archives-redact-cancel.ts'
import { archivesRedactCreate } from '#contract/calls/archive/archives-redact-create.ts'
import { archivesRedactDelete } from '#contract/calls/archive/archives-redact-delete.ts'
import { archivesRedactDownloadTokenGet } from '#contract/calls/archive/archives-redact-download-token-get.ts'
import { archivesRedactList } from '#contract/calls/archive/archives-redact-list.ts'
import { archivesRedactVideoList } from '#contract/calls/archive/archives-redact-video-list.ts'
import { archivesVideoList } from '#contract/calls/archive/archives-video-list.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { archiveStatuses, type ArchiveStatus } from '#contract/states/archive.ts'
import { ask } from '../core/ask.ts'
import type { CallError } from '../core/call-error.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'
import { saveByLink } from './save-by-link.ts'

/** How often the progress of what is being made is asked for; its end is pushed. */
const PROGRESS_MS = 1_000
const unfinished: ReadonlySet<ArchiveStatus> = new Set([archiveStatuses.preparing, archiveStatuses.processing])

/** The untouched file of an archive, to be looked at while areas are drawn. */
export function untouchedVideoQuery(archiveId: string) {
  return queryOptions({ queryKey: ['archives', 'video', archiveId], queryFn: ask(archivesVideoList, { archiveId }, { isPassing: true }) })
}

/** The redacted files beside an archive, the newest first. */
export function redactionsQuery(archiveId: string) {
  return queryOptions<OutputOf<typeof archivesRedactList>>({
    queryKey: ['archives', 'redactions', archiveId],
    queryFn: ask(archivesRedactList, { archiveId }),
    refetchInterval: ({ state }) => (state.data?.redactions.some(({ status }) => unfinished.has(status)) ? PROGRESS_MS : false),
  })
}

/** A redacted file that is made, to be played. As with archives, its link is not asked for anew while it plays. */
export function redactedVideoQuery(redactionId: string) {
  return queryOptions({
    queryKey: ['redacted-video', redactionId],
    queryFn: ask(archivesRedactVideoList, { redactionId }, { isPassing: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
}

/** Has a redacted file made. Throws `CallError`, not announced, as the other functions here do. */
export async function makeRedaction(wish: InputOf<typeof archivesRedactCreate>): Promise<void> {
  await callCore(archivesRedactCreate, wish, { quiet: true })
  await refresh()
}

export async function cancelRedaction(redactionId: string): Promise<void> {
  await callCore(archivesRedactCancel, { redactionId }, { quiet: true })
  await refresh()
}

export async function deleteRedaction(redactionId: string): Promise<void> {
  await callCore(archivesRedactDelete, { redactionId }, { quiet: true })
  await refresh()
}

/** Has the browser save a redacted file. Throws `CallError`, too; `onRefused` hears what is refused later. */
export async function saveRedaction(redactionId: string, onRefused: (error: CallError) => void): Promise<void> {
  const { url } = await callCore(archivesRedactDownloadTokenGet, { redactionId }, { quiet: true })
  saveByLink(url, onRefused)
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['archives', 'redactions'] })
}
