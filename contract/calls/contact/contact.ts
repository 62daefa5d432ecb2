import * as z from 'zod/mini'
import { email, name, phone } from '../../rules.ts'

export const contactFields = { name: name(32), email, phone }

/**
 * Somebody whom alarms are sent to (rule 3.7). `isConfirmed`: the address may be sent alarms, as it belongs to somebody of
 * the organization or its owner has opened the link that was sent there; until then it waits for confirmation. `isResting`: none come there, since nobody who named it may set alarms any more; who saves it anew stands for it. `usedBy`: the names of the alarm
 * rules that send there; `devices`: those of the devices whose outages are told there; of both as far as the person who asks may set them.
 */
export const contact = z.object({
  contactId: z.string(),
  ...contactFields,
  phone: z.string(),
  isConfirmed: z.boolean(),
  isResting: z.optional(z.boolean()),
  usedBy: z.array(z.string()),
  devices: z.array(z.string()),
})
export type Contact = z.output<typeof contact>

/** How many contacts an organization may have. */
export const MOST_CONTACTS = 1_000
