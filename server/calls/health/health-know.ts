import { healthKnow as call } from '#contract/calls/health/health-know.ts'
import { handler } from '../handler.ts'

export const healthKnow = handler(call, async ({ key, untilMs }, { health }, caller) => {
  await health.know(caller, key, untilMs)
  return null
})
