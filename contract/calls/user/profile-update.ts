import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { language, themeChoice } from '../../enums.ts'
import { personName, phone } from '../../rules.ts'
import { choices } from './choices.ts'
import { person } from './person.ts'

/** Changes what is given of one's own profile, and of the choices those that are given, and answers with all of it. */
export const profileUpdate = defineCall({
  path: '/vms/user/profile/update',
  input: z.object({
    alias: z.optional(personName),
    phone: z.optional(phone),
    language: z.optional(language),
    theme: z.optional(themeChoice),
    choices: z.optional(choices),
  }),
  output: person,
  access: signedIn,
  offline: 'queue',
  changes: true,
})
