import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import type { Place } from './evaluate.ts'

/** An alarm that would have been raised. Names are those of then. */
export interface WouldRaise extends Place {
  kind: AlarmKind
  siteName: string
  sourceName: string
  startedAtMs: number
  plate: string | null
  snapshotKey: string | null
}
