import * as z from 'zod/mini'
import { commandFault } from './device-commands.ts'
import { channelStatus, clipFault, deviceType, heardStreamFault, streamKind } from './enums.ts'
import { eventAttributes, eventKind } from './event-attributes.ts'
import { knownPerson, similarity } from './known-person.ts'
import { objectBox } from './object-box.ts'
import { plateNumber } from './plates.ts'
import { pastPictures } from './recorded-media.ts'
import { channelIndex, serialNumber, timeMs } from './rules.ts'
import { soundFormat, talkFault } from './sound.ts'
import { deviceActivity } from './states/device.ts'

/**
 * The device gateway (`/device-ws`), an addition to the specification: how device agents reach the service. One socket
 * per device. The service opens with a challenge; the device answers it with `hello`, signed with a key that is
 * scrypt(security code, salt = serial number, N = 2^14, r = 8, p = 1, 32 bytes); `proof` is HMAC-SHA-256(key, nonce), hex.
 * A serial number that the service has never seen is enrolled: it asks for the key once, over the same socket, and
 * keeps it; from then on the key does not travel, unless the device was unbound and comes with another one: the one of
 * before is its former owner's. Binding compares it with the code that a person types.
 * Many know the code of a label, former owners among them: each binding has a key of its own (`binding-key`), which the service draws as the device is
 * bound, gives to the connection that was let in before that and to none that comes later, and asks for once the device has said, or shown, that it
 * keeps it. A device that was never given one, or keeps none, has none to show.
 * Commands (`device-commands.ts`) are answered within 10 seconds, each by its number; what takes longer is told as `activity`.
 * Who has nothing to say says `alive`: boxes on the way may answer pings themselves, or swallow them.
 * Video and sound go as binary messages of `media.ts` whose channel is the stream's number.
 */
export const GATEWAY_PATH = '/device-ws'
export const deviceKeyCost = { N: 2 ** 14, r: 8, p: 1, bytes: 32 } as const

/** How often a device says that it lives. */
export const DEVICE_ALIVE_MS = 8_000

/** A longer log is cut at its beginning. */
export const DEVICE_LOG_CHARACTERS = 256 * 1024

const commandId = z.string().check(z.minLength(1), z.maxLength(64))
const streamId = z.int().check(z.minimum(0), z.maximum(0xffff))
const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
/** A JPEG in base64: its first bytes are always the same. At most 256 KiB of picture. */
const jpegText = z.string().check(z.maxLength(360_000), z.regex(/^\/9j\/[A-Za-z0-9+/]+={0,2}$/))
const streamShape = {
  codec: z.string().check(z.maxLength(32)),
  width: z.int().check(z.minimum(0), z.maximum(16384)),
  height: z.int().check(z.minimum(0), z.maximum(16384)),
  fps: z.number().check(z.minimum(0), z.maximum(240)),
}

/** A channel as its device describes it. */
const gatewayChannel = z.object({
  chlIndex: channelIndex,
  name: z.string().check(z.minLength(1), z.maxLength(64)),
  status: channelStatus,
  supportFun: z.array(z.string().check(z.maxLength(32))).check(z.maxLength(64)),
  streams: z.array(z.object({ stream: streamKind, ...streamShape })).check(z.maxLength(4)),
})
export type GatewayChannel = z.output<typeof gatewayChannel>

/** From a device to the service. */
export const fromDevice = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    sn: serialNumber,
    proof: hex64,
    /** HMAC-SHA-256(the key of its binding, nonce), hex; of a device that keeps one. */
    bindingProof: z.optional(hex64),
    devType: deviceType,
    name: z.string().check(z.minLength(1), z.maxLength(32)),
    model: z.string().check(z.maxLength(64)),
    version: z.string().check(z.maxLength(32)),
    channels: z.array(gatewayChannel).check(z.maxLength(256)),
    /** Names of the commands that the device can do; an older one says nothing and can none. */
    commands: z.optional(z.array(z.string().check(z.maxLength(32))).check(z.maxLength(64))),
  }),
  z.object({ kind: z.literal('enrol'), key: hex64 }),
  /** Answers `binding-key`: it is on the disk. `proof`: HMAC-SHA-256 of this connection's nonce, as in `hello`. An older device says nothing, and has none. */
  z.object({ kind: z.literal('binding-key-kept'), proof: hex64 }),
  /**
   * Said each `DEVICE_ALIVE_MS` once the service has said it first, bound or not, and answered with the same. An older device says nothing, and lives by its
   * pings alone. It changes nothing; one that is said more often than once a second in the long run ends the connection.
   */
  z.object({ kind: z.literal('alive') }),
  /** Channels that came, went or changed; the whole list. Not heard while the device is not bound: it tells them again when it is. */
  z.object({ kind: z.literal('channels'), channels: z.array(gatewayChannel).check(z.maxLength(256)) }),
  /** A stream with `sound` brings its sound frames among its units. */
  z.object({ kind: z.literal('stream-opened'), streamId, ...streamShape, sound: z.optional(soundFormat) }),
  z.object({ kind: z.literal('stream-failed'), streamId, fault: heardStreamFault }),
  /** Answers `open-talk`: the camera is ready to be talked to. */
  z.object({ kind: z.literal('talk-opened'), streamId }),
  /** Answers `open-talk`, or ends what was opened. */
  z.object({ kind: z.literal('talk-failed'), streamId, fault: talkFault }),
  /** Something that the device saw on a channel. Attributes that it does not know are absent. `box`: where it is in the snapshot, or in the whole picture without one. */
  z.object({
    kind: z.literal('event'),
    chlIndex: channelIndex,
    event: eventKind,
    atMs: timeMs,
    attributes: eventAttributes,
    plate: z.optional(plateNumber),
    similarity: z.optional(similarity),
    person: z.optional(knownPerson),
    box: z.optional(objectBox),
    snapshot: z.optional(jpegText),
  }),
  /**
   * Answers `clip-request`; the clip's units follow, and `clip-end` when all are sent. A clip with `sound` brings sound frames among its units.
   * Where the pictures become others (codec or size) a clip ends early, and `changedAtMs` says where those begin.
   */
  z.object({ kind: z.literal('clip-opened'), streamId, ...streamShape, sound: z.optional(soundFormat) }),
  z.object({ kind: z.literal('clip-failed'), streamId, fault: clipFault }),
  z.object({ kind: z.literal('clip-end'), streamId, changedAtMs: z.optional(timeMs) }),
  /** Answers a command. `field` names the value that is refused. */
  z.object({
    kind: z.literal('command-result'),
    commandId,
    outcome: z.discriminatedUnion('ok', [
      z.object({ ok: z.literal(true), result: z.unknown() }),
      z.object({ ok: z.literal(false), fault: commandFault, field: z.optional(z.string().check(z.maxLength(64))) }),
    ]),
  }),
  /** What the device is busy with from now on, and how far it is (percent). */
  z.object({ kind: z.literal('activity'), activity: deviceActivity, progress: z.nullable(z.int().check(z.minimum(0), z.maximum(100))) }),
  /** A log that was asked for. */
  z.object({
    kind: z.literal('log'),
    fileName: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
    text: z.string().check(z.maxLength(DEVICE_LOG_CHARACTERS)),
  }),
])
export type FromDevice = z.output<typeof fromDevice>

