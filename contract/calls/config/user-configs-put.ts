import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { userConfig, userConfigInput } from './user-config.ts'

/**
 * Saves a configuration: a new one without `configId`, else the one it names. Fails with layout-name-taken when another one of
 * one's own has the name, with not-found when the one named is not there or not one's own, and with serial-number-unknown when a view or a
 * screen size is of no viewing station that the person sees.
 */
export const userConfigsPut = defineCall({
  path: '/vms/user-configs/put',
  input: userConfigInput,
  output: userConfig,
  access: signedIn,
  offline: 'queue',
  changes: true,
})
