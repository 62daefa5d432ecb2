import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { DownloadTaskStatus } from '#contract/states/download-task.ts'

/** The filters of the list (rule 4.5), and which statuses each lets through. */
export const taskFilters = {
  all: { label: msg`All`, statuses: ['prepare', 'continue', 'pause', 'finish', 'startFailed'] },
  downloading: { label: msg`Downloading`, statuses: ['prepare', 'continue', 'pause'] },
  completed: { label: msg`Completed`, statuses: ['finish'] },
  failed: { label: msg`Failed`, statuses: ['startFailed'] },
} as const satisfies Record<string, { label: MessageDescriptor; statuses: readonly DownloadTaskStatus[] }>
export type TaskFilter = keyof typeof taskFilters
export const taskFilterNames = Object.keys(taskFilters) as TaskFilter[]

/** Whether a task of this status is shown. */
export function passes(filter: TaskFilter, status: DownloadTaskStatus): boolean {
  const { statuses }: { statuses: readonly DownloadTaskStatus[] } = taskFilters[filter]
  return statuses.includes(status)
}
