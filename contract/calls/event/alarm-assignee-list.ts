import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/** As many people are named at most, by their names. */
export const MOST_ASSIGNEES = 50

/**
 * To whom an alarm can be given: people of the organization who see it, whose names contain `search`, if that is given. Fails with not-found
 * when there is no such alarm, or the person may not see it.
 */
export const alarmAssigneeList = defineCall({
  path: '/vms/event/alarm/assignee/list',
  input: z.object({ alarmId: identifier, search: z.optional(z.string().check(z.trim(), z.maxLength(64))) }),
  output: z.object({ people: z.array(z.object({ userId: z.string(), name: z.string() })) }),
  access: signedIn,
  offline: 'cache',
})
