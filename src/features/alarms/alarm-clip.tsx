import { useLingui } from '@lingui/react/macro'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { usePastClip } from '../../data/media/playback/use-past-clip.ts'
import { useEventsOf } from '../../data/records/use-events-of.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { PastClip } from '../../ui/event/past-clip.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'
import { ownZone } from '../../ui/time-line/own-zone.ts'

/** What is played before the moment and after it. */
const BEFORE_MS = 5_000
const AFTER_MS = 10_000

interface AlarmClipProps {
  alarm: Alarm
  chlIndex: number
}

/** What the camera recorded around an alarm: plays at once, and stands still at its end. */
export function AlarmClip({ alarm: { sn, startedAtMs, sourceName }, chlIndex }: AlarmClipProps) {
  const { t, i18n } = useLingui()
  const camera = { sn, chlIndex }
  const [startMs, endMs] = [startedAtMs - BEFORE_MS, startedAtMs + AFTER_MS]
  const { deck, past, from } = usePastClip(camera, startMs, endMs)
  const events = useEventsOf(camera, startMs, endMs)
  return (
    <PastClip
      deck={deck}
      past={past}
      isFromCloud={from === 'cloud'}
      name={sourceName}
      events={events}
      zone={ownZone()}
      label={t`Recording around the alarm`}
      onSnapshot={(picture, atMs) => savePicture(picture, `${sourceName} ${dateTimeText(atMs, i18n.locale)}`)}
    />
  )
}
