import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, nothing } from '../../rules.ts'

/**
 * An addition to the catalogue. Parts with the installer: open requests and access are gone, sessions end with permission-withdrawn. Fails
 * with not-found.
 */
export const myInstallerDelete = defineCall({
  path: '/vms/my-installer/delete',
  input: noInput,
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'installer',
})
