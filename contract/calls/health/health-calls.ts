import { healthKnow } from './health-know.ts'
import { healthSummary } from './health-summary.ts'
import { quotaList } from './quota-list.ts'

/** Calls of the system's health. */
export const healthCalls = { healthKnow, healthSummary, quotaList } as const
