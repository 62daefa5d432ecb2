import * as z from 'zod/mini'
import { bridgeCommands } from './bridge-cameras.ts'
import { cameraChange, cameraSettings } from './camera-settings.ts'
import {
  generalChange,
  generalSettings,
  networkSettings,
  networkWish,
  notifySettings,
  recordingChange,
  recordingSettings,
  trialMark,
} from './device-settings.ts'
import { ptzCommands } from './ptz.ts'
import { recordType } from './recorded-media.ts'
import { channelIndex, nothing, securityCode, timeMs } from './rules.ts'

const bytes = z.number().check(z.minimum(0))
export const diskId = z.string().check(z.regex(/^[a-z0-9-]{1,16}$/))

/** A disk of a recorder. */
const disk = z.object({
  diskId,
  model: z.string().check(z.maxLength(64)),
  status: z.enum(['normal', 'unformatted', 'formatting', 'failed']),
  totalBytes: bytes,
  freeBytes: bytes,
})
export type Disk = z.output<typeof disk>

/** What a device says of its places for recordings. `raid` is null when it has none. */
export const storageInfo = z.object({
  disks: z.array(disk).check(z.maxLength(64)),
  raid: z.nullable(z.object({ level: z.enum(['0', '1', '5', '6', '10']), status: z.enum(['normal', 'degraded', 'rebuilding', 'failed']) })),
})

/** Health of a disk with its SMART attributes: `value` and `worst` are good above `threshold`; `raw` is the disk's own count. */
const diskHealth = z.object({
  diskId,
  health: z.enum(['good', 'warning', 'failing']),
  temperatureC: z.number(),
  powerOnHours: z.int(),
  smart: z
    .array(
      z.object({
        id: z.int().check(z.minimum(1), z.maximum(255)),
        name: z.string().check(z.maxLength(64)),
        value: z.int(),
        worst: z.int(),
        threshold: z.int(),
        raw: z.number(),
      }),
    )
    .check(z.maxLength(64)),
})
export type DiskHealth = z.output<typeof diskHealth>

/** The memory card of a camera. */
export const sdStatus = z.object({
  status: z.enum(['none', 'normal', 'unformatted', 'formatting', 'failed']),
  totalBytes: bytes,
  freeBytes: bytes,
})
export type SdStatus = z.output<typeof sdStatus>

/** A part of the past that a device has recorded, and why. An open end (0): it is being recorded. */
const recordSegment = z.object({ startMs: timeMs, endMs: timeMs, type: recordType })
export type RecordSegment = z.output<typeof recordSegment>
/** Segments in one answer; `isMore` says that there are more behind the last of them. */
export const MOST_SEGMENTS = 300

/** One command to a device: what it is given and what it answers. `changes`: only a device that is idle takes it. */
interface DeviceCommand<Request extends z.ZodMiniType, Result extends z.ZodMiniType> {
  readonly request: Request
  readonly result: Result
  readonly changes: boolean
}
function command<Request extends z.ZodMiniType, Result extends z.ZodMiniType>(definition: DeviceCommand<Request, Result>) {
  return definition
}
const none = z.object({})

