import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { pictureUpload } from './picture-upload.ts'

/**
 * Puts a picture of oneself in place of the last one: png, jpg or bmp, at most 2 MB. Fails with file-too-large (over 2 MB), no-picture,
 * daily-upload-limit (too many in a day) and organization-space-low.
 */
export const avatarUpdate = defineCall({
  path: '/vms/user/avatar/update',
  input: pictureUpload.input,
  output: z.object({ avatarUrl: z.string() }),
  access: signedIn,
  offline: 'none',
  changes: true,
  upload: pictureUpload.upload,
})
