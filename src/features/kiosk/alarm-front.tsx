import { Plural, useLingui } from '@lingui/react/macro'
import { MOST_WINDOWS } from '#contract/calls/config/wall-grid.ts'
import type { StationAlarm } from '#contract/station.ts'
import { timeIn } from '#shared/time/zone.ts'
import type { StationNow } from '../../data/station/station-link.ts'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'
import { KioskWindow } from './kiosk-window.tsx'
import type { Screen } from './screen.ts'
import classes from './kiosk.module.css'

/** Behind all windows that a view may have. */
const WINDOW = MOST_WINDOWS

interface AlarmFrontProps {
  /** The one that is shown, and those that wait. */
  alarms: readonly [StationAlarm, ...StationAlarm[]]
  camera: StationNow['cameras'][number] | undefined
  timeZone: string
  isHeard: boolean
  screen: Screen
}

/** An alarm over all that the screen shows otherwise: what happened, where and when, and the camera large. What lies behind it goes on. */
export function AlarmFront({ alarms, camera, timeZone, isHeard, screen }: AlarmFrontProps) {
  const { i18n } = useLingui()
  const [{ alarmId, kind, sn, chlIndex, sourceName, siteName, startedAtMs }, ...waiting] = alarms
  return (
    <section className={classes['front']} data-alarm={alarmId}>
      <header role="alert">
        <strong>{i18n._(alarmKindNames[kind])}</strong>
        <span>
          {sourceName} · {siteName}
        </span>
        <time className="sl-figures">{timeIn(startedAtMs, timeZone, 'HH:mm:ss')}</time>
        {waiting.length > 0 && (
          <small>
            <Plural value={waiting.length} one="# more alarm" other="# more alarms" />
          </small>
        )}
      </header>
      <div className={classes['large']}>
        <KioskWindow
          window={WINDOW}
          place={{ position: 'absolute', inset: 0 }}
          channelRef={{ sn, chlIndex }}
          camera={camera}
          shape={undefined}
          isHeard={isHeard}
          screen={screen}
        />
      </div>
    </section>
  )
}
