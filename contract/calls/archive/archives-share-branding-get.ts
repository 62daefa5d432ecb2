import * as z from 'zod/mini'
import { open } from '../../access.ts'
import { shareId } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { hexColor } from '../user/branding.ts'

/**
 * An addition to the catalogue: whose page a share's is, for everybody who has its identifier, also when it asks for a password or is over. Fails
 * with share-missing.
 */
export const archivesShareBrandingGet = defineCall({
  path: '/vms/archives/share/branding/get',
  input: z.object({ shareId }),
  output: z.object({
    organizationName: z.string(),
    accentColor: hexColor,
    /** Of this origin. */
    logoUrl: z.nullable(z.string()),
  }),
  access: open,
  offline: 'none',
  rate: { calls: 120, perMs: 60_000 },
})
