import { merchantLogoUpload as call } from '#contract/calls/account/merchant-logo-upload.ts'
import { logoLink } from '../../people/logo-link.ts'
import { keepPicture } from '../../people/pictures.ts'
import { handler } from '../handler.ts'

const place = { use: 'logo', folder: 'logos', path: call.path } as const

export const merchantLogoUpload = handler(call, async ({ file }, context, caller) => {
  const { db, objects } = context
  const key = await keepPicture(file, place, caller, context)
  const organizations = db.selectFrom('organization').where('id', '=', caller.organizationId)
  const { logo_key: old } = await organizations.select('logo_key').executeTakeFirstOrThrow()
  await db.updateTable('organization').set({ logo_key: key }).where('id', '=', caller.organizationId).execute()
  if (old !== null) await objects.delete([old])
  return { logoUrl: logoLink(key, context) }
})
