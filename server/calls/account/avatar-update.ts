import { avatarUpdate as call } from '#contract/calls/account/avatar-update.ts'
import { keepPicture } from '../../people/pictures.ts'
import { handler } from '../handler.ts'

const place = { use: 'avatar', folder: 'avatars', path: call.path } as const

export const avatarUpdate = handler(call, async ({ file }, context, caller) => {
  const { db, objectLinks, objects, push } = context
  const key = await keepPicture(file, place, caller, context)
  const users = db.selectFrom('user').where('id', '=', caller.userId)
  const { avatar_key: old } = await users.select('avatar_key').executeTakeFirstOrThrow()
  await db.updateTable('user').set({ avatar_key: key }).where('id', '=', caller.userId).execute()
  if (old !== null) await objects.delete([old])
  push.send([caller.userId], { infoType: 'profile-changed', infoContent: {} })
  return { avatarUrl: objectLinks.linkTo(key) }
})
