import * as z from 'zod/mini'
import {
  generalSettings,
  networkSettings,
  notifySettings,
  recordingChoices,
  recordingKeep,
  recordingPlan,
} from '#contract/device-settings.ts'
import { deviceTypes, type DeviceType } from '#contract/enums.ts'
import { DAY_MS } from '#shared/time/day.ts'
import { channelLooks } from '../picture/look.ts'
import { ptzMemory } from '../ptz/ptz-memory.ts'
import { drawn } from './drawn.ts'
import { leaseOf } from './network.ts'

/** A place for recordings: it fills from `emptiedAtMs` on (in the future while it is formatted), and then overwrites the oldest. */
const volume = z.object({ totalBytes: z.number(), bytesPerSecond: z.number(), emptiedAtMs: z.number() })
export type Volume = z.output<typeof volume>

/** What a simulated device keeps over restarts. */
export const deviceState = z.object({
  version: z.string(),
  installedAtMs: z.number(),
  general: generalSettings,
  network: networkSettings,
  /** Which events it tells; all of them unless it says so. */
  notify: z.optional(notifySettings),
  /** New network settings that are tried, and what is taken back when the service does not say in time that it has reached the device. */
  trial: z.optional(z.object({ trialId: z.string(), before: networkSettings, untilMs: z.number() })),
  /** The last trial that the service had it keep. */
  keptTrialId: z.optional(z.string()),
  disks: z.array(z.extend(volume, { diskId: z.string(), model: z.string(), badSectors: z.int() })),
  isRaid: z.boolean(),
  /** Null: no card in the slot. Absent: no slot. */
  sd: z.optional(z.nullable(volume)),
  /** When each channel is recorded; all the time unless it says so. */
  recording: z.optional(z.array(z.enum(recordingChoices))),
  /** By what plan, and what is kept of it at most: of channels that were told, by index. */
  recordWays: z.optional(z.record(z.string(), z.object({ plan: z.optional(recordingPlan), keep: z.optional(recordingKeep) }))),
  /** Picture and sound of channels that were told something of it, by index. */
  cameras: z.optional(z.record(z.string(), channelLooks)),
  /** Of channels whose cameras move, by index. */
  ptz: z.optional(z.record(z.string(), ptzMemory)),
  log: z.array(z.object({ atMs: z.number(), text: z.string() })),
})
export type DeviceState = z.output<typeof deviceState>

const TERABYTE = 1e12
const GIGABYTE = 1e9
const cameras: ReadonlySet<DeviceType> = new Set([deviceTypes.ipc, deviceTypes.cardIpc, deviceTypes.doorbellIpc])
const diskModels = ['WD43PURZ-64CR5Y0', 'ST4000VX016-3CV104', 'HUS726T4TALA6L4']

/** The state of a device that was unpacked and mounted some weeks ago, as its type has it. */
export function firstState(device: { sn: string; name: string; devType: DeviceType; channels: number }, nowMs: number): DeviceState {
  const { sn, name, devType, channels } = device
  const installedAtMs = nowMs - (40 + drawn(sn, 'installed', 300)) * DAY_MS
  const hasDisks = devType === deviceTypes.nvr || devType === deviceTypes.dvr
  const diskTotal = hasDisks ? (channels > 4 ? 4 : 1) : 0
  const isStation = devType === deviceTypes.viewingStation
  const card = { totalBytes: 128 * GIGABYTE, bytesPerSecond: 190_000, emptiedAtMs: nowMs - (1 + drawn(sn, 'card age', 9)) * DAY_MS }
  const hasCard = devType === deviceTypes.cardIpc || drawn(sn, 'card', 3) > 0
  return {
    version: '1.0.0',
    installedAtMs,
    general: {
      name,
      language: 'en-US',
      timeZone: 'GMT+01:00 Amsterdam',
      ...(isStation ? { screenResolution: '1920x1080' } : {}),
    },
    network: { ...leaseOf(sn), isDhcp: !hasDisks },
    disks: Array.from({ length: diskTotal }, (_, index) => ({
      diskId: `hdd-${index + 1}`,
      model: diskModels[drawn(sn, `model ${index}`, diskModels.length)] ?? '',
      totalBytes: 4 * TERABYTE,
      bytesPerSecond: (channels * 512_000) / diskTotal,
      emptiedAtMs: installedAtMs,
      // The last disk of a large recorder has seen better days.
      badSectors: index === 3 ? 24 : 0,
    })),
    isRaid: diskTotal >= 4,
    ...(cameras.has(devType) ? { sd: hasCard ? card : null } : {}),
    log: [{ atMs: installedAtMs, text: 'first start, version 1.0.0' }],
  }
}
