import { useLingui } from '@lingui/react/macro'
import type { Event } from '#contract/calls/event/event.ts'
import { useMomentClip } from '../../data/media/playback/use-moment-clip.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { PastClip } from '../../ui/event/past-clip.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'

/** What the camera recorded around an event. */
export function EventClip({ event: { sn, chlIndex, atMs, sourceName }, zone }: { event: Event; zone: string }) {
  const { t, i18n } = useLingui()
  const { from, ...clip } = useMomentClip({ sn, chlIndex }, atMs)
  return (
    <PastClip
      {...clip}
      isFromCloud={from === 'cloud'}
      name={sourceName}
      zone={zone}
      label={t`Recording around the event`}
      onSnapshot={(picture, shownMs) => savePicture(picture, `${sourceName} ${dateTimeText(shownMs, i18n.locale, zone)}`)}
    />
  )
}
