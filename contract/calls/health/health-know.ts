import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { nothing, timeMs } from '../../rules.ts'
import { healthKey } from './health-line.ts'

/** The longest that somebody may let a trouble be. */
export const LONGEST_KNOWN_MS = 30 * 24 * 60 * 60_000

/**
 * An addition to the catalogue: says that a trouble is known until then, for all of the organization; null takes that back. A later end than in 30 days is
 * that. Fails with health-line-missing when there is no such trouble.
 */
export const healthKnow = defineCall({
  path: '/vms/health/know',
  input: z.object({ line: healthKey, untilMs: z.nullable(timeMs) }),
  output: nothing,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'health',
})
