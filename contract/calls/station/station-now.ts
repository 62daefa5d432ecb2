import * as z from 'zod/mini'
import { station } from '../../access.ts'
import { defineCall } from '../../define-call.ts'
import { channelIndex, noInput, timeMs } from '../../rules.ts'
import { stationAlarm, stationContent, stationMessage, stationOutput, stationRemote, stationTurn } from '../../station.ts'
import { streamCaps } from '../../stream-caps.ts'

/** A camera that the screen may show, with what it needs to know of it. */
const stationCamera = z.object({
  sn: z.string(),
  chlIndex: channelIndex,
  channelName: z.string(),
  siteName: z.string(),
  streams: z.array(streamCaps),
})

/** An addition to the catalogue: all that a screen shows, now and by its schedule, and the cameras in it, as far as they are there and open. */
export const stationNow = defineCall({
  path: '/vms/station/now',
  input: noInput,
  output: z.object({
    sn: z.string(),
    voId: stationOutput,
    name: z.string(),
    siteName: z.string(),
    timeZone: z.string(),
    content: stationContent,
    /** When the office said so; null or missing: before it set the schedule. */
    contentAtMs: z.optional(z.nullable(timeMs)),
    turns: z.array(stationTurn),
    remote: z.nullable(stationRemote),
    message: z.nullable(stationMessage),
    isMuted: z.boolean(),
    /** Those at the front, the one that is shown first. */
    alarms: z.array(stationAlarm),
    cameras: z.array(stationCamera),
    nowMs: timeMs,
  }),
  access: station,
  offline: 'none',
})
