import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { personFields } from '#contract/known-person.ts'
import { timeIn } from '#shared/time/zone.ts'
import { csvOf } from '#shared/sheet/write-csv.ts'
import { saveFile } from '../../lib/share-file.ts'
import { say } from '../../ui/notice/toast-store.ts'
import { personTexts, personTitles } from '../../ui/event/person-words.ts'
import { attributesText } from '../../ui/event/event-words.ts'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'

/** Saves events that were chosen as a CSV file in the language that is shown, the newest first. */
export function saveChosen(events: readonly Event[], zoneOf: (event: Event) => string): void {
  const headings = [
    t`Time`,
    t`Time zone`,
    t`Event`,
    t`Site`,
    t`Camera`,
    t`Plate`,
    t`Details`,
    t`Similarity`,
    ...personFields.map((field) => i18n._(personTitles[field])),
  ]
  const rows = events
    .toSorted((one, other) => other.atMs - one.atMs)
    .map((event) => {
      const zone = zoneOf(event)
      const what = i18n._(eventKindNames[event.kind])
      const time = timeIn(event.atMs, zone, 'YYYY-MM-DD HH:mm:ss')
      const sure = event.similarity === null ? '' : i18n.number(event.similarity / 100, { style: 'percent' })
      const known = [event.plate ?? '', attributesText(event.attributes), sure, ...personTexts(event.person)]
      return [time, zone, what, event.siteName, event.sourceName, ...known]
    })
  saveFile(new File([csvOf([headings, ...rows])], t`Chosen events.csv`, { type: 'text/csv' }))
  say('done', t`The file is saved.`)
}
