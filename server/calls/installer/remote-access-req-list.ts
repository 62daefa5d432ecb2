import { remoteAccessReqList as call } from '#contract/calls/installer/remote-access-req-list.ts'
import type { OutputOf } from '#contract/define-call.ts'
import { handler } from '../handler.ts'

type Minutes = OutputOf<typeof call>['requests'][number]['askedMinutes']

export const remoteAccessReqList = handler(call, async (page, { installers }, { organizationId }) => {
  const { total, rows } = await installers.page(organizationId, page)
  const requests = rows.map((row) => ({
    requestId: row.id,
    installerId: row.installer_id,
    companyName: row.company_name,
    reason: row.reason,
    askedMinutes: row.asked_minutes as Minutes,
    grantedMinutes: row.granted_minutes as Minutes | null,
    status: row.status,
    createdAtMs: row.created_at_ms,
    untilMs: row.until_ms,
  }))
  return { total, requests }
})
