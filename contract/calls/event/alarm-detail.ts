import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { plate } from '../vehicle/plate.ts'
import { alarm } from './alarm.ts'
import { handlingStep } from './alarm-handling.ts'
import { event } from './event.ts'

/**
 * One alarm with the events that raised it, the entry of the plate database for its plate, and what was done about it, the newest first. Fails with not-found when there is no such
 * alarm, or the person may not see it.
 */
export const alarmDetail = defineCall({
  path: '/vms/event/alarm/detail',
  input: z.object({ alarmId: identifier }),
  output: z.object({ alarm, events: z.array(event), vehicle: z.nullable(plate), history: z.array(handlingStep) }),
  access: signedIn,
  offline: 'cache',
})
