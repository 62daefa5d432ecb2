import * as z from 'zod/mini'
import { name, phone, says } from '../../rules.ts'

/** Free text of an organization, such as an address: one line. */
const line = z.string().check(z.trim(), z.maxLength(128, says('too-long')), z.regex(/^[^\p{Cc}<>]*$/u, says('angle-brackets')))

/** What an organization tells of itself (rule 3.5). */
export const organizationFields = {
  organizationName: name(),
  country: z.optional(line),
  city: z.optional(line),
  address: z.optional(line),
  contact: z.optional(line.check(z.minLength(1, says('required')))),
  phone: z.optional(phone),
}
