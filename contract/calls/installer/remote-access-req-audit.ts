import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'
import { accessMinutes } from './installer.ts'

/**
 * Accepts a request, for the time asked for or another, or refuses it. The installer gets a link by e-mail when it is accepted; the time
 * runs from now. Fails with not-found and wrong-state (decided already).
 */
export const remoteAccessReqAudit = defineCall({
  path: '/vms/remote-access-req/audit',
  input: z.object({ requestId: identifier, accept: z.boolean(), minutes: z.optional(accessMinutes) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'installer',
})
