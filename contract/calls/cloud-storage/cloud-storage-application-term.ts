import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { cloudTermParagraphs } from '../../cloud-storage.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** The terms of cloud storage: their version, and paragraphs whose sentences are the screens'. */
export const cloudStorageApplicationTerm = defineCall({
  path: '/vms/cloud-storage/application/term',
  input: noInput,
  output: z.object({ version: z.string(), paragraphs: z.array(z.enum(cloudTermParagraphs)) }),
  access: signedIn,
  offline: 'cache',
})
