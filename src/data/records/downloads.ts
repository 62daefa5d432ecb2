import { queryOptions } from '@tanstack/react-query'
import { proxy } from 'valtio'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { limits } from '#contract/limits.ts'
import type { CreationResult } from '#contract/plugin/download-task.ts'
import { archiveFilters } from '#contract/states/archive.ts'
import { setAnswerAge } from '../query/answer-age.ts'
import { ask } from '../core/ask.ts'
import { askCore, askCoreAged } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** Whether the download dialog, which is there on every page, is open. */
export const downloadsDialog = proxy({ isOpen: false })

const queryKey = ['downloads']

/** The person's download tasks, the newest first, every 3 s; those of a plugin that is away as they were seen last, with their age. */
export const downloadsQuery = queryOptions({
  queryKey,
  queryFn: async () => {
    const { data, asOfMs } = await askCoreAged('downloads')
    setAnswerAge(queryKey, asOfMs)
    return data
  },
  staleTime: 0,
  refetchInterval: limits.downloadListMs,
})

const ARCHIVES_SHOWN = 50

/** The last archives that were made, to be downloaded. */
export const madeArchivesQuery = (() => {
  const page = { pageNum: 1, pageSize: ARCHIVES_SHOWN, status: archiveFilters.success } as const
  return queryOptions({ queryKey: ['archives', 'made', page], queryFn: ask(archivesList, page) })
})()

/** The list is another. */
export function refreshDownloads(): void {
  void queryClient.invalidateQueries({ queryKey })
}

/** Has the plugin download an archive, else this browser. Throws `CallError`, not announced, as the other functions here do. */
export async function downloadArchive({ archiveId, sn, chlIndex, title, startMs, endMs }: Archive): Promise<CreationResult> {
  const source = { type: 'cloudArchive', taskId: archiveId, sn, chlIndex, title, startTime: startMs, endTime: endMs } as const
  const { result } = await askCore('createDownload', source)
  refreshDownloads()
  return result
}

export async function controlDownload(taskId: string, status: 'pause' | 'continue'): Promise<void> {
  await askCore('controlDownload', taskId, status).finally(refreshDownloads)
}

export async function deleteDownload(taskId: string): Promise<void> {
  await askCore('deleteDownload', taskId).finally(refreshDownloads)
}

/** The file of a finished task that this browser keeps; undefined when it is there no more. */
export async function downloadedFile(taskId: string): Promise<Blob | undefined> {
  return (await askCore('downloadedFile', taskId)) as Blob | undefined
}

export async function openDownloadFolder(taskId: string): Promise<void> {
  await askCore('openDownloadFolder', taskId)
}
