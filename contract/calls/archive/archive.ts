import * as z from 'zod/mini'
import { fileName } from '../../rules.ts'
import { archiveStatus } from '../../states/archive.ts'

/**
 * An archive: a clip of one camera that is kept (rule 3.9). Names are those of the moment when it was made. `startMs` and
 * `endMs`: the recorded time. Where the camera's pictures became others (codec or size), or its sound, it ends before what was asked for, and
 * `restId` is the archive that goes on from there. `progress`: percent. `failCode`: why it failed, a code of the error table.
 */
export const archive = z.object({
  archiveId: z.string(),
  title: z.string(),
  siteId: z.string(),
  siteName: z.string(),
  sn: z.string(),
  chlIndex: z.int(),
  cameraName: z.string(),
  startMs: z.number(),
  endMs: z.number(),
  durationMs: z.number(),
  sizeBytes: z.nullable(z.int()),
  status: archiveStatus,
  progress: z.int(),
  failCode: z.nullable(z.int()),
  restId: z.nullable(z.string()),
  caseNumber: z.string(),
  tags: z.array(z.string()),
  notes: z.string(),
  /** Archives that were made together, of several cameras at one time, have the same. */
  batchId: z.nullable(z.string()),
  archivedBy: z.string(),
  createdAtMs: z.number(),
})
export type Archive = z.output<typeof archive>

/** One file of an archive, played from `url` (path and query on this service; ranges are served) until `urlUntilMs`. */
export const archiveVideo = z.object({
  fileName,
  startMs: z.number(),
  endMs: z.number(),
  sizeBytes: z.int(),
  codec: z.string(),
  width: z.int(),
  height: z.int(),
  url: z.string(),
  urlUntilMs: z.number(),
})
export type ArchiveVideo = z.output<typeof archiveVideo>

/** A download that may begin once, until `expiresAtMs`, with a GET of `url` (path and query on this service). */
export const archiveDownload = z.object({
  token: z.string(),
  url: z.string(),
  fileName,
  sizeBytes: z.int(),
  expiresAtMs: z.number(),
})
export type ArchiveDownload = z.output<typeof archiveDownload>
