import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { timeIn } from '#shared/time/zone.ts'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/share-file.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { attributesText } from './event-words.ts'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'

/** Saves events that were chosen as a CSV file in the language that is shown, the newest first. */
export function saveChosen(events: readonly Event[], zoneOf: (event: Event) => string): void {
  const headings = [t`Time`, t`Time zone`, t`Event`, t`Site`, t`Camera`, t`Plate`, t`Details`]
  const rows = events
    .toSorted((one, other) => other.atMs - one.atMs)
    .map((event) => {
      const zone = zoneOf(event)
      const what = i18n._(eventKindNames[event.kind])
      const time = timeIn(event.atMs, zone, 'YYYY-MM-DD HH:mm:ss')
      return [time, zone, what, event.siteName, event.sourceName, event.plate ?? '', attributesText(event.attributes)]
    })
  saveFile(new File([csvOf([headings, ...rows])], t`Chosen events.csv`, { type: 'text/csv' }))
  say('done', t`The file is saved.`)
}
