import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Version of the service and where its local plugin listens (31853 unless the installation moved it). */
export const systemVersionGet = defineCall({
  path: '/vms/system/version/get',
  input: noInput,
  output: z.object({ version: z.string(), contractVersion: z.string(), pluginVersion: z.string(), pluginPort: z.int() }),
  access: open,
  offline: 'cache',
})
