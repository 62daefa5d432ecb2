import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { archiveLimits } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

/**
 * An addition to the catalogue: ends shares of the organization before their time, all of them or none. Those that have ended already are passed over. Fails
 * with share-missing.
 */
export const archivesShareOrganizationRevoke = defineCall({
  path: '/vms/archives/share/organization/revoke',
  input: z.object({ handles: z.array(identifier).check(z.minLength(1), z.maxLength(archiveLimits.revokedAtOnce)) }),
  /** How many have ended by this. */
  output: z.object({ revoked: z.int() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'archives',
})
