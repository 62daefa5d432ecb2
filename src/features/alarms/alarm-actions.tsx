import { Trans } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import type { Event } from '#contract/calls/event/event.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useCamerasBeside } from '../../data/places/cameras-beside.ts'
import { useClipDownloads } from '../../data/records/use-clip-downloads.ts'
import { useMayArchive } from '../../data/records/may-archive.ts'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { cameraInAddress } from '../../lib/playback-address.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ArchiveAround } from '../../ui/event/archive-around.tsx'
import { KeepClip } from '../../ui/event/keep-clip.tsx'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import classes from './panel.module.css'

interface AlarmActionsProps {
  alarm: Alarm
  event: Event | undefined
  /** The camera, if it is seen. */
  channel: Channel | undefined
  /** Of its site. */
  zone: string
}

/** Where one goes from an alarm: to the camera's live picture, to what it recorded, to an archive of that. */
export function AlarmActions({ alarm, event, channel, zone }: AlarmActionsProps) {
  const router = useRouter()
  const downloads = useClipDownloads()
  const licence = useLicenceGuard()
  const mayArchive = useMayArchive(channel)
  if (channel === undefined) return null
  const mayLookBack = channel.rights.includes('playback')
  const seen = { ...alarm, chlIndex: channel.chlIndex, atMs: event?.atMs ?? alarm.startedAtMs }
  return (
    <div className={classes['actions']}>
      {channel.rights.includes('live') && (
        <Button
          variant="default"
          leftSection={<IconDeviceCctv size={16} stroke={1.5} aria-hidden />}
          onClick={() => void router.navigate({ to: '/live', search: { camera: cameraInAddress(channel) } })}
        >
          <Trans>Go to live</Trans>
        </Button>
      )}
      {mayLookBack && <PlaybackLink camera={channel} atMs={alarm.startedAtMs} />}
      <KeepClip subject={{ seen, zone }} downloads={downloads} licence={licence} may={{ archive: mayArchive, download: mayLookBack }}>
        {(onClose) => <Archive seen={seen} channel={channel} zone={zone} onClose={onClose} />}
      </KeepClip>
    </div>
  )
}

interface ArchiveProps {
  seen: Alarm & { atMs: number }
  channel: Channel
  zone: string
  onClose: () => void
}

function Archive({ seen, channel, zone, onClose }: ArchiveProps) {
  const archiving = useArchiving()
  const cameras = useCamerasBeside(channel)
  return <ArchiveAround archiving={archiving} seen={seen} cameras={cameras} zone={zone} onClose={onClose} />
}
