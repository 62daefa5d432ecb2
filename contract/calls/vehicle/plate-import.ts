import * as z from 'zod/mini'
import { administrator } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { identifier } from '../../rules.ts'

const MOST_BYTES = 4 * 1024 * 1024

/**
 * Adds the plates of a spreadsheet (xlsx or xls) to a group, all or none. Columns by their heading: plate, vehicle type, owner, phone; rows
 * without a plate are skipped. Fails with plate-group-missing, no-spreadsheet, no-plate-column, plate-exists (a plate exists, or stands
 * there twice), plate-group-full (more than the group holds), imported-text-too-long (a text over 32 characters), parameter-error (no
 * plate), plate-too-frequent (the organization has another import under way), licence-needed, licence-ended; the detail names row and column of the sheet, such as `C12`.
 */
export const plateImport = defineCall({
  path: '/vms/vehicle-licence-plate/import',
  input: z.object({ groupId: identifier, file: z.file().check(z.minSize(1), z.maxSize(MOST_BYTES)) }),
  output: z.object({ imported: z.int(), skipped: z.int() }),
  access: administrator,
  offline: 'none',
  changes: true,
  alters: 'plates',
  upload: { maxBytes: MOST_BYTES },
  rate: { calls: 20, perMs: 60_000 },
})
