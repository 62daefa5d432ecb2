import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { branding, hexColor } from '../user/branding.ts'
import { lengths } from '../../limits.ts'
import { says } from '../../rules.ts'
import { brandingPictureKind } from './branding-picture-kind.ts'

/** What is only shown: any text of one line. */
const title = z
  .string()
  .check(z.trim(), z.minLength(1, says('required')), z.maxLength(lengths.title, says('too-long')), z.regex(/^\P{Cc}*$/u))

/**
 * Changes what is given of the own organization's branding, and answers with all of it. `remove`: pictures that the app's own take the
 * place of. Not in the catalogue.
 */
export const brandingUpdate = defineCall({
  path: '/vms/customer-website/update',
  input: z.object({
    productName: z.optional(title),
    pageTitle: z.optional(title),
    accentColor: z.optional(hexColor),
    remove: z.optional(z.array(z.enum(['logo', ...brandingPictureKind.options])).check(z.maxLength(3))),
  }),
  output: branding,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'organization',
})
