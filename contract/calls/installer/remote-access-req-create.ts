import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'
import { accessMinutes, installerKeyFields } from './installer.ts'

/**
 * An addition to the catalogue: an installer asks to act as administrator for a time. The organization's administrators hear of it by
 * e-mail. Fails with installer-key-wrong and installer-request-open.
 */
export const remoteAccessReqCreate = defineCall({
  path: '/vms/remote-access-req/create',
  input: z.object({
    ...installerKeyFields,
    minutes: accessMinutes,
    reason: z.string().check(z.trim(), z.maxLength(lengths.accessReason)),
  }),
  output: z.object({ requestId: z.string() }),
  access: open,
  offline: 'none',
  changes: true,
  alters: 'installer',
  rate: { calls: 10, perMs: 60_000 },
})
