import * as z from 'zod/mini'
import { timeMs } from '../../rules.ts'

/**
 * What whoever runs the service announces: from when until when, by epoch time, and why, in both languages, for the page to choose. It
 * holds nothing of any person. `noticeId` is another one when anything in the notice is another.
 */
const maintenanceNotice = z.object({
  noticeId: z.string(),
  startsAtMs: timeMs,
  endsAtMs: timeMs,
  text: z.object({ 'en-US': z.string(), 'zh-CN': z.string() }),
})
export type MaintenanceNotice = z.output<typeof maintenanceNotice>

/** Null when there is none, or it is over. */
export const maintenanceOutput = z.object({ notice: z.nullable(maintenanceNotice) })
