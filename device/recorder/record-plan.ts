import type { RecordingChoice, RecordingKeep, RecordingMode, RecordingPlan } from '#contract/device-settings.ts'
import type { StreamKind } from '#contract/enums.ts'
import type { WeeklySchedule } from '#contract/weekly-schedule.ts'
import { weekTimeAt } from '#shared/time/zone.ts'

/**
 * When a channel is recorded, and which of its streams; all of them unless some are named. `plan`: of the week, for the choice of that. `keep`: what
 * is kept of it at most.
 */
export interface RecordChoice {
  mode: RecordingChoice
  streams?: readonly StreamKind[] | undefined
  plan?: RecordingPlan | undefined
  keep?: RecordingKeep | undefined
}

/** What a plan is where nobody has painted one. */
export const emptyPlan: RecordingPlan = { continuous: [], events: [] }

/** The zone of this machine's clocks. */
export function zoneHere(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** How a channel is recorded at this moment (epoch ms), by the clocks of a zone. */
export function modeAt(choice: RecordingChoice, plan: RecordingPlan, atMs: number, timeZone: string): RecordingMode {
  if (choice !== 'schedule') return choice
  const { day, minute } = weekTimeAt(atMs, timeZone)
  const has = (spans: WeeklySchedule) => spans.some((span) => span.day === day && span.fromMinute <= minute && minute < span.toMinute)
  if (has(plan.continuous)) return 'continuous'
  return has(plan.events) ? 'events' : 'off'
}
