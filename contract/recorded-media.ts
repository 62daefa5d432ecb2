import * as z from 'zod/mini'
import { clipFault, streamKind } from './enums.ts'
import { channelIndex, serialNumber, timeMs } from './rules.ts'

/** Why a part of a channel was recorded (rule 3.17). */
const recordTypes = ['MOTION', 'MANUAL', 'SCHEDULE', 'SENSOR', 'POS', 'SMART_MOTION', 'PERIMETER', 'PLATE', 'OTHER'] as const
export const recordType = z.enum(recordTypes)

/** Longest part of the past that is sent in one piece; whoever wants more asks for the next piece in time. */
export const MOST_OF_PAST_MS = 60_000

/** The number of the piece on its media socket, and the channel of its units. */
const channel = z.int().check(z.minimum(0), z.maximum(0xffff))

/**
 * What the plugin says on its media socket about the past: send what the device recorded of a channel in this time, as fast as the socket takes
 * it, from the last key frame at or before `startMs` (what is before it as pre-roll) up to `endMs`. Needs the right to play back.
 */
export const pastAsk = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('past'),
    channel,
    sn: serialNumber,
    chlIndex: channelIndex,
    stream: streamKind,
    startMs: timeMs,
    endMs: timeMs,
  }),
  z.object({ op: z.literal('past-cancel'), channel }),
])
export type PastAsk = z.output<typeof pastAsk>

/** Why a piece is not sent, or not to its end. */
const pastFault = z.union([clipFault, z.enum(['offline', 'no-permission', 'refused'])])
export type PastFault = z.output<typeof pastFault>

/** `past-opened` comes before the units, `past-end` after them, `past-failed` at any time. */
export const pastAnswer = z.discriminatedUnion('op', [
  z.object({ op: z.literal('past-opened'), channel, codec: z.string(), width: z.int(), height: z.int(), fps: z.number() }),
  z.object({ op: z.literal('past-end'), channel }),
  z.object({ op: z.literal('past-failed'), channel, fault: pastFault }),
])
export type PastAnswer = z.output<typeof pastAnswer>
