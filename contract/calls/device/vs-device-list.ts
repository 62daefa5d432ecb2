import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { device } from './device.ts'

/** The viewing stations that the person sees, by name, with what each of their outputs shows as set by this person. */
export const vsDeviceList = defineCall({
  path: '/vms/vs-device/list',
  input: noInput,
  output: z.object({ devices: z.array(z.extend(device, { outputs: z.array(z.object({ voId: z.int(), dpi: z.string() })) })) }),
  access: signedIn,
  offline: 'cache',
})
