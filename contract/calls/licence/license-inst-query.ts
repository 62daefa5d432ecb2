import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'
import { coverage, licenceInfo } from './licence-info.ts'

/**
 * The organization's licence: the one in use (or the free channels alone), the one that follows it, and the last that ended.
 * `valid`: a licence is in force. All people of the organization may know; buttons work for administrators.
 */
export const licenseInstQuery = defineCall({
  path: '/vms/license-inst/query',
  input: noInput,
  output: z.object({
    valid: z.boolean(),
    currentInfo: licenceInfo,
    renewInfo: z.nullable(licenceInfo),
    expireInfo: z.nullable(licenceInfo),
    coverage,
  }),
  access: signedIn,
  offline: 'cache',
})
