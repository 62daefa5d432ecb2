import * as z from 'zod/mini'
import { recordType } from '../../recorded-media.ts'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, flag, int, list } from '../fields.ts'
import { playbackTime } from '../playback-time.ts'

/**
 * What the device has recorded of a channel in this time, and why, the oldest first (rule 3.17); of these kinds if
 * some are named. An open end is now. `isMore`: ask again from the last start on. Fails with 409, 414, and the codes of `/vms/dev-cmd/execute`.
 */
export const searchRecLog = defineCommand({
  name: 'searchRECLog',
  request: z.object({
    sn: serialNumber,
    chlIndex: channelNumber,
    startTime: playbackTime,
    endTime: z.optional(playbackTime),
    types: z.optional(list(recordType)),
  }),
  reply: z.object({ segments: list(z.object({ startTime: int, endTime: int, type: recordType })), isMore: flag }),
  asksDevice: true,
})
