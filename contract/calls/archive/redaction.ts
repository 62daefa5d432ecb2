import * as z from 'zod/mini'
import { archiveStatus } from '../../states/archive.ts'

/**
 * A redacted file beside an archive, whose own file is not touched. `status` and `progress` (percent) as of an archive; `failCode`: why it could not be
 * made. `areaCount`: how many areas of it are unreadable. `isSilent`: without the sound.
 */
export const redaction = z.object({
  redactionId: z.string(),
  archiveId: z.string(),
  status: archiveStatus,
  progress: z.int(),
  failCode: z.nullable(z.int()),
  areaCount: z.int(),
  isSilent: z.boolean(),
  sizeBytes: z.nullable(z.int()),
  madeBy: z.string(),
  createdAtMs: z.number(),
})
export type Redaction = z.output<typeof redaction>
