import * as z from 'zod/mini'
import { holdersOf } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, serialNumber } from '../../rules.ts'

/**
 * Days of a month on which the cloud has recordings of a camera, in the time zone of its site. Fails with channel-missing and
 * no-permission.
 */
export const cloudStorageVideoExistDayList = defineCall({
  path: '/vms/cloud-storage/video/exist-day/list',
  input: z.object({ sn: serialNumber, chlIndex: channelIndex, month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)) }),
  output: z.object({ days: z.array(z.string()) }),
  access: holdersOf('playback'),
  offline: 'none',
})
