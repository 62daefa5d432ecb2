import { queryOptions } from '@tanstack/react-query'
import { recordedPartEstimate } from '#contract/calls/archive/recorded-part-estimate.ts'
import type { PartSource } from '#contract/core-api.ts'
import type { CreationResult } from '#contract/plugin/download-task.ts'
import { ask } from '../core/ask.ts'
import { askCore } from '../core/core.ts'
import { refreshDownloads } from './downloads.ts'

/** Has a part of a recording made into a file and downloaded, by the plugin or else by this browser. Throws `CallError`, not announced. */
export async function downloadPart(part: PartSource): Promise<CreationResult> {
  const { result } = await askCore('createPartDownload', part)
  refreshDownloads()
  return result
}

/** How much of a part was recorded, and about how large it becomes. */
export function partEstimateQuery({ sn, chlIndex, startMs, endMs, from }: Omit<PartSource, 'title'>) {
  const span = { sn, chlIndex, startMs, endMs, from }
  return queryOptions({ queryKey: ['recorded', 'estimate', span], queryFn: ask(recordedPartEstimate, span) })
}
