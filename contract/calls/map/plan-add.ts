import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, name } from '../../rules.ts'
import { pictureUpload } from '../account/picture-upload.ts'

export const planName = name(64)

/**
 * An addition to the catalogue: gives a site a plan, a png, jpg or webp of at most 2 MB. Fails with site-missing, plan-name-taken (the site
 * has one of that name), too-many-plans, file-too-large, no-picture (no such picture, or its sides are too long), daily-upload-limit,
 * organization-space-low.
 */
export const planAdd = defineCall({
  path: '/vms/site/plan/add',
  input: z.object({ siteId: identifier, planName, ...pictureUpload.input.shape }),
  output: z.object({ planId: z.string() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'maps',
  upload: pictureUpload.upload,
})
