import * as z from 'zod/mini'
import { streamKind } from '../../enums.ts'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, tabIdentifier, text, windowIndex } from '../fields.ts'
import { playbackTime } from '../playback-time.ts'

/**
 * Plays what the device has recorded of a channel, in place of what the window showed; sent again it goes to another time. An open end is now, one
 * equal to the start is extended by 86,400 s, and a window plays 129,600 s in all: `endTime` says what is played. Pictures come as those of `preview`; parts without recordings are passed over,
 * and `ended` comes after the last. Fails with 409 and 414.
 */
export const playback = defineCommand({
  name: 'playback',
  request: z.object({
    tabId: tabIdentifier,
    winIndex: windowIndex,
    sn: serialNumber,
    chlIndex: channelNumber,
    streamType: streamKind,
    startTime: playbackTime,
    endTime: z.optional(playbackTime),
  }),
  reply: z.object({ mediaTicket: z.optional(text), endTime: playbackTime }),
})
