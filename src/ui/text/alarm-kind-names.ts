import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmKind } from '#contract/calls/event/alarm.ts'
import { eventKindNames } from './event-kind-names.ts'

/** What alarms are called. */
export const alarmKindNames: Record<AlarmKind, MessageDescriptor> = {
  'device-offline': msg`Device offline`,
  'channel-offline': msg`Camera offline`,
  ...eventKindNames,
  combination: msg`Combined alarm`,
}
