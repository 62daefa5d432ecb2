import * as z from 'zod/mini'
import { roles } from '../../access.ts'
import { language, themeChoice } from '../../enums.ts'
import { choices } from './choices.ts'

/** The signed-in person, as every screen may know them. */
export const person = z.object({
  userId: z.string(),
  loginName: z.string(),
  email: z.string(),
  alias: z.string(),
  phone: z.string(),
  role: z.enum(roles),
  /** True when the admin flag of the specification is 1. */
  isAdministrator: z.boolean(),
  organizationName: z.string(),
  language,
  theme: themeChoice,
  choices: z.optional(choices),
  /** Picture of the person; a link for some minutes. */
  avatarUrl: z.optional(z.nullable(z.string())),
})
export type Person = z.output<typeof person>
