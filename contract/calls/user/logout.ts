import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, nothing } from '../../rules.ts'

/** Ends the session; its tokens, tickets and sockets end with it. */
export const logout = defineCall({
  path: '/vms/user/logout',
  input: noInput,
  output: nothing,
  access: signedIn,
  offline: 'none',
  changes: true,
})
