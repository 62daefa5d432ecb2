import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** The words of events and alarm rules: kinds, attributes with their values, groups of ages, intervals in seconds. */
export const eventDictGet = defineCall({
  path: '/vms/event-dict/get',
  input: noInput,
  output: z.object({
    eventKinds: z.array(z.string()),
    alarmKinds: z.array(z.string()),
    ruleKinds: z.array(z.string()),
    recordTypes: z.array(z.string()),
    attributes: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    ageGroups: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
    alertIntervalsS: z.array(z.int()),
  }),
  access: signedIn,
  offline: 'cache',
})
