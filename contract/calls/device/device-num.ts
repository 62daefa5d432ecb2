import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { deviceType } from '../../enums.ts'
import { noInput } from '../../rules.ts'

/** Numbers of the devices that the person sees: all of them, by status and by type. Types without a device are left out. */
export const deviceNum = defineCall({
  path: '/vms/device/num',
  input: noInput,
  output: z.object({
    total: z.int(),
    online: z.int(),
    offline: z.int(),
    unknown: z.int(),
    types: z.array(z.object({ devType: deviceType, total: z.int(), online: z.int() })),
  }),
  access: signedIn,
  offline: 'cache',
})
