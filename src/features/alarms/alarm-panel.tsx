import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { useHoldsRight } from '../../data/person/roles.ts'
import { alarmDetailQuery } from '../../data/records/alarms.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { PersonFacts } from '../../ui/event/person-facts.tsx'
import { PlateLink } from '../../ui/page/plate-link.tsx'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import { AlarmName, AlarmPicture, kindNames, Recovered, Started } from './alarm-parts.tsx'
import classes from './alarms.module.css'

/** One alarm beside the list: its whole picture, and all that is known of it and of whom its events show. */
export function AlarmPanel({ alarm, onRead, onClose }: { alarm: Alarm; onRead: () => void; onClose: () => void }) {
  const { i18n } = useLingui()
  const mayLookBack = useHoldsRight('playback')
  // Health has no events.
  const { data: detail } = useQuery({ ...alarmDetailQuery(alarm.alarmId), enabled: alarm.recoveredAtMs === alarm.startedAtMs })
  return (
    <SidePanel
      title={i18n._(kindNames[alarm.kind])}
      onClose={onClose}
      actions={
        <>
          {alarm.chlIndex !== null && mayLookBack && (
            <PlaybackLink camera={{ ...alarm, chlIndex: alarm.chlIndex }} atMs={alarm.startedAtMs} />
          )}
          {!alarm.isRead && (
            <Button onClick={onRead}>
              <Trans>Mark as read</Trans>
            </Button>
          )}
        </>
      }
    >
      <AlarmPicture alarm={alarm} isLarge />
      <Facts
        facts={[
          {
            name: <Trans>Alarm</Trans>,
            value: (
              <span className={classes['what']}>
                <AlarmName alarm={alarm} />
              </span>
            ),
          },
          { name: <Trans>Plate</Trans>, value: alarm.plate === null ? undefined : <PlateLink plate={alarm.plate} /> },
          { name: <Trans>Source</Trans>, value: alarm.sourceName },
          { name: <Trans>Site</Trans>, value: alarm.siteName },
          { name: <Trans>Started</Trans>, value: <Started alarm={alarm} /> },
          {
            name: <Trans>Recovered</Trans>,
            value: alarm.recoveredAtMs === alarm.startedAtMs ? undefined : <Recovered alarm={alarm} />,
          },
          { name: <Trans>Rule</Trans>, value: alarm.ruleName ?? undefined },
        ]}
      />
      {detail?.events.map((event) => (
        <PersonFacts key={event.eventId} event={event} />
      ))}
    </SidePanel>
  )
}
