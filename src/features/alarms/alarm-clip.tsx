import { useLingui } from '@lingui/react/macro'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { useMomentClip } from '../../data/media/playback/use-moment-clip.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { PastClip } from '../../ui/event/past-clip.tsx'
import { dateTimeText } from '../../ui/text/time-text.ts'

interface AlarmClipProps {
  alarm: Alarm
  chlIndex: number
  /** Of its site. */
  zone: string
}

/** What the camera recorded around an alarm: plays at once, and stands still at its end. */
export function AlarmClip({ alarm: { sn, startedAtMs, sourceName }, chlIndex, zone }: AlarmClipProps) {
  const { t, i18n } = useLingui()
  const { from, ...clip } = useMomentClip({ sn, chlIndex }, startedAtMs)
  return (
    <PastClip
      {...clip}
      isFromCloud={from === 'cloud'}
      name={sourceName}
      zone={zone}
      label={t`Recording around the alarm`}
      onSnapshot={(picture, atMs) => savePicture(picture, `${sourceName} ${dateTimeText(atMs, i18n.locale, zone)}`)}
    />
  )
}
