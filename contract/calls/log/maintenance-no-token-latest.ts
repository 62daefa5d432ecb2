import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { maintenanceOutput } from './maintenance-notice.ts'

/**
 * An addition to the catalogue, named as its calls without a token are: the same notice for the sign-in page, since the catalogue does not
 * list the other call as open.
 */
export const maintenanceNoTokenLatest = defineCall({
  path: '/vms/sysmsg/maintenance/no-token/latest',
  input: noInput,
  output: maintenanceOutput,
  access: open,
  offline: 'cache',
})
