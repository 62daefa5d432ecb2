import * as z from 'zod/mini'
import { deviceActivity } from '../../states/device.ts'

/** What a device is busy with, and how far it is: `progress` in percent, null where it tells none. */
export const activityState = z.object({ activity: deviceActivity, progress: z.nullable(z.int()), sinceMs: z.number() })
export type ActivityState = z.output<typeof activityState>
