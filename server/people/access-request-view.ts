import type { Selectable } from 'kysely'
import type { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import type { RemoteAccessTable } from '../db/schema/people.ts'

type Request = OutputOf<typeof remoteAccessReqList>['requests'][number]

/** A request of an installer as both sides see it. */
export function toAccessRequest(row: Selectable<RemoteAccessTable> & { company_name: string }): Request {
  return {
    requestId: row.id,
    installerId: row.installer_id,
    companyName: row.company_name,
    reason: row.reason,
    askedMinutes: row.asked_minutes as Request['askedMinutes'],
    grantedMinutes: row.granted_minutes as Request['grantedMinutes'],
    status: row.status,
    createdAtMs: row.created_at_ms,
    untilMs: row.until_ms,
  }
}
