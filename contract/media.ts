import * as z from 'zod/mini'
import { heardStreamFault, streamKind } from './enums.ts'
import { channelIndex, identifier } from './rules.ts'
import { soundFormat, talkFault } from './sound.ts'

/**
 * The media socket of the relay (`/media-ws`, its ticket among the subprotocols) and of the local plugin (`ws://127.0.0.1:31853/media?ticket=…`, which
 * never leaves the machine), and the media half of the device gateway: text messages are control, binary messages are one access unit each.
 * Numbers are little-endian.
 *
 *     0  u8   version, 1
 *     1  u8   type: 1 video access unit, 2 sound frame
 *     2  u16  channel: the number that the opener chose for this stream, or piece of the past (`recorded-media.ts`), on this socket
 *     4  u8   flags: 1 key frame, 2 pre-roll (already past, sent so that decoding can begin)
 *     5  u8   codec: 1 H.264, 2 H.265; 16 AAC (raw, no ADTS), 17 PCMU, 18 PCMA, 19 Opus
 *     6  u16  length of this header, 32; a reader skips what it does not know
 *     8  f64  presentation time, whole µs, rising within a stream
 *    16  f64  capture time by the wall clock of the device, epoch ms
 *    24  u32  sequence number, by one for each unit of a stream, wraps; sound is counted by itself
 *    28  u32  0
 *    32  …    the access unit: Annex B for live streams; or the sound frame
 *
 * The sound of a stream has the clocks of its pictures, and neither flag: each of its frames stands for itself.
 *
 * Several units of one channel may come in one message, to a viewer that says so (`takesBundles`): a bundle.
 *
 *     0  u8   version, 1
 *     1  u8   type: 3 bundle
 *     2  u16  channel of all its units
 *     4  u16  0
 *     6  u16  length of this header, 8
 *     8  …    the units: before each a u32 with its length, then the whole unit as above
 */
export const MEDIA_PATH = '/media-ws'
const MEDIA_PROTOCOL = 'sightline-media'
const TICKET_PREFIX = 'ticket.'
export const MEDIA_HEADER_BYTES = 32
const MEDIA_VERSION = 1
const unitTypes = { video: 1, sound: 2 } as const
const BUNDLE_TYPE = 3
const BUNDLE_HEADER_BYTES = 8
const LENGTH_BYTES = 4
const FLAG_KEY = 1
const FLAG_PREROLL = 2
export const mediaCodecs = { h264: 1, h265: 2, aac: 16, pcmu: 17, pcma: 18, opus: 19 } as const

/** The subprotocols with which a media socket of the relay is opened: proxies write addresses down, and these not. */
export function mediaProtocols(ticket: string): string[] {
  return [MEDIA_PROTOCOL, TICKET_PREFIX + ticket]
}

/** The ticket among the subprotocols that a client names (`Sec-WebSocket-Protocol`); of these the first is answered. */
export function ticketAmong(protocols = ''): string | undefined {
  const names = protocols.split(',').map((name) => name.trim())
  return names.find((name) => name.startsWith(TICKET_PREFIX))?.slice(TICKET_PREFIX.length)
}

/** The video codec of a stream by the name that WebCodecs has for it. */
export function videoCodecOf(codec: string): 'h264' | 'h265' {
  return codec.startsWith('hev1') || codec.startsWith('hvc1') ? 'h265' : 'h264'
}

/** One access unit or sound frame with what is known of it. `data` is a view, not a copy. */
export interface MediaUnit {
  kind: 'video' | 'sound'
  channel: number
  isKey: boolean
  /** Sent only so that decoding can begin: decode it, do not show it unless it is the newest. */
  isPreroll: boolean
  codec: number
  ptsUs: number
  captureMs: number
  sequence: number
  data: Uint8Array
}

