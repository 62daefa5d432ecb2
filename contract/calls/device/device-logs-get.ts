import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/**
 * An addition to the catalogue: the text of a collected log. Fails with not-found when there is none such, or it is of a device that the
 * person may not configure.
 */
export const deviceLogsGet = defineCall({
  path: '/vms/device-logs/get',
  input: z.object({ logId: identifier }),
  output: z.object({ fileName: z.string(), text: z.string() }),
  access: holdersOf('configure'),
  offline: 'none',
})
