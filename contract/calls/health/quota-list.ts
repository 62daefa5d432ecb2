import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** What an organization may have, or use up in a day (UTC), only so much of. */
const quotaKind = z.enum([
  'mail',
  'invitations',
  'shares',
  'picture-bytes',
  'devices',
  'archive-bytes',
  'stored-bytes',
  'stored-objects',
  'alarm-rules',
  'contacts',
  'plate-groups',
])
export type QuotaKind = z.output<typeof quotaKind>
/** A kind as it is read: the service may be newer, and know others. Those are null. */
const heardQuotaKind = z.catch(z.nullable(quotaKind), null)

/**
 * An addition to the catalogue: how much of what is shared with others the organization uses, and how much it may. `isDaily`: counted anew each
 * day, from midnight (UTC). `newUntilMs`: a new organization may more from then on; null when it may already.
 */
export const quotaList = defineCall({
  path: '/vms/quota/list',
  input: noInput,
  output: z.object({
    quotas: z.array(z.object({ kind: heardQuotaKind, used: z.number(), most: z.number(), isDaily: z.boolean() })),
    newUntilMs: z.nullable(z.number()),
  }),
  access: administrator,
  offline: 'cache',
})
