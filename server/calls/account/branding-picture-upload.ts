import { brandingPictureUpload as call } from '#contract/calls/account/branding-picture-upload.ts'
import { logoLink } from '../../account/logo-link.ts'
import { keepPicture } from '../../account/pictures.ts'
import { handler } from '../../handler.ts'

const rules = {
  background: { kinds: ['png', 'jpg'], maxBytes: 2 * 1024 * 1024, folder: 'branding', path: call.path },
  favicon: { kinds: ['png'], maxBytes: 500 * 1024, folder: 'branding', path: call.path },
} as const

export const brandingPictureUpload = handler(call, async ({ kind, file }, context, caller) => {
  const { db, objects } = context
  const key = await keepPicture(file, rules[kind], caller, context)
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
