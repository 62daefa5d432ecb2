import { maintenanceLatest } from './maintenance-latest.ts'
import { maintenanceNoTokenLatest } from './maintenance-no-token-latest.ts'
import { moduleFunctionsGet } from './module-functions-get.ts'
import { opLogsList } from './op-logs-list.ts'
import { opLogsPut } from './op-logs-put.ts'

/** Calls of the audit trail and of notices. */
export const logCalls = {
  maintenanceLatest,
  maintenanceNoTokenLatest,
  moduleFunctionsGet,
  opLogsList,
  opLogsPut,
} as const
