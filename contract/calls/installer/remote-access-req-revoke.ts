import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * Ends an accepted access; its sessions end with permission-withdrawn. Fails with not-found and wrong-state (not accepted, or ended).
 */
export const remoteAccessReqRevoke = defineCall({
  path: '/vms/remote-access-req/revoke',
  input: z.object({ requestId: identifier }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'installer',
})
