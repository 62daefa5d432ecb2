import * as z from 'zod/mini'

/**
 * An address of nobody in the organization to which something of it goes. `isConfirmed`: its owner has agreed to be sent alarms. `isResting`: none
 * come there all the same, since nobody who named it may set alarms any more. `contacts`, `rules` and
 * `devices`: the names of those that have it, devices as they tell of their outages; `shares`: links to archives that were sent there and can be
 * opened.
 */
export const externalRecipient = z.object({
  email: z.string(),
  isConfirmed: z.boolean(),
  isResting: z.optional(z.boolean()),
  contacts: z.array(z.string()),
  rules: z.array(z.string()),
  devices: z.array(z.string()),
  shares: z.int(),
})
export type ExternalRecipient = z.output<typeof externalRecipient>
