import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '#contract/calls/event/event.ts'
import { timeIn } from '#shared/time/zone.ts'
import { nearbyEventsQuery } from '../../data/records/events.ts'
import { EventPicture } from './event-picture.tsx'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import classes from './panel.module.css'

interface NearbyEventsProps {
  event: Event
  /** Undefined for a camera that is not there any more. */
  siteId: string | undefined
  zone: string
  onShow: (event: Event) => void
}

/** What else happened on the site around that moment, the oldest first. */
export function NearbyEvents({ event, siteId, zone, onShow }: NearbyEventsProps) {
  const { i18n } = useLingui()
  const { data } = useQuery({ ...nearbyEventsQuery({ siteId: siteId ?? '', atMs: event.atMs }), enabled: siteId !== undefined })
  const others = data?.events.filter(({ eventId }) => eventId !== event.eventId).toReversed() ?? []
  if (siteId === undefined || data === undefined) return null
  return (
    <section className={classes['part']}>
      <h3>
        <Trans>Two minutes before and after on this site</Trans>
      </h3>
      {others.length === 0 && (
        <p>
          <Trans>Nothing else was seen.</Trans>
        </p>
      )}
      <ul className={classes['nearby']}>
        {others.map((other) => (
          <li key={other.eventId}>
            <button type="button" onClick={() => onShow(other)}>
              <EventPicture event={other} />
              <span className={classes['words']}>
                <span>
                  {i18n._(eventKindNames[other.kind])} {other.plate}
                </span>
                <small>{other.sourceName}</small>
              </span>
              <time className="sl-figures" dateTime={new Date(other.atMs).toISOString()}>
                {timeIn(other.atMs, zone, 'HH:mm:ss')}
              </time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
