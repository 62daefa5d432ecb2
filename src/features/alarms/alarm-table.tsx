import { Trans, useLingui } from '@lingui/react/macro'
import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import IconCheck from '@tabler/icons-react/dist/esm/icons/IconCheck.mjs'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { usePicture } from '../../data/records/use-picture.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { StatusDot } from '../../ui/controls/status-dot.tsx'
import { agoText, dateTimeText, durationText } from '../../ui/text/time-text.ts'
import { useNow } from '../../ui/text/use-now.ts'
import tables from '../../ui/controls/table.module.css'
import classes from './alarms.module.css'

const kindNames: Record<Alarm['kind'], MessageDescriptor> = {
  'device-offline': msg`Device offline`,
  'channel-offline': msg`Camera offline`,
  motion: msg`Motion`,
  person: msg`Person`,
  vehicle: msg`Vehicle`,
  face: msg`Face`,
  plate: msg`Licence plate`,
  'line-crossing': msg`Line crossed`,
  intrusion: msg`Intrusion`,
  tampering: msg`Camera tampered with`,
  input: msg`Alarm input`,
  combination: msg`Combined alarm`,
}

export function AlarmTable({ alarms, onRead }: { alarms: readonly Alarm[]; onRead: (alarmId: string) => void }) {
  const { t } = useLingui()
  return (
    <table className={tables['table']}>
      <thead className="sl-unseen-narrow">
        <tr>
          <th>
            <Trans>Alarm</Trans>
          </th>
          <th>
            <Trans>Source</Trans>
          </th>
          <th>
            <Trans>Site</Trans>
          </th>
          <th>
            <Trans>Started</Trans>
          </th>
          <th>
            <Trans>Recovered</Trans>
          </th>
          <th className={tables['actions']} aria-label={t`Actions`} />
        </tr>
      </thead>
      <tbody>
        {alarms.map((alarm) => (
          <AlarmRow key={alarm.alarmId} alarm={alarm} onRead={onRead} />
        ))}
      </tbody>
    </table>
  )
}

/** What the camera saw; also without a network, if it was seen before. */
function AlarmPicture({ alarm }: { alarm: Alarm }) {
  const { i18n, t } = useLingui()
  const url = usePicture(alarm.pictureUrl)
  if (alarm.pictureUrl === null) return null
  const time = dateTimeText(alarm.startedAtMs, i18n.locale)
  return <span className={classes['picture']}>{url && <img src={url} alt={t`Picture of ${time}`} />}</span>
}

function AlarmRow({ alarm, onRead }: { alarm: Alarm; onRead: (alarmId: string) => void }) {
  const { t, i18n } = useLingui()
  const now = useNow(30_000)
  const isOver = alarm.recoveredAtMs !== null
  const source = alarm.sourceName
  return (
    <tr className={classes['row']} data-read={alarm.isRead}>
      <td className={tables['main']}>
        <span className={tables['status']}>
          <AlarmPicture alarm={alarm} />
          <StatusDot status={isOver ? 'offline' : 'alarm'} word={isOver ? t`Over` : t`Active`} />
          <span>
            {i18n._(kindNames[alarm.kind])} {alarm.plate && <span className={`${classes['plate']} sl-figures`}>{alarm.plate}</span>}
          </span>
          {!alarm.isRead && (
            <span className={`${classes['unread']} sl-unseen-narrow`}>
              <Trans>New</Trans>
            </span>
          )}
        </span>
      </td>
      <td data-cell="source">{source}</td>
      <td data-cell="site">{alarm.siteName}</td>
      <td data-cell="time" className="sl-figures" title={agoText(now - alarm.startedAtMs, i18n.locale)}>
        {dateTimeText(alarm.startedAtMs, i18n.locale)}
      </td>
      <td data-cell="minor" className="sl-figures">
        {alarm.recoveredAtMs === null ? (
          <span className={classes['active']}>
            <Trans>Still active</Trans>
          </span>
        ) : (
          // What a rule saw at one moment neither lasts nor recovers.
          alarm.recoveredAtMs > alarm.startedAtMs && (
            <span title={dateTimeText(alarm.recoveredAtMs, i18n.locale)}>
              {t`after ${durationText(alarm.recoveredAtMs - alarm.startedAtMs, i18n.locale)}`}
            </span>
          )
        )}
      </td>
      <td className={tables['actions']}>
        {!alarm.isRead && (
          <IconButton label={t`Mark “${source}” as read`} onClick={() => onRead(alarm.alarmId)}>
            <IconCheck size={16} stroke={1.5} aria-hidden />
          </IconButton>
        )}
      </td>
    </tr>
  )
}
