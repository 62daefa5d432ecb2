import { healthKnow } from './health-know.ts'
import { healthSummary } from './health-summary.ts'

/** Calls of the system's health. */
export const healthCalls = { healthKnow, healthSummary } as const
