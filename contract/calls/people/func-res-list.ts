import * as z from 'zod/mini'
import { channelRights, roles, signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/**
 * The role codes that the signed-in person holds, on the organization or on any site or channel of it, and the rights that come with
 * them. Screens hide what nobody of these may do.
 */
export const funcResList = defineCall({
  path: '/vms/func-res/list',
  input: noInput,
  output: z.object({
    roleCodes: z.array(z.enum(roles)),
    rights: z.array(z.enum(channelRights)),
    /** An installer who is here as administrator for a time: people, installers and their access are not theirs to change. */
    isByRemoteAccess: z.boolean(),
  }),
  access: signedIn,
  offline: 'cache',
})
