import { brandingPictureUpload as call } from '#contract/calls/account/branding-picture-upload.ts'
import { logoLink } from '../../people/logo-link.ts'
import { keepPicture } from '../../people/pictures.ts'
import { handler } from '../handler.ts'

export const brandingPictureUpload = handler(call, async ({ kind, file }, context, caller) => {
  const { db, objects } = context
  const key = await keepPicture(file, { use: kind, folder: 'branding', path: call.path }, caller, context)
  const organizations = db.selectFrom('organization').where('id', '=', caller.organizationId)
  const { [`${kind}_key` as const]: old } = await organizations.select(['background_key', 'favicon_key']).executeTakeFirstOrThrow()
  await db
    .updateTable('organization')
    .set({ [`${kind}_key`]: key })
    .where('id', '=', caller.organizationId)
    .execute()
  if (old !== null) await objects.delete([old])
  return { url: logoLink(key, context) }
})
