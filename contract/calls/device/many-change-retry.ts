import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue: tries those devices again at which a change failed, and those for which it was called off. Fails with change-missing and
 * too-many-changes.
 */
export const manyChangeRetry = defineCall({
  path: '/vms/config/device/many/retry',
  input: z.object({ jobId: identifier }),
  output: nothing,
  access: holdersOf('configure'),
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
