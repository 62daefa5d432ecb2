import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { serialNumber } from '../../rules.ts'

/**
 * Logs collected from a device (command `log-collect`), newest first; the last ten are kept. Fails with serial-number-unknown,
 * no-device-permission.
 */
export const deviceLogsList = defineCall({
  path: '/vms/device-logs/list',
  input: z.object({ sn: serialNumber }),
  output: z.object({ logs: z.array(z.object({ logId: z.string(), fileName: z.string(), sizeBytes: z.int(), createdAtMs: z.number() })) }),
  access: holdersOf('configure'),
  offline: 'none',
})
