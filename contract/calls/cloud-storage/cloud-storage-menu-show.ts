import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** Whether cloud storage is shown to the person: to administrators, and to whoever may play back a camera that has some; and who may buy it. */
export const cloudStorageMenuShow = defineCall({
  path: '/vms/cloud-storage/menu/show',
  input: noInput,
  output: z.object({ isShown: z.boolean(), mayBuy: z.boolean() }),
  access: signedIn,
  offline: 'cache',
})
