import { Trans, useLingui } from '@lingui/react/macro'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { ObjectBox } from '#contract/object-box.ts'
import { FramedPicture } from '../../ui/event/framed-picture.tsx'
import { usePicture } from '../../data/records/use-picture.ts'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { alarmKindNames, alarmStateNames } from '../../ui/text/alarm-names.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { agoText, durationText } from '../../ui/text/time-text.ts'
import classes from './alarms.module.css'

interface AlarmTimeProps {
  alarm: Alarm
  /** Of its site. */
  zone: string
}

interface AlarmPictureProps extends AlarmTimeProps {
  isLarge?: boolean
  /** Where in the picture it is. */
  box?: ObjectBox | null | undefined
}

/** What the camera saw; also without a network, if it was seen before. */
export function AlarmPicture({ alarm, zone, isLarge, box }: AlarmPictureProps) {
  const { i18n, t } = useLingui()
  const url = usePicture(alarm.pictureUrl)
  if (alarm.pictureUrl === null) return null
  const time = siteTimeText(alarm.startedAtMs, i18n.locale, zone)
  return (
    <span className={classes[isLarge ? 'large' : 'picture']}>
      {url && <FramedPicture url={url} alt={t`Picture of ${time}`} box={box} />}
    </span>
  )
}

/** What happened, and whether it lasts. */
export function AlarmName({ alarm }: { alarm: Alarm }) {
  const { t, i18n } = useLingui()
  const isOver = alarm.recoveredAtMs !== null
  return (
    <>
      <StatusDot status={isOver ? 'offline' : 'alarm'} word={isOver ? t`Over` : t`Active`} />
      <span>
        {i18n._(alarmKindNames[alarm.kind])} {alarm.plate && <span className={`${classes['plate']} sl-figures`}>{alarm.plate}</span>}
      </span>
    </>
  )
}

/** What people have done about alarms; of several what they have in common. */
export function Handling({ alarms }: { alarms: readonly [Alarm, ...Alarm[]] }) {
  const { i18n } = useLingui()
  const [{ handling: first }, ...others] = alarms
  const isAlike = others.every(({ handling }) => handling.state === first.state)
  const assignee = others.every(({ handling }) => handling.assignee?.userId === first.assignee?.userId) ? first.assignee : null
  const handled = alarms.filter(({ handling }) => handling.state !== 'open').length
  const total = alarms.length
  return (
    <span className={classes['handling']} data-state={isAlike ? first.state : undefined}>
      <span>
        {isAlike ? (
          i18n._(alarmStateNames[first.state])
        ) : (
          <Trans>
            {handled} of {total} handled
          </Trans>
        )}
      </span>
      {assignee && <small title={assignee.name}>{assignee.name}</small>}
    </span>
  )
}

/** When it began. A list has one clock for all its rows: each that comes into sight would else start one of its own. */
export function Started({ alarm: { startedAtMs }, zone, nowMs }: AlarmTimeProps & { nowMs: number }) {
  const { i18n } = useLingui()
  return (
    <span className="sl-figures" title={agoText(nowMs - startedAtMs, i18n.locale)}>
      {siteTimeText(startedAtMs, i18n.locale, zone)}
    </span>
  )
}

/** How long it lasted. What a rule saw at one moment neither lasts nor recovers. */
export function Recovered({ alarm: { startedAtMs, recoveredAtMs }, zone }: AlarmTimeProps) {
  const { t, i18n } = useLingui()
  if (recoveredAtMs === null)
    return (
      <span className={classes['active']}>
        <Trans>Still active</Trans>
      </span>
    )
  if (recoveredAtMs <= startedAtMs) return null
  return (
    <span className="sl-figures" title={siteTimeText(recoveredAtMs, i18n.locale, zone)}>
      {t`after ${durationText(recoveredAtMs - startedAtMs, i18n.locale)}`}
    </span>
  )
}
