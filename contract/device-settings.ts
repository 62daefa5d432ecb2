import * as z from 'zod/mini'
import { streamKind } from './enums.ts'
import { eventKind, eventKinds } from './event-attributes.ts'
import { lengths } from './limits.ts'
import { channelIndex, name, timeMs } from './rules.ts'
import { screenSize } from './screen-size.ts'
import { timeZoneNames } from './time-zones.ts'
import { weeklySchedule, weeklySpans } from './weekly-schedule.ts'

/** Languages that a device can show (rule 9.12). */
export const displayLanguages = [
  'en-US',
  'zh-CN',
  'zh-TW',
  'ja-JP',
  'ko-KR',
  'th-TH',
  'vi-VN',
  'id-ID',
  'de-DE',
  'fr-FR',
  'es-ES',
  'pt-BR',
  'it-IT',
  'nl-NL',
  'pl-PL',
  'cs-CZ',
  'hu-HU',
  'ru-RU',
  'tr-TR',
  'he-IL',
  'ar-SA',
] as const

const OCTET = '(25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = z.string().check(z.regex(new RegExp(`^${OCTET}(\\.${OCTET}){3}$`)))

/** The 32 bits of an address of IPv4. */
export function bitsOf(address: string): number {
  return address.split('.').reduce((bits, octet) => ((bits << 8) | Number(octet)) >>> 0, 0)
}

/** Ones, then zeros, and room for two devices at least. */
function isSubnetMask(mask: string): boolean {
  const hosts = ~bitsOf(mask) >>> 0
  return (hosts & (hosts + 1)) === 0 && hosts >= 3 && hosts !== 0xffffffff
}

/** General settings of a device. A device has a name; the others only when it can do them. */
export const generalSettings = z.object({
  name: name(lengths.deviceName),
  language: z.optional(z.enum(displayLanguages)),
  timeZone: z.optional(z.enum(timeZoneNames)),
  /** Of a viewing station. */
  screenResolution: z.optional(screenSize),
})
/** A change of general settings: what is not named stays. */
export const generalChange = z
  .partial(generalSettings)
  .check(z.refine((change) => Object.values(change).some((value) => value !== undefined), { error: 'nothing-to-change' }))

/** Network settings of a device. Under `isDhcp` the addresses are those that the network gave it. */
export const networkSettings = z
  .object({
    isDhcp: z.boolean(),
    ip: ipv4,
    subnetMask: ipv4.check(z.refine(isSubnetMask, { error: 'no-subnet-mask' })),
    gateway: ipv4,
    dns: ipv4,
  })
  .check(
    z.refine(({ ip, gateway, subnetMask }) => ((bitsOf(ip) ^ bitsOf(gateway)) & bitsOf(subnetMask)) === 0, {
      error: 'gateway-outside-subnet',
      path: ['gateway'],
    }),
  )

export type NetworkSettings = z.output<typeof networkSettings>

/** What a device tells the service of what it sees: events of these kinds, within this schedule by its own clock. */
export const notifySettings = z.object({
  isEnabled: z.boolean(),
  kinds: z.array(eventKind).check(z.maxLength(eventKinds.length)),
  schedule: weeklySchedule,
})
export type NotifySettings = z.output<typeof notifySettings>

/** Which trial of new settings is meant: the service draws it. */
const trialId = z.string().check(z.regex(/^[\w-]{8,64}$/))
/** New network settings that a device is to try. */
export const networkWish = z.object({ trialId, network: networkSettings })
export const trialMark = z.object({ trialId })

/** When a device records what a camera shows: never, all the time, or from shortly before to shortly after what is seen. */
export const recordingModes = ['off', 'continuous', 'events'] as const
export type RecordingMode = (typeof recordingModes)[number]

/** What a channel can be told: one of these all the time, or by a plan of the week. */
export const recordingChoices = [...recordingModes, 'schedule'] as const
const recordingChoice = z.enum(recordingChoices)
export type RecordingChoice = z.output<typeof recordingChoice>
/** When a channel is recorded all the time and when around events, by the clocks of the device; never else. Where both are said it is all the time. */
export const recordingPlan = z.object({ continuous: weeklySpans, events: weeklySpans })
export type RecordingPlan = z.output<typeof recordingPlan>
/** For how long recordings of a channel are kept, and how much of it: at most. Null: as long, and as much, as the device has room. */
export const recordingKeep = z.object({
  days: z.nullable(z.int().check(z.minimum(1), z.maximum(3_650))),
  gigabytes: z.nullable(z.number().check(z.minimum(0.1), z.maximum(100_000))),
})
export type RecordingKeep = z.output<typeof recordingKeep>

/** What becomes of the pictures: written, or not, because the disk is full, too slow for the cameras, or fails. */
const recordingDisk = z.enum(['normal', 'full', 'slow', 'failed'])

const bytes = z.number().check(z.minimum(0))
/** Which of a channel's streams are recorded. */
const recordedStreams = z.array(streamKind).check(z.minLength(1), z.maxLength(2))
/** A channel that a device may record. `streams`: where there is a choice. `plan` and `keep`: where it can be told. */
const recordingChannel = z.object({
  chlIndex: channelIndex,
  mode: recordingChoice,
  plan: z.optional(recordingPlan),
  keep: z.optional(recordingKeep),
  streams: z.optional(recordedStreams),
  /** What is kept of it, if the device tells; without an oldest recording there is none. */
  kept: z.optional(z.object({ bytes, oldestMs: z.nullable(timeMs) })),
})
/**
 * When a device records its channels, and where to: the latter if it tells. Recordings go after `keptDays`, or when there is no more room. `dayBytes`: how
 * much of all of them is written in a day, by the last one, once that is known.
 */
export const recordingSettings = z.object({
  channels: z.array(recordingChannel).check(z.maxLength(256)),
  /** By whose clocks plans go, as the time zone database names it. */
  timeZone: z.optional(z.string().check(z.maxLength(64))),
  store: z.optional(
    z.object({
      disk: recordingDisk,
      keptDays: z.int().check(z.minimum(1)),
      usedBytes: bytes,
      totalBytes: bytes,
      dayBytes: z.optional(bytes),
    }),
  ),
})
export type RecordingSettings = z.output<typeof recordingSettings>
/**
 * A change of when one channel is recorded, and which streams of it; without `streams`, `plan` or `keep` those stay. What is recorded already
 * stays, as long as it may.
 */
export const recordingChange = z.object({
  chlIndex: channelIndex,
  mode: recordingChoice,
  streams: z.optional(recordedStreams),
  plan: z.optional(recordingPlan),
  keep: z.optional(recordingKeep),
})
