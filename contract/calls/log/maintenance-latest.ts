import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { maintenanceOutput } from './maintenance-notice.ts'

/** The notice of maintenance that whoever runs the service has put up. It is kept: while the service is away it says why. */
export const maintenanceLatest = defineCall({
  path: '/vms/sysmsg/maintenance/latest',
  input: noInput,
  output: maintenanceOutput,
  access: signedIn,
  offline: 'cache',
})
