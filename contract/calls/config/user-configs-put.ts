import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { configName, layoutValue, userConfig } from './user-config.ts'

/**
 * Saves a configuration: a new one without `configId`, else the one it names. Fails with 33021 when another one of
 * one's own has the name, and with 404 when the one named is not there or not one's own.
 */
export const userConfigsPut = defineCall({
  path: '/vms/user-configs/put',
  input: z.object({ configId: z.optional(identifier), configType: z.literal('layout'), configName, configValue: layoutValue }),
  output: userConfig,
  access: signedIn,
  offline: 'none',
  changes: true,
})
