import * as z from 'zod/mini'
import { channelIndex, timeMs } from '../../rules.ts'

/** What may be wrong, the worst first. `line` texts and what to do about each are in the catalogs. */
export const healthKinds = [
  'site-offline',
  'disk-failed',
  'raid-failed',
  'card-failed',
  'device-offline',
  'camera-offline',
  'licence-missing',
  'archive-full',
  'disk-full',
  'disk-slow',
  'raid-degraded',
  'disk-failing',
  'disk-unformatted',
  'recording-gap',
  'storage-short',
  'stream-dropping',
  'mail-waiting',
  'mail-spent',
  'archive-filling',
  'licence-ending',
  'cloud-ending',
  'disk-warning',
  'notices-waiting',
  'raid-rebuilding',
  'version-behind',
  'alarms-open',
] as const
export const healthKind = z.enum(healthKinds)
export type HealthKind = z.output<typeof healthKind>

/** `failed`: something does not work; `warning`: it soon will not, or only just does; `note`: worth knowing. */
export const healthGrades = ['failed', 'warning', 'note'] as const
export type HealthGrade = (typeof healthGrades)[number]

const grades: Partial<Record<HealthKind, HealthGrade>> = {
  'site-offline': 'failed',
  'disk-failed': 'failed',
  'raid-failed': 'failed',
  'card-failed': 'failed',
  'device-offline': 'failed',
  'camera-offline': 'failed',
  'licence-missing': 'failed',
  'archive-full': 'failed',
  'raid-rebuilding': 'note',
  'version-behind': 'note',
  'alarms-open': 'note',
}
export function gradeOf(kind: HealthKind): HealthGrade {
  return grades[kind] ?? 'warning'
}

/** Names a line for as long as the trouble stays: by it somebody says that it is known. */
export const healthKey = z.string().check(z.minLength(1), z.maxLength(160))

/**
 * One thing that is wrong. Of a site, a device or a camera with their names as they are now; of the organization without. `sinceMs`: since when, as far as
 * that is known; `toldMs`: when the device said so. `count`: how many devices, cameras, pictures, mails, alarms or days that are asked for; `days`: how many are left, or there is room for. `part`: the disk, or the
 * version that others of the model have. `known`: somebody knows, until then.
 */
export const healthLine = z.object({
  key: healthKey,
  kind: healthKind,
  siteId: z.optional(z.string()),
  siteName: z.optional(z.string()),
  sn: z.optional(z.string()),
  chlIndex: z.optional(channelIndex),
  name: z.optional(z.string()),
  sinceMs: z.optional(timeMs),
  untilMs: z.optional(timeMs),
  toldMs: z.optional(timeMs),
  count: z.optional(z.int()),
  days: z.optional(z.int()),
  part: z.optional(z.string()),
  known: z.optional(z.object({ untilMs: timeMs, byName: z.string() })),
})
export type HealthLine = z.output<typeof healthLine>
