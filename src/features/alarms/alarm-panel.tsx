import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import { channelsQuery } from '../../data/places/channels.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { alarmDetailQuery } from '../../data/records/alarm-handling.ts'
import { markAlarmsRead } from '../../data/records/alarms.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SidePanel } from '../../ui/controls/side-panel.tsx'
import { attributeFacts } from '../../ui/event/event-words.ts'
import { PersonFacts } from '../../ui/event/person-facts.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { PlateLink } from '../../ui/page/plate-link.tsx'
import { useSteps } from '../../ui/page/use-steps.ts'
import { useNow } from '../../ui/text/use-now.ts'
import { alarmKindNames } from '../../ui/text/alarm-names.ts'
import { AlarmActions } from './alarm-actions.tsx'
import { AlarmClip } from './alarm-clip.tsx'
import { AlarmName, AlarmPicture, Recovered, Started } from './alarm-parts.tsx'
import { HandlingPart } from './handling-part.tsx'
import classes from './panel.module.css'
import alarms from './alarms.module.css'

interface AlarmPanelProps {
  alarmId: string
  /** Those of the list, the newest first. */
  alarms: readonly Alarm[]
  onShow: (alarmId: string) => void
  onClose: () => void
}

/**
 * One alarm beside the list: what was recorded around it, its whole picture, all that is known of it and of whom its events show, and what is
 * done about it. Left and right, or k and j, go to the next one.
 */
export function AlarmPanel({ alarmId, alarms: list, onShow, onClose }: AlarmPanelProps) {
  const { t, i18n } = useLingui()
  const index = list.findIndex((alarm) => alarm.alarmId === alarmId)
  const { data: detail, isError } = useQuery(alarmDetailQuery(alarmId))
  const { data: channels } = useQuery(channelsQuery)
  const zones = useSiteZones()
  const nowMs = useNow(30_000)
  // It may have left the list, as it was read or handled.
  const alarm = list[index] ?? (detail?.alarm.alarmId === alarmId ? detail.alarm : undefined)
  const [newer, older] = [index > 0 ? list[index - 1] : undefined, index >= 0 ? list[index + 1] : undefined]
  useSteps((step) => {
    const next = step < 0 ? newer : older
    if (next) onShow(next.alarmId)
  })
  if (alarm === undefined) {
    if (!isError) return null
    return (
      <SidePanel title={<Trans>Alarm</Trans>} onClose={onClose}>
        <Notice drawing="bell" title={<Trans>This alarm is not there any more, or you may not see it.</Trans>} />
      </SidePanel>
    )
  }
  const { chlIndex } = alarm
  const zone = zones.ofSite(alarm.siteId)
  const channel = channels?.channels.find((one) => one.sn === alarm.sn && one.chlIndex === chlIndex)
  return (
    <SidePanel title={i18n._(alarmKindNames[alarm.kind])} onClose={onClose}>
      {chlIndex !== null && channel?.rights.includes('playback') && (
        <AlarmClip key={alarm.alarmId} alarm={alarm} chlIndex={chlIndex} zone={zone} />
      )}
      <AlarmPicture
        alarm={alarm}
        zone={zone}
        isLarge
        box={detail?.events.find(({ pictureUrl }) => isOnePicture(pictureUrl, alarm.pictureUrl))?.box}
      />
      {/* Opens with the focus here: the arrow keys go through the list, until somebody goes to the player. */}
      <div className={classes['steps']} tabIndex={-1} data-autofocus>
        <IconButton label={t`Newer alarm`} hotkey="k" isDisabled={newer === undefined} onClick={() => newer && onShow(newer.alarmId)}>
          <IconChevronLeft size={18} stroke={1.5} aria-hidden />
        </IconButton>
        <IconButton label={t`Older alarm`} hotkey="j" isDisabled={older === undefined} onClick={() => older && onShow(older.alarmId)}>
          <IconChevronRight size={18} stroke={1.5} aria-hidden />
        </IconButton>
      </div>
      <HandlingPart alarm={alarm} history={detail?.history ?? []} />
      <Facts
        facts={[
          {
            name: <Trans>Alarm</Trans>,
            value: (
              <span className={alarms['what']}>
                <AlarmName alarm={alarm} />
              </span>
            ),
          },
          { name: <Trans>Plate</Trans>, value: alarm.plate === null ? undefined : <PlateLink plate={alarm.plate} /> },
          { name: <Trans>Source</Trans>, value: alarm.sourceName },
          { name: <Trans>Site</Trans>, value: alarm.siteName },
          { name: <Trans>Started</Trans>, value: <Started alarm={alarm} zone={zone} nowMs={nowMs} /> },
          {
            name: <Trans>Recovered</Trans>,
            value: alarm.recoveredAtMs === alarm.startedAtMs ? undefined : <Recovered alarm={alarm} zone={zone} />,
          },
          { name: <Trans>Rule</Trans>, value: alarm.ruleName ?? undefined },
        ]}
      />
      {detail?.events.map((event) => (
        <div key={event.eventId} className={classes['part']}>
          <Facts facts={attributeFacts(event.attributes)} />
          <PersonFacts event={event} />
        </div>
      ))}
      <AlarmActions alarm={alarm} event={detail?.events[0]} channel={channel} zone={zone} />
      {!alarm.isRead && (
        <div className={classes['actions']}>
          <Button variant="default" onClick={() => void markAlarmsRead([alarm.alarmId])}>
            <Trans>Mark as read</Trans>
          </Button>
        </div>
      )}
    </SidePanel>
  )
}

/** Links to a picture differ by how long they are good. */
function isOnePicture(one: string | null, other: string | null): boolean {
  return one !== null && other !== null && one.split('?', 1)[0] === other.split('?', 1)[0]
}
