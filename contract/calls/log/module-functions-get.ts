import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Modules of the service and what each can be asked to change, by the names of the calls: what the audit trail is filtered by. */
export const moduleFunctionsGet = defineCall({
  path: '/vms/log/module-functions/get',
  input: noInput,
  output: z.object({ modules: z.array(z.object({ module: z.string(), functions: z.array(z.string()) })) }),
  access: administrator,
  offline: 'cache',
})
