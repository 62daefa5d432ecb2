import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { installer } from './installer.ts'

/**
 * The organization's installer; null when it has none.
 */
export const myInstallerGet = defineCall({
  path: '/vms/my-installer/get',
  input: noInput,
  output: z.object({ installer: z.nullable(installer) }),
  access: administrator,
  offline: 'none',
})
