import { healthSummary as call } from '#contract/calls/health/health-summary.ts'
import { handler } from '../handler.ts'

export const healthSummary = handler(call, (_input, { health }, caller) => health.summary(caller))
