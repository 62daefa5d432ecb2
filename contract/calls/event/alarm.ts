import * as z from 'zod/mini'
import { channelIndex } from '../../rules.ts'

/** Kinds of alarm that this version raises: the health of devices and channels (spec 1, section 1). */
export const alarmKinds = ['device-offline', 'channel-offline'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** An alarm record (spec 1, section 3). `recoveredAtMs` is null while it lasts. */
export const alarm = z.object({
  alarmId: z.string(),
  kind: z.enum(alarmKinds),
  sn: z.string(),
  chlIndex: z.nullable(channelIndex),
  siteName: z.string(),
  sourceName: z.string(),
  startedAtMs: z.number(),
  recoveredAtMs: z.nullable(z.number()),
  isRead: z.boolean(),
})
export type Alarm = z.output<typeof alarm>
