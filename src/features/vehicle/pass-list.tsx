import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconPhotoOff from '@tabler/icons-react/dist/esm/icons/IconPhotoOff.mjs'
import { useState } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { usePicture } from '../../data/records/use-picture.ts'
import { Button } from '../../ui/controls/button.tsx'
import { PlateLink } from '../../ui/page/plate-link.tsx'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import { withAside } from '../../ui/text/joined.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import type { Zones } from './use-zones.ts'
import classes from './vehicle.module.css'

/** Passes that are shown at first, and each time that more are wanted. */
const AT_ONCE = 24

/** Passes as pictures, the newest first, each with where and when, and the way to what was recorded then. */
export function PassList({ events, zones }: { events: readonly Event[]; zones: Zones }) {
  const [most, setMost] = useState(AT_ONCE)
  const more = Math.min(AT_ONCE, events.length - most)
  return (
    <section className={classes['list']}>
      <h2>
        <Trans>Passes</Trans>
      </h2>
      <ol>
        {events.slice(0, most).map((event) => (
          <Pass key={event.eventId} event={event} zones={zones} />
        ))}
      </ol>
      {more > 0 && (
        <div>
          <Button variant="default" onClick={() => setMost(most + AT_ONCE)}>
            <Plural value={more} one="Show # more" other="Show # more" />
          </Button>
        </div>
      )}
    </section>
  )
}

function Pass({ event, zones: { zoneOf, isThere } }: { event: Event; zones: Zones }) {
  const { i18n } = useLingui()
  const time = siteTimeText(event.atMs, i18n.locale, zoneOf(event))
  const place = withAside(event.sourceName, event.siteName)
  return (
    <li className={classes['pass']}>
      <PassPicture event={event} time={time} />
      <p>
        <time className="sl-figures" dateTime={new Date(event.atMs).toISOString()}>
          {time}
        </time>
      </p>
      <p title={place}>{place}</p>
      {event.plate !== null && (
        <p>
          <PlateLink plate={event.plate} />
        </p>
      )}
      {isThere(event) && <PlaybackLink camera={event} atMs={event.atMs} />}
    </li>
  )
}

/** What the camera saw; also without a network, if it was seen before. */
function PassPicture({ event, time }: { event: Event; time: string }) {
  const { t } = useLingui()
  const url = usePicture(event.pictureUrl)
  return (
    <span className={classes['picture']}>
      {event.pictureUrl === null && <IconPhotoOff size={20} stroke={1.5} aria-hidden />}
      {url !== undefined && <img src={url} alt={t`Picture of ${time}`} decoding="async" />}
    </span>
  )
}
