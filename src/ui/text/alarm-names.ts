import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmState } from '#contract/calls/event/alarm-handling.ts'
import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import { eventKindNames } from './event-kind-names.ts'

/** What the kinds of alarms are called. */
export const alarmKindNames: Record<AlarmKind, MessageDescriptor> = {
  'device-offline': msg`Device offline`,
  'channel-offline': msg`Camera offline`,
  'station-offline': msg`Viewing station offline`,
  'station-frozen': msg`Picture of a viewing station stands still`,
  'station-trouble': msg`Viewing station has no picture of a camera`,
  ...eventKindNames,
  combination: msg`Combined alarm`,
}

/** How far people have come with an alarm. */
export const alarmStateNames: Record<AlarmState, MessageDescriptor> = {
  open: msg`Unhandled`,
  acknowledged: msg`Acknowledged`,
  'false-alarm': msg`False alarm`,
}
