import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { accessRequest, installerKeyFields } from './installer.ts'

/**
 * An addition to the catalogue: whose installer this is, and the installer's own requests, the newest twenty. Fails with
 * installer-key-wrong.
 */
export const remoteAccessReqOwn = defineCall({
  path: '/vms/remote-access-req/own',
  input: z.object(installerKeyFields),
  output: z.object({ organizationName: z.string(), companyName: z.string(), requests: z.array(accessRequest) }),
  access: open,
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
