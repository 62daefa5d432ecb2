import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, timeMs } from '../../rules.ts'

/** Where one is signed in: one browser, whose tabs share it. `session` names it, and opens nothing. */
const ownSession = z.object({
  session: z.string(),
  isThis: z.boolean(),
  /** What the browser calls itself (its user agent). */
  agent: z.string(),
  /** Network address from which it signed in. */
  address: z.string(),
  signedInAtMs: timeMs,
  /** To the minute. */
  usedAtMs: timeMs,
  /** Other networks that it was used from, the last one first, of each its last address: a few. An older service tells of none. */
  // oxlint-disable-next-line no-underscore-dangle -- zod/mini calls it so
  elsewhere: z._default(z.array(z.object({ address: z.string(), usedAtMs: timeMs })), []),
  /** A viewing screen, which stays signed in. */
  isScreen: z.boolean(),
})
export type OwnSession = z.output<typeof ownSession>

/** The places where one is signed in, the one used last first, this one before all. Not in the catalogue. */
export const sessionList = defineCall({
  path: '/vms/user/session/list',
  input: noInput,
  output: z.object({ sessions: z.array(ownSession) }),
  access: signedIn,
  offline: 'none',
})
