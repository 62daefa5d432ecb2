import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { alertInterval, outageKindList, recipients } from './alarm-rule.ts'

/** Who is told by mail when a device, or a channel of it, goes offline, and how often at most. */
export const devNotify = z.object({
  sn: serialNumber,
  isEnabled: z.boolean(),
  kinds: outageKindList,
  emails: recipients,
  alertIntervalS: alertInterval,
})
export type DevNotify = z.output<typeof devNotify>
