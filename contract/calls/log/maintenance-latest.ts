import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, timeMs } from '../../rules.ts'

/** The notice of maintenance that whoever runs the service has put up, in the person's language; null when there is none, or it is over. */
export const maintenanceLatest = defineCall({
  path: '/vms/sysmsg/maintenance/latest',
  input: noInput,
  output: z.object({ notice: z.nullable(z.object({ startsAtMs: timeMs, endsAtMs: timeMs, text: z.string() })) }),
  access: signedIn,
  offline: 'none',
})
