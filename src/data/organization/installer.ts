import { queryOptions } from '@tanstack/react-query'
import { myInstallerDelete } from '#contract/calls/installer/my-installer-delete.ts'
import { myInstallerGet } from '#contract/calls/installer/my-installer-get.ts'
import { remoteAccessReqAudit } from '#contract/calls/installer/remote-access-req-audit.ts'
import { remoteAccessReqList } from '#contract/calls/installer/remote-access-req-list.ts'
import { remoteAccessReqRevoke } from '#contract/calls/installer/remote-access-req-revoke.ts'
import type { InputOf, OutputOf } from '#contract/define-call.ts'
import { remoteAccessStatuses } from '#contract/states/remote-access.ts'
import { ask } from '../core/ask.ts'
import { callCore } from '../core/core.ts'
import { queryClient } from '../query/query-client.ts'

/** The organization's installer, or null. For administrators. */
export const installerQuery = queryOptions({ queryKey: ['installer', 'who'], queryFn: ask(myInstallerGet, undefined) })

/** The newest requests of the installer for access. For administrators. */
export const accessRequestsQuery = queryOptions({
  queryKey: ['installer', 'requests'],
  queryFn: ask(remoteAccessReqList, { pageNum: 1, pageSize: 100 }),
})
export type AccessRequest = OutputOf<typeof remoteAccessReqList>['requests'][number]

/** Whether somebody has access by this request. `nowMs`: the service's clock. */
export function isInUse({ status, untilMs }: AccessRequest, nowMs: number): boolean {
  return status === remoteAccessStatuses.accepted && (untilMs === null || untilMs > nowMs)
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['installer'] })
}

/** Accepts a request for a time, or refuses it. Fails with wrong-state when it is decided already. */
export async function decideAccess(input: InputOf<typeof remoteAccessReqAudit>): Promise<void> {
  await callCore(remoteAccessReqAudit, input).finally(refresh)
}

/** Ends an access at once, with its sessions. */
export async function revokeAccess(requestId: string): Promise<void> {
  await callCore(remoteAccessReqRevoke, { requestId }).finally(refresh)
}

/** Parts with the installer; all access is gone with them. */
export async function partWithInstaller(): Promise<void> {
  await callCore(myInstallerDelete, undefined).finally(refresh)
}
