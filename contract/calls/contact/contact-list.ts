import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pageNumber, searchText } from '../../rules.ts'
import { contact } from './contact.ts'

/** An addition to the catalogue: one page of the contacts, by name, for whoever sets alarm rules; `search` matches name and e-mail. */
export const contactList = defineCall({
  path: '/vms/contactor/list',
  input: z.object({
    pageNum: pageNumber,
    pageSize: z.int().check(z.minimum(1), z.maximum(100)),
    search: z.optional(searchText),
  }),
  output: z.object({ total: z.int(), contacts: z.array(contact) }),
  access: holdersOf('configure'),
  offline: 'cache',
})
