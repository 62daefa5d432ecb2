import * as z from 'zod/mini'
import { signedIn } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { configStatus } from '../../states/device.ts'
import { serialNumber } from '../../rules.ts'
import { channelDetail } from './channel-detail.ts'
import { device } from './device.ts'
import { activityState } from './device-activity.ts'
import { networkTrial } from './network-trial.ts'

/**
 * A device with its channels, its activity and the commands that it can do. Fails with serial-number-unknown when it is not there or not
 * seen.
 */
export const deviceDetail = defineCall({
  path: '/vms/device/detail',
  input: z.object({ sn: serialNumber }),
  output: z.object({
    device,
    activity: activityState,
    configStatus,
    commands: z.array(z.string()),
    /** Whether the person may configure all of it. */
    mayConfigure: z.boolean(),
    /** The last change of its network of this day, for whoever may configure it. */
    networkTrial: z.nullable(networkTrial),
    /** When somebody came last, within a day, who had its code but not the key of its binding; for whoever may configure it. */
    keyMissedAtMs: z.nullable(z.number()),
    channels: z.array(channelDetail),
  }),
  access: signedIn,
  offline: 'cache',
})
