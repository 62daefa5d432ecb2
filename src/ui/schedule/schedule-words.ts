import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { WeeklySchedule } from '#contract/weekly-schedule.ts'
import { minutesOf, presetOf, type PresetName } from './week-cells.ts'

export const presetTexts: Record<PresetName, MessageDescriptor> = {
  always: msg`Always`,
  working: msg`Working hours`,
  nights: msg`Nights`,
  weekends: msg`Weekends`,
}

/** When it holds, in a few words. */
export function scheduleText(schedule: WeeklySchedule): string {
  const preset = presetOf(schedule)
  if (preset !== undefined) return i18n._(presetTexts[preset])
  const hours = i18n.number(minutesOf(schedule) / 60, { maximumFractionDigits: 1 })
  return i18n._(msg`${hours} hours a week`)
}
