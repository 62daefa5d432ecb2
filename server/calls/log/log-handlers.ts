import type { logCalls } from '#contract/calls/log/log-calls.ts'
import type { Handlers } from '../handler.ts'
import { maintenanceLatest } from './maintenance-latest.ts'
import { maintenanceNoTokenLatest } from './maintenance-no-token-latest.ts'
import { moduleFunctionsGet } from './module-functions-get.ts'
import { opLogsList } from './op-logs-list.ts'
import { opLogsPut } from './op-logs-put.ts'

/** What answers the calls of the audit trail and of notices. */
export const logHandlers: Handlers<typeof logCalls> = {
  maintenanceLatest,
  maintenanceNoTokenLatest,
  moduleFunctionsGet,
  opLogsList,
  opLogsPut,
}
