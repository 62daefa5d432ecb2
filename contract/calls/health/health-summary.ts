import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { noInput, timeMs } from '../../rules.ts'
import { healthKind, healthLine } from './health-line.ts'

/** Lines in one answer, the worst of them. */
export const MOST_HEALTH_LINES = 300

/**
 * An addition to the catalogue: what is wrong of all that the person sees, worst first; of the organization's mail, notices and archive space for
 * administrators alone. `total` counts what there was no room for, too. `sites`: the worst of each site where something is wrong that nobody knows of yet. `checked`:
 * what was looked at, and `heardOf` of those devices have told of their storage. `archive` and `licence`: for who may know. `storage`:
 * the device whose disks hold the fewest days of what it records now.
 */
export const healthSummary = defineCall({
  path: '/vms/health/summary',
  input: noInput,
  output: z.object({
    atMs: timeMs,
    lines: z.array(healthLine).check(z.maxLength(MOST_HEALTH_LINES)),
    total: z.int(),
    /** How many of them, known ones aside, ask for something to be done. */
    toDo: z.int(),
    sites: z.array(z.object({ siteId: z.string(), worst: healthKind, lines: z.int() })),
    checked: z.object({ sites: z.int(), devices: z.int(), cameras: z.int(), heardOf: z.int(), oldestToldMs: z.nullable(timeMs) }),
    storage: z.nullable(z.object({ sn: z.string(), name: z.string(), days: z.int() })),
    licence: z.object({ cameras: z.int(), covered: z.int() }),
    archive: z.nullable(z.object({ usedBytes: z.number(), spaceBytes: z.number(), days: z.nullable(z.int()) })),
  }),
  access: signedIn,
  offline: 'cache',
})
