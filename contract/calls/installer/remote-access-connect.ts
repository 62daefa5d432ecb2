import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier, timeMs } from '../../rules.ts'
import { person } from '../user/person.ts'

/**
 * Signs an installer in by the link of an accepted request, or by the installer's own key in place of the link's `token`, as administrator
 * of the organization until the access ends. Fails with link-not-valid (no such link, or the key of somebody else), link-expired (its time
 * is over) and remote-access-ended (the organization has ended it). Answers GET, with the token in
 * the header of tokens: an address would be written down on its way.
 */
export const remoteAccessConnect = defineCall({
  path: '/vms/remote-access/connect',
  input: z.object({ grantId: identifier, token: z.string().check(z.minLength(1), z.maxLength(64)) }),
  output: z.object({
    token: z.string(),
    sessionId: z.string(),
    expiresAtMs: timeMs,
    nowMs: timeMs,
    user: person,
    untilMs: z.nullable(timeMs),
  }),
  access: open,
  offline: 'none',
  changes: true,
  answersGet: true,
  rate: { calls: 30, perMs: 60_000 },
})
