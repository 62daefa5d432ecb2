import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { brandingPictureKind } from './branding-picture-kind.ts'
import { pictureUpload } from './picture-upload.ts'

/**
 * Puts a background of the sign-in page (jpg or png, at most 2 MB) or an icon of the browser's tab (png, at most 500 KB) in place of the
 * last one. Fails with file-too-large (over 2 MB), no-picture (over its own limit, or no such picture), daily-upload-limit (too many in
 * a day) and organization-space-low. Not in the catalogue.
 */
export const brandingPictureUpload = defineCall({
  path: '/vms/customer-website/picture/upload',
  input: z.object({ kind: brandingPictureKind, ...pictureUpload.input.shape }),
  output: z.object({ url: z.string() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'organization',
  upload: pictureUpload.upload,
})
