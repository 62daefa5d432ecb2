import type { Redaction } from '#contract/calls/archive/redaction.ts'
import { namesFor, type Viewer } from '#contract/masked.ts'
import type { RedactionArea } from '#contract/redaction.ts'
import type { RedactionRow } from './redactions.ts'

/** A row as the wire has it for this viewer. */
export function toRedaction(row: RedactionRow, viewer: Viewer): Redaction {
  return {
    redactionId: row.id,
    archiveId: row.archive_id,
    status: row.status,
    progress: row.progress,
    failCode: row.fail_code,
    areaCount: areasOf(row).length,
    isSilent: row.is_silent === 1,
    sizeBytes: row.size_bytes,
    madeBy: namesFor(viewer, row.user_id).name(row.made_by),
    createdAtMs: row.created_at_ms,
  }
}

export function areasOf({ areas_json }: Pick<RedactionRow, 'areas_json'>): RedactionArea[] {
  return JSON.parse(areas_json) as RedactionArea[]
}
