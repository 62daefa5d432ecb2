import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { lengths } from '../../limits.ts'

/** Says whether an image code is right, without using it up; a wrong guess makes it void. Fails with image-code-wrong or code-expired. */
export const codePicVerify = defineCall({
  path: '/vms/code/pic/verify',
  input: z.object({ idCode: z.string().check(z.minLength(1), z.maxLength(64)), imgCode: z.string().check(z.length(lengths.imageCode)) }),
  output: z.null(),
  access: open,
  offline: 'none',
  sentOnce: true,
  oneUse: true,
  rate: { calls: 60, perMs: 60_000 },
})
