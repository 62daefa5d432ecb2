import * as z from 'zod/mini'
import { serialNumber } from '../../rules.ts'
import { defineCommand } from '../define-command.ts'
import { channelNumber, int, list, tabIdentifier, text, windowIndex } from '../fields.ts'
import { playbackTime } from '../playback-time.ts'

/** A file of the cloud storage (rule 3.17), with the link that the service gives for it. */
export const cloudItem = z.object({
  indexFileName: text,
  indexFileSeq: int,
  startTime: playbackTime,
  endTime: playbackTime,
  systemBatch: text,
  url: text,
})

/** Plays what the cloud storage has of a channel, as `playback` plays what the device has. Links that run out
 * meanwhile are replaced by `updateCloudToken`. Fails with 403 for a link to another service, 409 and 414. */
export const cloudPlayback = defineCommand({
  name: 'cloudPlayback',
  request: z.object({
    tabId: tabIdentifier,
    winIndex: windowIndex,
    sn: serialNumber,
    chlIndex: channelNumber,
    startTime: playbackTime,
    endTime: z.optional(playbackTime),
    items: list(cloudItem),
  }),
  reply: z.object({ mediaTicket: z.optional(text), endTime: playbackTime }),
})
