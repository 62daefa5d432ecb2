import { queryOptions } from '@tanstack/react-query'
import { proxy } from 'valtio'
import { archivesList } from '#contract/calls/archive/archives-list.ts'
import { recordedPartEstimate } from '#contract/calls/archive/recorded-part-estimate.ts'
import type { Archive } from '#contract/calls/archive/archive.ts'
import type { PartSource } from '#contract/core-api.ts'
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

function refresh(): void {
  void queryClient.invalidateQueries({ queryKey })
}

/** Has the plugin download an archive, else this browser. Throws `CallError`, not announced, as the other functions here do. */
export async function downloadArchive({ archiveId, sn, chlIndex, title, startMs, endMs }: Archive): Promise<CreationResult> {
  const source = { type: 'cloudArchive', taskId: archiveId, sn, chlIndex, title, startTime: startMs, endTime: endMs } as const
  const { result } = await askCore('createDownload', source)
  refresh()
  return result
}

/** Has a part of a recording made into a file and downloaded, by the plugin or else by this browser. */
export async function downloadPart(part: PartSource): Promise<CreationResult> {
  const { result } = await askCore('createPartDownload', part)
  refresh()
  return result
}

/** How much of a part was recorded, and about how large it becomes. */
export function partEstimateQuery({ sn, chlIndex, startMs, endMs, from }: Omit<PartSource, 'format' | 'title'>) {
  const span = { sn, chlIndex, startMs, endMs, from }
  return queryOptions({ queryKey: ['recorded', 'estimate', span], queryFn: ask(recordedPartEstimate, span) })
}

export async function controlDownload(taskId: string, status: 'pause' | 'continue'): Promise<void> {
  await askCore('controlDownload', taskId, status).finally(refresh)
}

export async function deleteDownload(taskId: string): Promise<void> {
  await askCore('deleteDownload', taskId).finally(refresh)
}

/** The file of a finished task that this browser keeps; undefined when it is there no more. */
export async function downloadedFile(taskId: string): Promise<Blob | undefined> {
  return (await askCore('downloadedFile', taskId)) as Blob | undefined
}

export async function openDownloadFolder(taskId: string): Promise<void> {
  await askCore('openDownloadFolder', taskId)
}
