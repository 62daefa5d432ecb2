import { archiveLimits } from '#contract/archives.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { randomId } from '../../runtime/secrets.ts'
import type { ArchiveRow } from './archives.ts'

/** The files that one wish becomes: a device whose pictures change all the time gets no more. */
const MOST_FILES = 20

/** Where an archive, or a part, ends early, epoch ms, and what has to be made of the rest of what was asked for. */
interface EarlyEnd {
  reached_at_ms: number
  rest_id: string | null
  rest: ArchiveRow | undefined
}

/** Undefined when it holds all of the time that was asked for. */
export function earlyEnd(row: ArchiveRow, changedAtMs: number | undefined, nowMs: number): EarlyEnd | undefined {
  if (changedAtMs === undefined || changedAtMs <= row.start_at_ms || changedAtMs >= row.end_at_ms) return undefined
  if (row.file_number >= MOST_FILES) return { reached_at_ms: changedAtMs, rest_id: null, rest: undefined }
  const rest_id = randomId()
  const file_number = row.file_number + 1
  const unmade = { progress: 0, fail_code: null, size_bytes: null, codec: null, width: null, height: null, object_key: null }
  const rest: ArchiveRow = {
    ...row,
    ...unmade,
    id: rest_id,
    title: restTitle(row.title, file_number),
    start_at_ms: changedAtMs,
    status: archiveStatuses.preparing,
    piece_sha256s_json: null,
    part_sha256: null,
    created_at_ms: nowMs,
    lease_until_ms: 0,
    reached_at_ms: null,
    rest_id: null,
    file_number,
  }
  return { reached_at_ms: changedAtMs, rest_id, rest }
}

function restTitle(title: string, number: number): string {
  const ending = ` (${number})`
  const stem = number > 2 && title.endsWith(` (${number - 1})`) ? title.slice(0, -ending.length) : title
  return stem.slice(0, archiveLimits.titleLength - ending.length) + ending
}