/** From the service to a device. */
export const toDevice = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('challenge'), nonce: z.string() }),
  z.object({ kind: z.literal('enrol') }),
  z.object({ kind: z.literal('welcome'), isBound: z.boolean() }),
  /** After the welcome: say that you live from now on. Then the answer to that. An older service says none, and would not know what is meant. */
  z.object({ kind: z.literal('alive') }),
  /**
   * What time it is by the service's clock: before the welcome, and each minute. A device whose own is wrong times its live pictures by it; recordings
   * and events keep its own time.
   */
  z.object({ kind: z.literal('clock'), nowMs: timeMs }),
  z.object({
    kind: z.literal('refused'),
    /** `binding-key-missing`: it has the code of its label, but not the key that was agreed on when it was bound. `too-many-unbound`: its network has its share of devices that nobody has bound. `not-bound-in-time`: nobody has bound it for an hour, or others needed its place; it comes anew. `crowded`: its network has as many sockets as it may that have not shown whose they are. */
    reason: z.enum([
      'wrong-key',
      'binding-key-missing',
      'bad-message',
      'connected-elsewhere',
      'too-many-enrolments',
      'too-many-unbound',
      'not-bound-in-time',
      'too-many-attempts',
      'too-many-messages',
      'crowded',
    ]),
  }),
  /** Bound to an organization, or no longer. */
  z.object({ kind: z.literal('bound'), isBound: z.boolean() }),
  /** The key of this binding: keep it, in the place of another, until you are told that you are not bound; then forget it. */
  z.object({ kind: z.literal('binding-key'), key: hex64 }),
  /**
   * Send this channel's stream as units numbered `streamId`, from the newest key frame that you hold on. With `asH264` in H.264 even
   * if it is filmed in H.265.
   */
  z.object({ kind: z.literal('open-stream'), streamId, chlIndex: channelIndex, stream: streamKind, asH264: z.optional(z.boolean()) }),
  z.object({ kind: z.literal('close-stream'), streamId }),
  /**
   * Somebody wants to talk to this channel's camera. When that is answered with `talk-opened`, sound frames numbered `streamId` come
   * (`talkFormat` of `sound.ts`) until `close-talk`. For channels with the function `intercom`.
   */
  z.object({ kind: z.literal('open-talk'), streamId, chlIndex: channelIndex }),
  z.object({ kind: z.literal('close-talk'), streamId }),
  /**
   * Send what was recorded of a channel in this time: units numbered `streamId`, as fast as the socket takes them, from the last key
   * frame at or before `startMs` (what is before it as pre-roll) up to `endMs`. With `pictures: 'key'` key frames alone; with `sound` what was
   * recorded of that from `startMs` on, too; with `asH264` in H.264 whatever it was filmed in. An older device knows none of it, and sends all pictures as they are, without sound. For channels with the function
   * `recordings`.
   */
  z.object({
    kind: z.literal('clip-request'),
    streamId,
    chlIndex: channelIndex,
    stream: streamKind,
    startMs: timeMs,
    endMs: timeMs,
    pictures: z.optional(pastPictures),
    sound: z.optional(z.boolean()),
    asH264: z.optional(z.boolean()),
  }),
  z.object({ kind: z.literal('clip-cancel'), streamId }),
  /** Carry this out and answer with `command-result`. `request` is the command's own. */
  z.object({ kind: z.literal('command'), commandId, name: z.string().check(z.maxLength(32)), request: z.unknown() }),
])
export type ToDevice = z.output<typeof toDevice>
