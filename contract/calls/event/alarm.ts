import * as z from 'zod/mini'
import { eventKinds } from '../../event-attributes.ts'
import { channelIndex } from '../../rules.ts'
import { alarmHandling } from './alarm-handling.ts'

/** Outages of devices and channels. */
export const outageKinds = ['device-offline', 'channel-offline'] as const
/** Troubles of viewing stations: away, a picture that stands still, and a camera whose picture does not come. */
export const stationHealthKinds = ['station-offline', 'station-frozen', 'station-trouble'] as const
/** Alarms about the health of devices and channels (rule 1.6). They last until all is well again. */
export const healthKinds = [...outageKinds, ...stationHealthKinds] as const
/** Kinds of alarm: the health of devices and channels, what a rule says of one event, and of several together. */
export const alarmKinds = [...healthKinds, ...eventKinds, 'combination'] as const
export type AlarmKind = (typeof alarmKinds)[number]

/** How an alarm makes itself heard where somebody has the app open: not at all, by a tone, or by a tone and its words spoken. */
export const announceWays = ['none', 'sound', 'speech'] as const
export type AnnounceWay = (typeof announceWays)[number]

/**
 * An alarm record (rule 3.11). `recoveredAtMs` is null while it lasts; that of an event is its own time. `pictureUrl`: a link,
 * good for some minutes. `ruleId`, `ruleName`: the rule that raised it, as it was named then; null for health that no rule speaks of. `announce`
 * and `isUrgent` are those of the rule at that moment.
 */
export const alarm = z.object({
  alarmId: z.string(),
  kind: z.enum(alarmKinds),
  sn: z.string(),
  chlIndex: z.nullable(channelIndex),
  siteId: z.string(),
  siteName: z.string(),
  sourceName: z.string(),
  startedAtMs: z.number(),
  recoveredAtMs: z.nullable(z.number()),
  isRead: z.boolean(),
  ruleId: z.nullable(z.string()),
  ruleName: z.nullable(z.string()),
  plate: z.nullable(z.string()),
  pictureUrl: z.nullable(z.string()),
  handling: alarmHandling,
  announce: z.enum(announceWays),
  isUrgent: z.boolean(),
})
export type Alarm = z.output<typeof alarm>
