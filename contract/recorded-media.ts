import * as z from 'zod/mini'
import { clipFault, streamKind } from './enums.ts'
import { channelIndex, serialNumber, timeMs } from './rules.ts'
import { soundFormat } from './sound.ts'

/** Why a part of a channel was recorded (rule 3.17). */
export const recordTypes = ['MOTION', 'MANUAL', 'SCHEDULE', 'SENSOR', 'POS', 'SMART_MOTION', 'PERIMETER', 'PLATE', 'OTHER'] as const
export const recordType = z.enum(recordTypes)
export type RecordType = z.output<typeof recordType>

/** Longest part of the past that is sent in one piece; whoever wants more asks for the next piece in time. */
export const MOST_OF_PAST_MS = 60_000

/** Which pictures of the past are wanted: all, or key frames alone, as for looking through it, for fast speeds and backwards. */
export const pastPictures = z.enum(['all', 'key'])

/** Where the past is kept (rule 4.11): by the device itself, or in the cloud. */
export const pastPlace = z.enum(['local', 'cloud'])
export type PastPlace = z.output<typeof pastPlace>

/**
 * The number of the piece on its media socket, and the channel of its units. Live channels and pieces have their numbers from one range, and the
 * opener gives them: a tab takes those below 0x8000 for live channels and those from there on for pieces, each in its turn, so that what is still
 * on its way of a piece before is not taken for the next. The source keeps both apart: a piece is refused on a number that is open live, and a
 * live channel that is opened on the number of a piece ends the piece.
 */
const channel = z.int().check(z.minimum(0), z.maximum(0xffff))

/**
 * What a tab or the plugin says on its media socket about the past: send what was recorded of a channel in this time, as fast as the socket
 * takes it, from the last key frame at or before `startMs` (what is before it as pre-roll) up to `endMs`. Unless told otherwise it is what the
 * device has, all pictures, and the sound with them; key frames alone come without sound. Needs the right to play back.
 */
export const pastAsk = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('past'),
    channel,
    sn: serialNumber,
    chlIndex: channelIndex,
    /** What is in the cloud is there once, and answers for both streams. */
    stream: streamKind,
    startMs: timeMs,
    endMs: timeMs,
    pictures: z.optional(pastPictures),
    from: z.optional(pastPlace),
    /** False: without sound. */
    sound: z.optional(z.boolean()),
    /** In H.264, whatever it was filmed in: for whoever decodes nothing else. */
    asH264: z.optional(z.boolean()),
  }),
  z.object({ op: z.literal('past-cancel'), channel }),
])
export type PastAsk = z.output<typeof pastAsk>

/** Why a piece is not sent, or not to its end. `refused`: too long, too many at once, more than the socket takes, or a number that is open live. */
export const pastFault = z.union([clipFault, z.enum(['offline', 'no-permission', 'refused'])])
export type PastFault = z.output<typeof pastFault>

/**
 * `past-opened` comes before the units, `past-end` after them, `past-failed` at any time. A piece is of one kind: where the camera's pictures
 * become others (codec or size) it ends early, and `changedAtMs` says where those begin, to be asked for anew.
 */
export const pastAnswer = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('past-opened'),
    channel,
    codec: z.string(),
    width: z.int(),
    height: z.int(),
    fps: z.number(),
    /** Sound frames come among the units, on the clocks of the pictures. */
    sound: z.optional(soundFormat),
  }),
  z.object({ op: z.literal('past-end'), channel, changedAtMs: z.optional(timeMs) }),
  z.object({ op: z.literal('past-failed'), channel, fault: pastFault }),
])
export type PastAnswer = z.output<typeof pastAnswer>
