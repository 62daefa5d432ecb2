import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput } from '../../rules.ts'

/** The key by which push services know this service (VAPID, RFC 8292): a browser subscribes with it. Base64url. Not in the catalogue. */
export const noticeKeyGet = defineCall({
  path: '/vms/notice/key/get',
  input: noInput,
  output: z.object({ publicKey: z.string() }),
  access: signedIn,
  offline: 'none',
})
