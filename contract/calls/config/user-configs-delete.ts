import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/** Deletes one of one's own configurations, as an administrator also one that is shared; fails with not-found when there is none such. */
export const userConfigsDelete = defineCall({
  path: '/vms/user-configs/delete',
  input: z.object({ configId: identifier }),
  output: nothing,
  access: signedIn,
  offline: 'queue',
  changes: true,
})
