import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { changeSummary } from './many-change.ts'

/** An addition to the catalogue: one's own last changes of many devices, the newest first, with how many of the devices are done and failed. */
export const manyChangeList = defineCall({
  path: '/vms/config/device/many/list',
  input: z.object({}),
  output: z.object({
    changes: z.array(z.extend(changeSummary, { total: z.int(), done: z.int(), failed: z.int() })),
  }),
  access: holdersOf('configure'),
  offline: 'none',
})
