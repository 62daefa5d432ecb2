import type { Archive, ArchiveVideo } from '#contract/calls/archive/archive.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import { fileNameOf } from '#contract/rules.ts'
import type { ObjectLinks } from '../../objects/object-links.ts'
import type { ArchiveRow } from './archives.ts'

const LINK_MS = 10 * 60_000

/** Where its file ends. */
export function reachedMs({ reached_at_ms, end_at_ms }: Pick<ArchiveRow, 'reached_at_ms' | 'end_at_ms'>): number {
  return reached_at_ms ?? end_at_ms
}

/** An archive row as the wire has it for this viewer. */
export function toArchive(row: ArchiveRow, viewer: Viewer): Archive {
  return {
    archiveId: row.id,
    title: row.title,
    siteId: row.site_id,
    siteName: row.site_name,
    sn: row.sn,
    chlIndex: row.chl_index,
    cameraName: row.camera_name,
    startMs: row.start_at_ms,
    endMs: reachedMs(row),
    durationMs: reachedMs(row) - row.start_at_ms,
    restId: row.rest_id,
    sizeBytes: row.size_bytes,
    status: row.status,
    progress: row.progress,
    failCode: row.fail_code,
    archivedBy: namesFor(viewer, row.user_id).name(row.archived_by),
    createdAtMs: row.created_at_ms,
    caseNumber: row.case_number,
    tags: JSON.parse(row.tags_json) as string[],
    notes: row.notes,
    batchId: row.group_id,
  }
}

/** The title as a file's name. */
export function archiveFileName({ title }: Pick<ArchiveRow, 'title'>): string {
  return fileNameOf(`${title}.mp4`)
}

/** The file of an archive that is made, with a link that is good for its length at least, but not beyond `endsAtMs`, nor beyond the share with this identifier. */
export function toVideo(
  row: ArchiveRow,
  links: ObjectLinks,
  limit: { nowMs: number; endsAtMs: number | null; share?: string },
): ArchiveVideo {
  const { object_key, size_bytes, codec, width, height } = row
  if (object_key === null || size_bytes === null || codec === null || width === null || height === null) {
    throw new Error('A finished archive without a file')
  }
  const wantedMs = Math.max(LINK_MS, reachedMs(row) - row.start_at_ms)
  // A link is good for up to twice its life.
  const leftMs = limit.endsAtMs === null ? wantedMs : Math.max(1, Math.floor((limit.endsAtMs - limit.nowMs) / 2))
  const url = links.linkTo(object_key, Math.min(wantedMs, leftMs), limit.share)
  const urlUntilMs = Number(new URLSearchParams(url.split('?')[1]).get('until'))
  const file = { fileName: archiveFileName(row), startMs: row.start_at_ms, endMs: reachedMs(row), sizeBytes: size_bytes }
  return { ...file, codec, width, height, url, urlUntilMs }
}
