import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { helper } from '../../helper.ts'
import { noInput } from '../../rules.ts'

/** Version of the service, where its local plugin listens (31853 unless the installation moved it), and which helpers install that. */
export const systemVersionGet = defineCall({
  path: '/vms/system/version/get',
  input: noInput,
  output: z.object({
    version: z.string(),
    contractVersion: z.string(),
    pluginVersion: z.string(),
    pluginPort: z.int(),
    helpers: z.array(helper),
  }),
  access: open,
  offline: 'cache',
})
