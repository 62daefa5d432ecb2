import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useLayoutEffect, useRef, type CSSProperties, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { coreState } from '../../../data/core/core.ts'
import { useSiteZones } from '../../../data/places/use-site-zones.ts'
import { alarmsQuery } from '../../../data/records/alarms.ts'
import { cameraInAddress } from '../../../lib/playback-address.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { StatusDot } from '../../../ui/controls/status-dot.tsx'
import { alarmKindNames } from '../../../ui/text/alarm-names.ts'
import { siteTimeText } from '../../../ui/text/site-time.ts'
import type { CameraNode } from '../model/map-model.ts'
import { useCameraWords } from '../model/use-camera-words.ts'
import { ArchiveLastButton } from './archive-last.tsx'
import { LivePicture } from './live-picture.tsx'
import classes from './card.module.css'

interface CameraCardProps {
  camera: CameraNode
  isRecorded: boolean
  style?: CSSProperties | undefined
  onArchive: () => void
  onClose: () => void
  /** Where it stands, for who arranges. */
  children?: ReactNode
}

/** A camera in place: live, with its state, its last alarm, and the ways to more of it. Keeps the focus of whoever came by the keyboard. */
export function CameraCard({ style, onClose, ...rest }: CameraCardProps) {
  const { t } = useLingui()
  const root = useRef<HTMLElement>(null)
  const name = rest.camera.channel.channelName
  // Not later: what is gone from the page gives the focus to nobody.
  useLayoutEffect(() => {
    const before = document.activeElement
    root.current?.focus({ preventScroll: true })
    const element = root.current
    return () => {
      if (element?.contains(document.activeElement) && before instanceof HTMLElement) before.focus()
    }
  }, [rest.camera.key])
  return (
    <section
      ref={root}
      className={classes['card']}
      style={style}
      tabIndex={-1}
      aria-label={name}
      data-card={rest.camera.key}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      <header className={classes['head']}>
        <h2>{name}</h2>
        <IconButton label={t`Close`} onClick={onClose}>
          <IconX size={16} stroke={1.5} aria-hidden />
        </IconButton>
      </header>
      <CameraFacts {...rest} />
    </section>
  )
}

/** What the card holds, for a sheet too. */
export function CameraFacts({ camera, isRecorded, onArchive, children }: Omit<CameraCardProps, 'style' | 'onClose'>) {
  const words = useCameraWords()
  const { channel, isOnline, unread } = camera
  return (
    <>
      {channel.rights.includes('live') && <LivePicture channel={channel} />}
      <div className={classes['body']}>
        <p className={classes['facts']}>
          <StatusDot status={isOnline ? 'online' : 'offline'} word={words.stateOf(camera)} hideWord />
          <span>{words.stateOf(camera)}</span>
          {isRecorded && (
            <span>
              <span className={classes['rec']} aria-hidden /> <Trans>Recorded</Trans>
            </span>
          )}
          {unread > 0 && (
            <span className={classes['unread']}>
              <StatusDot status="alarm" word="" hideWord /> {words.unreadText(unread)}
            </span>
          )}
        </p>
        <LastAlarm camera={camera} />
        <Ways camera={camera} />
        <p className={classes['ways']}>
          <ArchiveLastButton channel={channel} onAsk={onArchive} />
        </p>
        {children}
      </div>
    </>
  )
}

function LastAlarm({ camera: { channel } }: { camera: CameraNode }) {
  const { i18n } = useLingui()
  const { sn, chlIndex, siteId } = channel
  const zone = useSiteZones().ofSite(siteId)
  const { data } = useInfiniteQuery({ ...alarmsQuery({ channels: [{ sn, chlIndex }] }), meta: { isQuiet: true } })
  if (data === undefined) return null
  const last = data.pages[0]?.alarms[0]
  if (last === undefined)
    return (
      <p className={classes['facts']}>
        <Trans>No alarm of this camera.</Trans>
      </p>
    )
  const [kind, time] = [i18n._(alarmKindNames[last.kind]), siteTimeText(last.startedAtMs, i18n.locale, zone)]
  return (
    <p className={classes['facts']}>
      <Link to="/alerts" search={{ alarm: last.alarmId }}>
        <Trans>
          Last alarm: {kind}, {time}
        </Trans>
      </Link>
    </p>
  )
}

function Ways({ camera: { channel } }: { camera: CameraNode }) {
  const { clockOffsetMs } = useSnapshot(coreState)
  const camera = cameraInAddress(channel)
  return (
    <p className={classes['ways']}>
      {channel.rights.includes('live') && (
        <Link to="/live" search={{ camera }}>
          <Trans>Video wall</Trans>
        </Link>
      )}
      {channel.rights.includes('playback') && (
        <Link to="/playback" search={() => ({ cameras: camera, at: Date.now() + clockOffsetMs - 60_000 })}>
          <Trans>Playback</Trans>
        </Link>
      )}
      <Link to="/alerts" search={{ cameras: [camera] }}>
        <Trans>Alarms</Trans>
      </Link>
    </p>
  )
}
