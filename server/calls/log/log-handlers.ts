import type { logCalls } from '#contract/calls/log/log-calls.ts'
import type { Handler } from '../handler.ts'
import { maintenanceLatest } from './maintenance-latest.ts'
import { maintenanceNoTokenLatest } from './maintenance-no-token-latest.ts'
import { moduleFunctionsGet } from './module-functions-get.ts'
import { opLogsList } from './op-logs-list.ts'
import { opLogsPut } from './op-logs-put.ts'

/** What answers the calls of the audit trail and of notices. */
export const logHandlers: { readonly [Name in keyof typeof logCalls]: Handler<(typeof logCalls)[Name]> } = {
  opLogsList,
  opLogsPut,
  moduleFunctionsGet,
  maintenanceLatest,
  maintenanceNoTokenLatest,
}
