import { useLingui } from '@lingui/react/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { usePastClip } from '../../data/media/playback/use-past-clip.ts'
import { useEventsOf } from '../../data/records/use-events-of.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { PastClip } from '../../ui/event/past-clip.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'

/** What is played before the moment and after it. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000

/** What the camera recorded around an event. */
export function EventClip({ event: { sn, chlIndex, atMs, sourceName }, zone }: { event: Event; zone: string }) {
  const { t, i18n } = useLingui()
  const camera = { sn, chlIndex }
  const [startMs, endMs] = [atMs - BEFORE_MS, atMs + AFTER_MS]
  const { deck, past, from } = usePastClip(camera, startMs, endMs)
  const events = useEventsOf(camera, startMs, endMs)
  return (
    <PastClip
      deck={deck}
      past={past}
      isFromCloud={from === 'cloud'}
      name={sourceName}
      events={events}
      zone={zone}
      label={t`Recording around the event`}
      onSnapshot={(picture, shownMs) => savePicture(picture, `${sourceName} ${dateTimeText(shownMs, i18n.locale, zone)}`)}
    />
  )
}
