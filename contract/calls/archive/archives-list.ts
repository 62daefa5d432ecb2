import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { archiveLimits } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, identifier, pageNumber, searchRange, timeMs } from '../../rules.ts'
import { archiveFilter } from '../../states/archive.ts'
import { archive } from './archive.ts'

/**
 * One page (20 unless said) of the archives that the person may see, newest first. `archiveTitle` is any part of the title, the case number or a tag; `dateRange` is
 * of the recorded time, at most 31 days (else range-too-long). Fails with no-permission without the right to query.
 */
export const archivesList = defineCall({
  path: '/vms/archives/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    status: archiveFilter,
    batchId: z.optional(identifier),
    archiveTitle: z.optional(z.string().check(z.maxLength(archiveLimits.titleLength))),
    siteIds: z.optional(z.array(identifier).check(z.maxLength(1_000))),
    cameras: z.optional(z.array(z.object({ sn: z.string().check(z.maxLength(32)), chlIndex: channelIndex })).check(z.maxLength(200))),
    dateRange: z.optional(z.object({ startMs: timeMs, endMs: timeMs }).check(...searchRange('startMs', 'endMs'))),
  }),
  output: z.object({ total: z.int(), archives: z.array(archive) }),
  access: holdersOf('playback'),
  offline: 'cache',
})