/** Every command that the service may send to a device over the gateway. A device answers those that it can. */
export const deviceCommands = {
  /** Restarts: answers, goes offline and comes back. */
  reboot: command({ request: none, result: nothing, changes: true }),
  /** Installs the newest firmware, telling its progress, and restarts. Answers which version that will be. */
  upgrade: command({ request: none, result: z.object({ version: z.string().check(z.maxLength(32)) }), changes: true }),
  /** Collects its log, telling its progress, and sends it. */
  'log-collect': command({ request: none, result: nothing, changes: true }),
  'storage-info': command({ request: none, result: storageInfo, changes: false }),
  'disk-health': command({ request: z.object({ diskId }), result: diskHealth, changes: false }),
  'disk-format': command({ request: z.object({ diskId }), result: nothing, changes: true }),
  'sd-status': command({ request: none, result: sdStatus, changes: false }),
  'sd-format': command({ request: none, result: nothing, changes: true }),
  /** Days of a month on which there are recordings of a channel, in the time zone that the question names. */
  'record-days': command({
    request: z.object({
      chlIndex: channelIndex,
      month: z.string().check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/)),
      timeZone: z.string().check(z.minLength(1), z.maxLength(64)),
    }),
    result: z.object({ days: z.array(z.string().check(z.regex(/^20\d\d-\d\d-\d\d$/))).check(z.maxLength(31)) }),
    changes: false,
  }),
  /** What was recorded of a channel in this time, the oldest first; of these kinds if some are named. `mainBytes`: about how large the main stream of this time is. */
  'record-log': command({
    request: z.object({
      chlIndex: channelIndex,
      startMs: timeMs,
      endMs: timeMs,
      types: z.optional(z.array(recordType).check(z.maxLength(16))),
    }),
    result: z.object({
      segments: z.array(recordSegment).check(z.maxLength(MOST_SEGMENTS)),
      isMore: z.boolean(),
      mainBytes: z.optional(z.int()),
    }),
    changes: false,
  }),
  'general-get': command({ request: none, result: generalSettings, changes: false }),
  'general-set': command({ request: generalChange, result: generalSettings, changes: true }),
  'network-get': command({ request: none, result: networkSettings, changes: false }),
  'network-set': command({ request: networkSettings, result: networkSettings, changes: true }),
  /**
   * Takes other network settings on trial, and connects anew with them. Unless `network-keep` comes within `forMs`, the device takes its old ones back by
   * itself, also when it was restarted meanwhile, and connects with those. For devices that can; others have `network-set`.
   */
  'network-try': command({
    request: networkWish,
    result: z.object({ forMs: z.int().check(z.minimum(1_000), z.maximum(600_000)) }),
    changes: true,
  }),
  /** The service has reached the device with what it tries: it keeps that, and answers with it, as often as it is told. `not-found`: it is tried no more. */
  'network-keep': command({ request: trialMark, result: networkSettings, changes: false }),
  'notify-get': command({ request: none, result: notifySettings, changes: false }),
  /** Tells of other kinds of events, or at other hours, from now on. */
  'notify-set': command({ request: notifySettings, result: notifySettings, changes: true }),
  /** Picture and sound of a channel. */
  'camera-get': command({ request: z.object({ chlIndex: channelIndex }), result: cameraSettings, changes: false }),
  'camera-set': command({ request: cameraChange, result: cameraSettings, changes: true }),
  'record-get': command({ request: none, result: recordingSettings, changes: false }),
  /** Records a channel in another way from now on. */
  'record-set': command({ request: recordingChange, result: recordingSettings, changes: true }),
  /** Takes a new security code; the next connection is signed with its key. */
  'security-code-set': command({ request: z.object({ securityCode }), result: nothing, changes: true }),
  /** Address of the page that the device serves itself. */
  'page-get': command({
    request: none,
    result: z.object({ url: z.string().check(z.maxLength(256), z.regex(/^https?:\/\/[^\s"'<>@]+$/)) }),
    changes: false,
  }),
  /** What a pan-tilt-zoom camera is told (`ptz.ts`). */
  ...ptzCommands,
  /** What a bridge is told of the cameras of its network (`bridge-cameras.ts`). */
  ...bridgeCommands,
} as const

type DeviceCommands = typeof deviceCommands
export type DeviceCommandName = keyof DeviceCommands
export type CommandRequest<Name extends DeviceCommandName> = z.output<DeviceCommands[Name]['request']>
export type CommandResult<Name extends DeviceCommandName> = z.output<DeviceCommands[Name]['result']>

/**
 * Why a device does not do what it was told: it cannot at all, it is at work on something else, it does not take the value, it has no
 * such thing (a disk, a card, a page, a preset), its firmware is the newest, it has another thing of that name, it has no room for one more,
 * somebody else moves the camera by now, or it tried and failed.
 */
export const commandFault = z.enum([
  'unsupported',
  'busy',
  'bad-value',
  'not-found',
  'up-to-date',
  'name-taken',
  'full',
  'taken-over',
  'failed',
])
export type CommandFault = z.output<typeof commandFault>
