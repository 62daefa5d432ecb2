import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Makes an image code of 4 characters. `imgCodeImgData` is a data URL of a PNG; `idCode` names it for five minutes. */
export const codePicCreate = defineCall({
  path: '/vms/code/pic/create',
  input: noInput,
  output: z.object({ idCode: z.string(), imgCodeImgData: z.string() }),
  access: open,
  offline: 'none',
  oneUse: true,
  rate: { calls: 60, perMs: 60_000 },
})