/** Writes a unit as one binary message. */
export function encodeMediaUnit(unit: MediaUnit): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(MEDIA_HEADER_BYTES + unit.data.byteLength)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, MEDIA_VERSION)
  view.setUint8(1, unitTypes[unit.kind])
  view.setUint8(5, unit.codec)
  view.setUint16(6, MEDIA_HEADER_BYTES, true)
  view.setFloat64(8, Math.round(unit.ptsUs), true)
  view.setFloat64(16, unit.captureMs, true)
  view.setUint32(24, unit.sequence >>> 0, true)
  bytes.set(unit.data, MEDIA_HEADER_BYTES)
  readdressMediaUnit(bytes, unit.channel, unit)
  return bytes
}

/** Changes channel and flags of an encoded unit in place, so that a relay need not decode what it hands on. */
export function readdressMediaUnit(bytes: Uint8Array, channel: number, flags: { isKey: boolean; isPreroll: boolean }): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  view.setUint16(2, channel, true)
  view.setUint8(4, (flags.isKey ? FLAG_KEY : 0) | (flags.isPreroll ? FLAG_PREROLL : 0))
}

/** Reads a binary message; `undefined` when it is not a unit of this version. */
export function decodeMediaUnit(bytes: Uint8Array): MediaUnit | undefined {
  if (bytes.byteLength < MEDIA_HEADER_BYTES) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const headerLength = view.getUint16(6, true)
  const type = view.getUint8(1)
  if (view.getUint8(0) !== MEDIA_VERSION || (type !== unitTypes.video && type !== unitTypes.sound)) return undefined
  if (headerLength < MEDIA_HEADER_BYTES || headerLength >= bytes.byteLength) return undefined
  const flags = view.getUint8(4)
  return {
    kind: type === unitTypes.sound ? 'sound' : 'video',
    channel: view.getUint16(2, true),
    isKey: (flags & FLAG_KEY) !== 0,
    isPreroll: (flags & FLAG_PREROLL) !== 0,
    codec: view.getUint8(5),
    ptsUs: view.getFloat64(8, true),
    captureMs: view.getFloat64(16, true),
    sequence: view.getUint32(24, true),
    data: bytes.subarray(headerLength),
  }
}

/** Writes encoded units of this channel, each in as many parts as it lies in, as one binary message. */
export function encodeMediaBundle(channel: number, units: readonly (readonly Uint8Array[])[]): Uint8Array<ArrayBuffer> {
  const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const length = units.reduce((sum, parts) => sum + LENGTH_BYTES + lengthOf(parts), BUNDLE_HEADER_BYTES)
  const bytes = new Uint8Array(length)
  const view = new DataView(bytes.buffer)
  view.setUint8(0, MEDIA_VERSION)
  view.setUint8(1, BUNDLE_TYPE)
  view.setUint16(2, channel, true)
  view.setUint16(6, BUNDLE_HEADER_BYTES, true)
  let at = BUNDLE_HEADER_BYTES
  for (const parts of units) {
    view.setUint32(at, lengthOf(parts), true)
    at += LENGTH_BYTES
    for (const part of parts) {
      bytes.set(part, at)
      at += part.byteLength
    }
  }
  return bytes
}

/** Reads a binary message to a viewer: the unit, or the units of a bundle; none when it is neither, or of another version. */
export function decodeMediaUnits(bytes: Uint8Array): MediaUnit[] {
  const isBundle = bytes.byteLength >= BUNDLE_HEADER_BYTES && bytes[0] === MEDIA_VERSION && bytes[1] === BUNDLE_TYPE
  const units = isBundle ? unitsInBundle(bytes).map(decodeMediaUnit) : [decodeMediaUnit(bytes)]
  return units.filter((unit) => unit !== undefined)
}

/** What is cut off at the end is left out. */
function unitsInBundle(bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const units: Uint8Array[] = []
  let at = view.getUint16(6, true)
  while (at + LENGTH_BYTES <= bytes.byteLength) {
    const begin = at + LENGTH_BYTES
    at = begin + view.getUint32(at, true)
    if (at <= bytes.byteLength) units.push(bytes.subarray(begin, at))
  }
  return units
}

/**
 * How many pictures of a stream a viewer wants: all, only key frames, or a key frame at most each five seconds. For walls with more windows than a
 * machine or a link can carry.
 */
