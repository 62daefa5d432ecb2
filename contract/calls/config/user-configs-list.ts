import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { userConfig, userConfigType } from './user-config.ts'

/** One's own configurations of a type and those that others of the organization share, by name. */
export const userConfigsList = defineCall({
  path: '/vms/user-configs/list',
  input: z.object({ configType: userConfigType }),
  output: z.object({ configs: z.array(userConfig) }),
  access: signedIn,
  offline: 'cache',
})
