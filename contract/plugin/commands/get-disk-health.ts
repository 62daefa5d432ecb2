import * as z from 'zod/mini'
import { diskId } from '../../device-commands.ts'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { decimal, int, list, text } from '../fields.ts'

/**
 * Health of a disk with its SMART attributes. Fails with 409 and the codes of `/vms/dev-cmd/execute`, device-part-missing when there is no
 * such disk.
 */
export const getDiskHealth = defineCommand({
  name: 'getDiskHealth',
  request: z.object({ sn: serialNumber, diskId }),
  reply: z.object({
    diskId: text,
    health: text,
    temperatureC: decimal,
    powerOnHours: int,
    smart: list(z.object({ id: int, name: text, value: int, worst: int, threshold: int, raw: decimal })),
  }),
  asksDevice: true,
})
