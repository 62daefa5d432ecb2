import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { archiveRight, archiveRights } from '../../archives.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'
import { archiveAuthority } from './archive-authority.ts'

/** Saves a person's archive rights, in place of those they had. Fails with user-missing. */
export const archivesAuthorityUpdate = defineCall({
  path: '/vms/archives/authority/update',
  input: z.object({ userId: identifier, rights: z.array(archiveRight).check(z.maxLength(archiveRights.length)) }),
  output: archiveAuthority,
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'archives',
})
