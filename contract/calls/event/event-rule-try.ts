import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex } from '../../rules.ts'
import { alarmKinds } from './alarm.ts'
import { alarmRuleFields } from './alarm-rule.ts'

/** So many of the alarms are shown. */
export const MOST_TRIED_SHOWN = 12

const { scope, trigger, schedule, alertIntervalS } = alarmRuleFields

/** An alarm that a rule would have raised. `chlIndex`: null for a whole device. `pictureUrl`: a link, good for some minutes. */
const triedAlarm = z.object({
  kind: z.enum(alarmKinds),
  sn: z.string(),
  chlIndex: z.nullable(channelIndex),
  siteId: z.string(),
  siteName: z.string(),
  sourceName: z.string(),
  startedAtMs: z.number(),
  plate: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
})
export type TriedAlarm = z.output<typeof triedAlarm>

/**
 * An addition to the catalogue: what a rule would have raised in the last 24 hours if it had been there, switched on. Nothing is kept and
 * nobody is told. `total`: how many alarms; `newest`: the last of them, the newest first. `fromMs` to `toMs`: the time that was looked at, less
 * than a day when `isCut`: there was too much to look at all of it. Of outages those count that were alarms, and those that last. Needs the
 * right to configure every channel of the scope; rules about vehicles are for administrators. Fails as event-rule-add-or-edit does.
 */
export const eventRuleTry = defineCall({
  path: '/vms/event/rule/try',
  input: z.object({ scope, trigger, schedule, alertIntervalS }),
  output: z.object({
    total: z.int(),
    fromMs: z.number(),
    toMs: z.number(),
    isCut: z.boolean(),
    newest: z.array(triedAlarm).check(z.maxLength(MOST_TRIED_SHOWN)),
  }),
  access: holdersOf('configure'),
  offline: 'none',
  rate: { calls: 60, perMs: 60_000 },
})
