import type { healthCalls } from '#contract/calls/health/health-calls.ts'
import type { Handlers } from '../handler.ts'
import { healthKnow } from './health-know.ts'
import { healthSummary } from './health-summary.ts'
import { quotaList } from './quota-list.ts'

/** What answers the calls of the system's health. */
export const healthHandlers: Handlers<typeof healthCalls> = { healthKnow, healthSummary, quotaList }
