import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pictureUpload } from './picture-upload.ts'

/**
 * Puts a logo of the organization in place of the last one: jpg or png, at most 500 KB, best of 700 x 200 pixels. Fails with file-too-large
 * (over 2 MB), no-picture (over its own limit, or no such picture), daily-upload-limit (too many in a day)
 * and organization-space-low.
 */
export const merchantLogoUpload = defineCall({
  path: '/vms/merchant-logo/upload',
  input: pictureUpload.input,
  output: z.object({ logoUrl: z.string() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'organization',
  upload: pictureUpload.upload,
})
