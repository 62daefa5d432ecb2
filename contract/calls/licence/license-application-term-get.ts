import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { termParagraphs } from '../../payment.ts'
import { noInput } from '../../rules.ts'

/** The terms of the licence service: version, paragraphs (their sentences are the screens'), and who of the organization accepted them last. */
export const licenseApplicationTermGet = defineCall({
  path: '/vms/license-application-term/get',
  input: noInput,
  output: z.object({
    version: z.string(),
    paragraphs: z.array(z.enum(termParagraphs)),
    accepted: z.nullable(z.object({ version: z.string(), atMs: z.number() })),
  }),
  access: signedIn,
  offline: 'cache',
})
