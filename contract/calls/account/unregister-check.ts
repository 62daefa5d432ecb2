import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, nothing } from '../../rules.ts'

/**
 * Whether one's own account can be deleted. Fails for the last administrator of an organization that still has other people
 * (account-has-users) or devices (account-has-devices).
 */
export const unregisterCheck = defineCall({
  path: '/vms/user/unregister-check',
  input: noInput,
  output: nothing,
  access: signedIn,
  offline: 'none',
})