const pace = z.enum(['all', 'keys', 'stills'])
export type Pace = z.output<typeof pace>
/** Between two stills. */
export const STILL_MS = 5_000
/** A key frame takes no longer: most cameras send one each one to ten seconds, some each twenty. */
export const KEY_MS = 22_000

const mediaChannel = z.int().check(z.minimum(0), z.maximum(0xffff))

/**
 * What a viewer says on the media socket. One that does not say `decodesH265` is sent H.264, whatever the camera films in; one that
 * does not say `takesBundles` is sent each unit in a message of its own, as it comes. `quality` changes the stream of an open channel at its next key frame. `sound` asks for
 * the sound of an open channel: it is not sent before. `talk` asks to be heard at the camera of an open channel: when `talk` is
 * answered with `isOn`, the viewer sends sound frames (`talkFormat`) on that channel until it or the source says that it is over. A talk that
 * was begun on another channel of the same camera goes on on this one when that is named as `from`.
 */
export const mediaRequest = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('open'),
    channel: mediaChannel,
    sn: z.string().check(z.maxLength(32)),
    chlIndex: channelIndex,
    stream: streamKind,
    pace: z.optional(pace),
    decodesH265: z.optional(z.boolean()),
    takesBundles: z.optional(z.boolean()),
  }),
  z.object({ op: z.literal('quality'), channel: mediaChannel, stream: streamKind, pace: z.optional(pace) }),
  z.object({ op: z.literal('sound'), channel: mediaChannel, isOn: z.boolean() }),
  z.object({ op: z.literal('talk'), channel: mediaChannel, isOn: z.boolean(), from: z.optional(mediaChannel) }),
  z.object({ op: z.literal('close'), channel: mediaChannel }),
])
export type MediaRequest = z.output<typeof mediaRequest>

/**
 * What a viewer says so that it is heard to live: after the first that it hears, and each `MEDIA_ALIVE_MS`. Boxes on the way may answer pings themselves, or
 * swallow them, and who only watches says nothing else. It changes nothing and is answered alike, by which a viewer finds out, where nothing
 * else comes, whether the service and the line to it live; who says it more often than once a second, beyond twenty at once, loses the socket.
 */
export const mediaAlive = z.object({ op: z.literal('alive') })
export type MediaAlive = z.output<typeof mediaAlive>
export const MEDIA_ALIVE_MS = 8_000

/**
 * What the source says. `config` comes before the first unit of a channel and whenever the stream changes; `stream` is
 * the one that is really sent. `failed` ends nothing: the source goes on trying, and a `config` says that it goes on.
 */
export const mediaMessage = z.discriminatedUnion('op', [
  z.object({
    op: z.literal('config'),
    channel: mediaChannel,
    stream: streamKind,
    /** As WebCodecs names it. */
    codec: z.string(),
    width: z.int(),
    height: z.int(),
    fps: z.number(),
    /** The stream has sound, which is sent to those who ask for it. */
    sound: z.optional(soundFormat),
  }),
  /** Answers `talk`, or ends what it began; `talker` is the name of whoever talks while it is busy. */
  z.object({
    op: z.literal('talk'),
    channel: mediaChannel,
    isOn: z.boolean(),
    fault: z.optional(talkFault),
    talker: z.optional(z.string()),
  }),
  z.object({ op: z.literal('failed'), channel: mediaChannel, fault: heardStreamFault }),
  /** Recorded video alone: there is nothing more up to the end that was asked for. */
  z.object({ op: z.literal('ended'), channel: mediaChannel }),
])
export type MediaMessage = z.output<typeof mediaMessage>

/** What the relay says first to the local plugin: whose ticket it has taken. What a page says of its person the plugin does not have to believe. */
export const relayGreeting = z.object({ op: z.literal('person'), userId: identifier })

/** WebSocket close codes of the media socket. `crowded`: its session, or its network, has as many as it may. */
export const mediaClose = { ticketRefused: 4401, sessionEnded: 4403, badMessage: 4400, crowded: 4429 } as const
