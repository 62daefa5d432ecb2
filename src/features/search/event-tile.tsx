import { useLingui } from '@lingui/react/macro'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import { memo } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { EventPicture } from './event-picture.tsx'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import classes from './grid.module.css'

interface EventTileProps {
  event: Event
  index: number
  /** -1 as long as nobody knows. */
  total: number
  zone: string
  isChosen: boolean
  isOpen: boolean
  isTabStop: boolean
  /** How long it has to be there before its picture is fetched. */
  waitMs: number
}

/** One event among the pictures: what, when, where. Drawn anew only when something of it has changed. */
export const EventTile = memo(function EventTile({ event, index, total, zone, isChosen, isOpen, isTabStop, waitMs }: EventTileProps) {
  const { i18n } = useLingui()
  return (
    <div
      role="option"
      className={classes['tile']}
      data-index={index}
      tabIndex={isTabStop ? 0 : -1}
      aria-selected={isChosen}
      aria-current={isOpen || undefined}
      aria-setsize={total}
      aria-posinset={index + 1}
    >
      <EventPicture event={event} waitMs={waitMs} />
      <span className={classes['tick']} data-tick aria-hidden>
        {isChosen && <IconCheck size={14} stroke={2} />}
      </span>
      <span className={classes['what']}>
        <span className={classes['kind']}>{i18n._(eventKindNames[event.kind])}</span>
        {event.plate && <span className={`${classes['plate']} sl-figures`}>{event.plate}</span>}
      </span>
      <span className={`${classes['where']} sl-figures`}>{siteTimeText(event.atMs, i18n.locale, zone)}</span>
      <span className={classes['where']} title={`${event.sourceName} · ${event.siteName}`}>
        {event.sourceName} · {event.siteName}
      </span>
    </div>
  )
})
