import { CallFault } from '../calls/call-fault.ts'
import type { Caller } from '../access/caller.ts'
import { SUCCESS } from '#contract/envelope.ts'
import { PICTURE_MOST_BYTES, pictureProblem, type PictureKind, type PictureUse } from '#contract/pictures.ts'
import { DAY_MS } from '#shared/time/day.ts'
import type { Context } from '../context.ts'
import { randomId } from '../runtime/secrets.ts'

const MOST_A_DAY = 20

/** How a file of each kind begins. Names and declared types are only what somebody says. */
const beginnings: Record<PictureKind, readonly number[]> = {
  png: [0x89, 0x50, 0x4e, 0x47],
  jpg: [0xff, 0xd8, 0xff],
  bmp: [0x42, 0x4d],
  webp: [0x52, 0x49, 0x46, 0x46],
}
const kinds = Object.keys(beginnings) as PictureKind[]

interface Place {
  use: PictureUse
  /** Folder of the store. */
  folder: string
  /** Path of the call that brings it: what came by it within a day is counted. */
  path: string
}

/** Keeps an uploaded picture; the answer is its key. Fails with file-too-large, no-picture, daily-upload-limit and organization-space-low. */
export async function keepPicture(file: File, place: Place, caller: Caller, { db, now, objects, quotas }: Context): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const kind = kinds.find((each) => beginnings[each].every((byte, index) => bytes[index] === byte))
  if (file.size > PICTURE_MOST_BYTES) throw new CallFault('file-too-large')
  if (kind === undefined || pictureProblem(place.use, { kind, size: file.size }) !== undefined) throw new CallFault('no-picture')
  const { count } = await db
    .selectFrom('audit')
    .where('organization_id', '=', caller.organizationId)
    .where('at_ms', '>', now() - DAY_MS)
    .where('user_id', '=', caller.userId)
    .where('path', '=', place.path)
    .where('code', '=', SUCCESS)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_A_DAY) throw new CallFault('daily-upload-limit')
  await quotas.requireStoredRoom(caller.organizationId)
  const key = `${place.folder}/${randomId()}.${kind}`
  await objects.put(key, bytes, caller.organizationId)
  return key
}
