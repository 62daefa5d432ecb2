import * as z from 'zod/mini'
import { displayLanguages, recordingKeep, recordingModes } from '../../device-settings.ts'
import { changeLineState, manyChangeState } from '../../states/many-changes.ts'
import { timeZoneNames } from '../../time-zones.ts'
import { alertInterval, outageKindList, recipients } from '../event/alarm-rule.ts'

/** Devices of one change, and changes that are kept of a person. */
export const MOST_DEVICES_AT_ONCE = 500
export const KEPT_CHANGES = 20

/** What is done with many devices at once. */
export const manyChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('time-zone'), timeZone: z.enum(timeZoneNames) }),
  z.object({ kind: z.literal('language'), language: z.enum(displayLanguages) }),
  /** Who is told by mail when the device or a camera of it goes: as `/vms/monitor/dev-notify/add`. */
  z.object({
    kind: z.literal('notify'),
    isEnabled: z.boolean(),
    kinds: outageKindList,
    emails: recipients,
    alertIntervalS: alertInterval,
  }),
  /** Of all channels. */
  z.object({ kind: z.literal('recording'), mode: z.enum(recordingModes) }),
  /** For how many days recordings of all channels are kept at most; null: as long as there is room. */
  z.object({ kind: z.literal('retention'), days: recordingKeep.shape.days }),
  z.object({ kind: z.literal('reboot') }),
  z.object({ kind: z.literal('upgrade') }),
])
export type ManyChange = z.output<typeof manyChange>

/** How it stands with one device: `code` says why not, or with `done` why there was nothing to do; `field` which value was refused. */
export const changeLine = z.object({
  sn: z.string(),
  name: z.string(),
  state: changeLineState,
  code: z.nullable(z.int()),
  field: z.nullable(z.string()),
  atMs: z.number(),
})
export type ChangeLine = z.output<typeof changeLine>

export const changeSummary = z.object({
  jobId: z.string(),
  change: manyChange,
  state: manyChangeState,
  startedMs: z.number(),
  /** Null while it is under way. */
  endedMs: z.nullable(z.number()),
})
