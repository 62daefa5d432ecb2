import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { changeLine, changeSummary } from './many-change.ts'

/** An addition to the catalogue: how a change of many devices of one's own stands, device by device. Fails with change-missing. */
export const manyChangeGet = defineCall({
  path: '/vms/config/device/many/get',
  input: z.object({ jobId: identifier }),
  output: z.extend(changeSummary, { lines: z.array(changeLine) }),
  access: holdersOf('configure'),
  offline: 'none',
})
