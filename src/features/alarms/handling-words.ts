import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { AlarmState } from '#contract/calls/event/alarm-handling.ts'

/** How far people have come with an alarm. */
export const stateNames: Record<AlarmState, MessageDescriptor> = {
  open: msg`Open`,
  acknowledged: msg`Acknowledged`,
  'false-alarm': msg`False alarm`,
}
