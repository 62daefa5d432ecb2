import { plural, t } from '@lingui/core/macro'
import type { HandlingChange } from '#contract/calls/event/alarm-handle.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { handleAlarms } from '../../data/records/alarm-handling.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { faultOf } from '../../lib/fault.ts'
import { say } from '../../ui/notice/toast-store.ts'

/** Handles alarms at the press of a button, and says what came of it: also where colleagues were faster. */
export async function handle(alarms: readonly Alarm[], change: HandlingChange): Promise<void> {
  const work = handleAlarms(alarms, change)
  const fault = await faultOf(work)
  if (fault === undefined) sayOvertaken((await work).overtaken)
  else say('error', errorText(fault))
}

/** Tells that alarms were left as colleagues have made them meanwhile. */
export function sayOvertaken(overtaken: readonly Alarm[]): void {
  const [first] = overtaken
  if (first === undefined) return
  const name = first.handling.byName ?? ''
  if (overtaken.length === 1) say('error', t`${name} was faster: the alarm is left as it is now.`)
  else
    say('error', plural(overtaken.length, { one: 'Colleagues were faster with # alarm.', other: 'Colleagues were faster with # alarms.' }))
}
