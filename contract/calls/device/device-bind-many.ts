import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { coverage } from '../licence/licence-info.ts'
import { deviceBind } from './device-bind.ts'

export const MOST_BINDS_AT_ONCE = 20

/**
 * An addition to the catalogue: binds the devices of a list. Each is bound, or refused by itself with a code of `deviceBind`; `index` is its
 * place. `coverage`: what the licence covers afterwards.
 */
export const deviceBindMany = defineCall({
  path: '/vms/device/bind-many',
  input: z.object({ devices: z.array(deviceBind.input).check(z.minLength(1), z.maxLength(MOST_BINDS_AT_ONCE)) }),
  output: z.object({ refused: z.array(z.object({ index: z.int(), code: z.int() })), coverage }),
  access: administrator,
  offline: 'none',
  changes: true,
  rate: { calls: 30, perMs: 60_000 },
})
