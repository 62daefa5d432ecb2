import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber, searchText } from '../../rules.ts'
import { externalRecipient } from './external-recipient.ts'

/**
 * An addition to the catalogue: one page of all addresses outside the organization that something of it goes to, by address; `search` matches it. Fails
 * with call-not-permitted for an installer with access for a time.
 */
export const externalRecipientList = defineCall({
  path: '/vms/contactor/external/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    search: z.optional(searchText),
  }),
  output: z.object({ total: z.int(), recipients: z.array(externalRecipient) }),
  access: administrator,
  offline: 'cache',
})
