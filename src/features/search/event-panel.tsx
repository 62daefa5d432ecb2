import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { Event } from '#contract/calls/event/event.ts'
import { eventQuery } from '../../data/records/events.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { EventClip } from './event-clip.tsx'
import { EventActions } from './event-actions.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventPicture } from './event-picture.tsx'
import { eventKindNames } from '../../ui/text/event-kind-names.ts'
import { useSteps } from '../../ui/page/use-steps.ts'
import { NearbyEvents } from './nearby-events.tsx'
import type { Places } from './use-places.ts'
import type { Results } from './use-results.ts'
import classes from './panel.module.css'

interface EventPanelProps {
  shown: Pick<Event, 'eventId' | 'atMs'>
  results: Results
  places: Places
  onShow: (event: Event) => void
  onClose: () => void
}

/** One event beside the list: its whole picture, all that is known of it, and what else happened. Left and right arrows go to the next one. */
export function EventPanel({ shown, results, places, onShow, onClose }: EventPanelProps) {
  const { t, i18n } = useLingui()
  const index = results.indexOf(shown.eventId)
  const listed = results.at(index)
  const { data: asked } = useQuery({ ...eventQuery(shown), enabled: listed === undefined })
  const event = listed ?? asked
  const [newer, older] = [index > 0 ? results.at(index - 1) : undefined, index >= 0 ? results.at(index + 1) : undefined]
  useSteps((step) => {
    const next = step < 0 ? newer : older
    if (next) onShow(next)
  })
  if (event === undefined) return null
  return (
    <SidePanel title={event === null ? <Trans>Event</Trans> : i18n._(eventKindNames[event.kind])} onClose={onClose}>
      {event === null ? (
        <Notice drawing="search" title={<Trans>This event is not there any more, or you may not see it.</Trans>} />
      ) : (
        <>
          <div className={classes['large']}>
            <EventPicture event={event} alt={i18n._(eventKindNames[event.kind])} isFramed />
          </div>
          {places.channelOf(event) !== undefined && <EventClip key={event.eventId} event={event} zone={places.zoneOf(event)} />}
          {/* Opens with the focus here: the arrow keys go through the list, until somebody goes to the player. */}
          <div className={classes['steps']} tabIndex={-1} data-autofocus>
            <IconButton label={t`Newer event`} hotkey="←" isDisabled={newer === undefined} onClick={() => newer && onShow(newer)}>
              <IconChevronLeft size={18} stroke={1.5} aria-hidden />
            </IconButton>
            <IconButton label={t`Older event`} hotkey="→" isDisabled={older === undefined} onClick={() => older && onShow(older)}>
              <IconChevronRight size={18} stroke={1.5} aria-hidden />
            </IconButton>
          </div>
          <EventActions event={event} zone={places.zoneOf(event)} channel={places.channelOf(event)} />
          <EventFacts event={event} zone={places.zoneOf(event)} />
          <NearbyEvents event={event} siteId={places.channelOf(event)?.siteId} zone={places.zoneOf(event)} onShow={onShow} />
        </>
      )}
    </SidePanel>
  )
}
