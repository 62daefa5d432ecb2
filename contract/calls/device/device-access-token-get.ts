import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { timeMs } from '../../rules.ts'

/**
 * A ticket that opens one media socket of this session once, within 30 seconds. `holder` says who will open it: the tab
 * itself, or the local plugin on its behalf. It names no channel: rights are checked at each stream that is opened.
 */
export const deviceAccessTokenGet = defineCall({
  path: '/vms/device/access-token/get',
  input: z.object({ holder: z.enum(['tab', 'plugin']) }),
  output: z.object({ ticket: z.string(), expiresAtMs: timeMs }),
  access: holdersOf('live'),
  offline: 'none',
  oneUse: true,
})
