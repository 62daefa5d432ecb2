import { alarmKinds } from '#contract/calls/event/alarm.ts'
import { alertIntervalsS } from '#contract/calls/event/alarm-rule.ts'
import { ruleKinds } from '#contract/calls/event/rule-kinds.ts'
import { eventDictGet as call } from '#contract/calls/event/event-dict-get.ts'
import { recordTypes } from '#contract/recorded-media.ts'
import { ageGroups, attributeNames, attributeValues, eventKinds } from '#contract/event-attributes.ts'
import { handler } from '../handler.ts'

export const eventDictGet = handler(call, async () => ({
  eventKinds: [...eventKinds],
  alarmKinds: [...alarmKinds],
  ruleKinds: [...ruleKinds],
  recordTypes: [...recordTypes],
  attributes: attributeNames.map((name) => ({ name, values: [...attributeValues[name]] })),
  ageGroups: Object.entries(ageGroups).map(([name, values]) => ({ name, values: [...values] })),
  alertIntervalsS: [...alertIntervalsS],
}))
