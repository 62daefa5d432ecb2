import * as z from 'zod/mini'
import type { Transitions } from './state-machine.ts'

/** States of an archive. Success and fail have the specification's numbers (rule 4.9); it gives the others none. */
export const archiveStatuses = { preparing: 0, processing: 1, success: 4, cancelled: 5, fail: -1 } as const
export const archiveStatus = z.enum(archiveStatuses)
export type ArchiveStatus = z.output<typeof archiveStatus>

/** What failed or was cancelled can be tried again. Work that its service process left behind is begun anew. */
export const archiveTransitions: Transitions<ArchiveStatus> = {
  [archiveStatuses.preparing]: [archiveStatuses.processing, archiveStatuses.cancelled],
  [archiveStatuses.processing]: [archiveStatuses.success, archiveStatuses.fail, archiveStatuses.cancelled, archiveStatuses.preparing],
  [archiveStatuses.success]: [],
  [archiveStatuses.cancelled]: [archiveStatuses.preparing],
  [archiveStatuses.fail]: [archiveStatuses.preparing],
}

/** Archives that may be deleted: nobody works on them. */
export const deletableArchives: readonly ArchiveStatus[] = [archiveStatuses.success, archiveStatuses.cancelled, archiveStatuses.fail]

/** Archives that may be shared: they are made, or will be. */
export const sharableArchives: readonly ArchiveStatus[] = [archiveStatuses.preparing, archiveStatuses.processing, archiveStatuses.success]

/** The filter of the archive list: all, failed, successful (rule 4.9). */
export const archiveFilters = { all: 100, fail: -1, success: 4 } as const
export const archiveFilter = z.enum(archiveFilters)
