import { healthKnow as call } from '#contract/calls/health/health-know.ts'
import { handler } from '../handler.ts'

export const healthKnow = handler(call, async ({ line, untilMs }, { health }, caller) => {
  await health.know(caller, line, untilMs)
  return null
})
