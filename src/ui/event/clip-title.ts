import { i18n } from '@lingui/core'
import { archiveLimits } from '#contract/archives.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { nameOf } from '#contract/rules.ts'
import { timeIn } from '#shared/time/zone.ts'
import { eventKindNames } from '../text/event-kind-names.ts'

/** Lengths of clips that are offered. */
export const clipsMs = { short: 30_000, usual: 60_000, long: 300_000 } as const

/** What a clip is named after. */
export type TitledEvent = Pick<Event, 'kind' | 'plate' | 'sn' | 'chlIndex' | 'sourceName' | 'atMs'>

/** What a clip of an event is called, unless somebody has a better name: what, where and when, without what no name may contain. */
export function clipTitle(event: TitledEvent, zone: string): string {
  const what = [i18n._(eventKindNames[event.kind]), event.plate ?? '', event.sourceName].filter((part) => part !== '').join(' ')
  const when = timeIn(event.atMs, zone, 'YYYY-MM-DD HH.mm.ss')
  return `${nameOf(what).slice(0, archiveLimits.titleLength - when.length - 1)} ${when}`
}
