import { i18n } from '@lingui/core'
import { archiveLimits } from '#contract/archives.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { nameOf } from '#contract/rules.ts'
import { timeIn } from '#shared/time/zone.ts'
import { alarmKindNames } from '../text/alarm-names.ts'

/** What a clip is named after. */
export type TitledEvent = Pick<Alarm, 'kind' | 'plate' | 'sourceName'> & { atMs: number }

/** What a clip of an event or alarm is called, unless somebody has a better name: what, where and when, without what no name may contain. */
export function clipTitle(event: TitledEvent, zone: string): string {
  const what = [i18n._(alarmKindNames[event.kind]), event.plate ?? '', event.sourceName].filter((part) => part !== '').join(' ')
  const when = timeIn(event.atMs, zone, 'YYYY-MM-DD HH.mm.ss')
  return `${nameOf(what).slice(0, archiveLimits.titleLength - when.length - 1)} ${when}`
}
