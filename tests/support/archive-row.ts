import type { Insertable } from 'kysely'
import { archiveStatuses } from '#contract/states/archive.ts'
import type { ArchiveTable } from '#server/db/schema/archive.ts'
import { demoDevices } from './service.ts'

/** The row of an archive that is done, of the last minute at the gate of the demonstration; without its file, which may be as large as one likes. */
export function archiveRow(nowMs: number, size_bytes: number): Insertable<ArchiveTable> {
  const place = { organization_id: 'harbor-logistics', site_id: 'harbor-gate', site_name: 'Gate', sn: demoDevices.gate.sn, chl_index: 0 }
  const clip = { camera_name: 'Gate', stream: 'main', title: 'Large', start_at_ms: nowMs - 60_000, end_at_ms: nowMs } as const
  const work = { status: archiveStatuses.success, progress: 100, fail_code: null, lease_until_ms: 0 }
  const file = { size_bytes, codec: 'h264', width: 1, height: 1, object_key: null }
  return { id: 'large', ...place, ...clip, ...work, ...file, user_id: 'harbor-admin', archived_by: 'Admin', created_at_ms: nowMs }
}
