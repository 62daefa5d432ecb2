import { Trans, useLingui } from '@lingui/react/macro'
import { useCallback, useMemo } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import type { Column } from '../../ui/controls/table/column.ts'
import { DataTable } from '../../ui/controls/table/data-table.tsx'
import tables from '../../ui/controls/table/table.module.css'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { EventPicture } from './event-picture.tsx'
import { detailsText } from '../../ui/event/event-words.ts'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import type { Places } from './use-places.ts'
import type { Results } from './use-results.ts'
import type { Selection } from './use-selection.ts'
import classes from './table.module.css'

/** A place among the results; its event is there while its page is. */
interface Row {
  id: string
  index: number
  event: Event | undefined
}

interface EventTableProps {
  results: Results
  places: Places
  selection: Selection
  openId: string | undefined
  onOpen: (index: number) => void
}

const idOf = ({ id }: Row) => id

function useColumns(places: Places): Column<Row>[] {
  const { t, i18n } = useLingui()
  // The same for each page that comes: rows that are drawn already are not drawn again for it.
  return useMemo((): Column<Row>[] => {
    const of = (text: (event: Event) => string) => (row: Row) => (row.event === undefined ? '' : text(row.event))
    const time = of((event) => siteTimeText(event.atMs, i18n.locale, places.zoneOf(event)))
    const details = of(detailsText)
    const [camera, site] = [of(({ sourceName }) => sourceName), of(({ siteName }) => siteName)]
    return [
      {
        id: 'event',
        name: t`Event`,
        kind: 'main',
        widthPx: 200,
        cell: ({ event }) => (
          <span className={tables['status']}>
            <span className={classes['small']}>{event && <EventPicture event={event} />}</span>
            <span>{event && i18n._(eventKindNames[event.kind])}</span>
          </span>
        ),
      },
      { id: 'plate', name: t`Plate`, kind: 'code', widthPx: 112, cell: of(({ plate }) => plate ?? '') },
      { id: 'time', name: t`Time`, kind: 'figures', narrow: 'second', widthPx: 220, cell: time },
      { id: 'camera', name: t`Camera`, narrow: 'second', widthPx: 176, title: camera, cell: camera },
      { id: 'site', name: t`Site`, narrow: 'none', widthPx: 144, title: site, cell: site },
      { id: 'attributes', name: t`Details`, narrow: 'none', widthPx: 160, title: details, cell: details },
    ]
  }, [t, i18n, places])
}

/** What was found as a table. */
export function EventTable({ results, places, selection, openId, onOpen }: EventTableProps) {
  const { t, i18n } = useLingui()
  const columns = useColumns(places)
  const { count, at } = results
  const rows = useMemo(
    () =>
      Array.from({ length: count }, (_, index): Row => {
        const event = at(index)
        return { id: event?.eventId ?? `coming ${index}`, index, event }
      }),
    [count, at],
  )
  const chosen = useMemo(() => new Set(selection.chosen.keys()), [selection.chosen])
  const nameOf = useCallback(
    ({ event }: Row) =>
      event === undefined
        ? ''
        : `${i18n._(eventKindNames[event.kind])}, ${event.sourceName}, ${siteTimeText(event.atMs, i18n.locale, places.zoneOf(event))}`,
    [i18n, places],
  )
  return (
    <DataTable
      id="events"
      label={t`Events`}
      className={classes['events']}
      columns={columns}
      rows={rows}
      rowId={idOf}
      rowName={nameOf}
      failed={<Trans>The events could not be loaded.</Trans>}
      onOpen={({ index }) => onOpen(index)}
      openId={openId}
      selection={{ chosen, onChoose: selection.set }}
      onShown={results.onShown}
    />
  )
}
