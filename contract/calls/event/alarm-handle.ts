import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall, type InputOf } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { alarm } from './alarm.ts'
import { alarmNote, alarmState } from './alarm-handling.ts'
import { alarmsRead } from './unread-alarms.ts'

/** The most alarms of one question. */
export const MOST_HANDLED = 100

/** What is to be set; what is not named stays. `assignee`: null takes the alarm from whoever has it; the `name` of the person is for a time without the service, which knows it. */
const handlingChange = z
  .object({
    state: z.optional(alarmState),
    assignee: z.optional(z.nullable(z.object({ person: identifier, name: z.optional(z.string().check(z.maxLength(64))) }))),
    note: z.optional(alarmNote),
  })
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing', path: ['state'] }))

/** More changes than anybody makes about one alarm, and than fits the column. */
const MOST_CHANGES = 1_000_000_000

/**
 * Handles alarms: acknowledges them or calls them false, assigns them, notes something. `version`: that of the handling which the person
 * saw; an alarm that has another one now was handled by a colleague meanwhile, is left as it is, and answered in `overtaken`. What is handled
 * counts as read. Whoever sees the alarms is told by push. Alarms that are not there, or not seen, are passed over; when none is
 * left the call fails with not-found. Fails with assignee-cannot-see.
 */
export const alarmHandle = defineCall({
  path: '/vms/event/alarm/handle',
  input: z.object({
    alarms: z
      .array(z.object({ alarmId: identifier, version: z.int().check(z.minimum(0), z.maximum(MOST_CHANGES)) }))
      .check(z.minLength(1), z.maxLength(MOST_HANDLED)),
    change: handlingChange,
  }),
  output: z.object({ alarms: z.array(alarm), overtaken: z.array(alarm), read: alarmsRead }),
  access: signedIn,
  offline: 'queue',
  changes: true,
})

export type HandlingChange = InputOf<typeof alarmHandle>['change']
