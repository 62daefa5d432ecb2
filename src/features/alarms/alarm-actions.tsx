import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconDeviceCctv from '@tabler/icons-react/dist/esm/icons/IconDeviceCctv.mjs'
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/calls/event/event.ts'
import type { Alarm } from '#contract/calls/event/alarm.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import { coreState } from '../../data/core/core.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useCamerasBeside } from '../../data/places/cameras-beside.ts'
import { useClipDownloads } from '../../data/records/use-clip-downloads.ts'
import { useMayArchive } from '../../data/records/may-archive.ts'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { cameraInAddress } from '../../lib/playback-address.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { DownloadClips } from '../../ui/downloads/download-clips.tsx'
import { ArchiveAround } from '../../ui/event/archive-around.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import { ownZone } from '../../ui/time-line/own-zone.ts'
import classes from './panel.module.css'

/** Where one goes from an alarm: to the camera's live picture, to what it recorded, to an archive of that. `channel`: the camera, if it is seen. */
export function AlarmActions({ alarm, event, channel }: { alarm: Alarm; event: Event | undefined; channel: Channel | undefined }) {
  const { t } = useLingui()
  const router = useRouter()
  const [isArchiving, setArchiving] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const downloads = useClipDownloads()
  const mayArchive = useMayArchive(channel)
  const licence = useLicenceGuard()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  if (channel === undefined) return null
  const mayLookBack = channel.rights.includes('playback')
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return (
    <div className={classes['actions']}>
      {channel.rights.includes('live') && (
        <Button
          variant="default"
          leftSection={<IconDeviceCctv {...icon} />}
          onClick={() => void router.navigate({ to: '/live', search: { camera: cameraInAddress(channel) } })}
        >
          <Trans>Go to live</Trans>
        </Button>
      )}
      {mayLookBack && <PlaybackLink camera={channel} atMs={alarm.startedAtMs} />}
      {mayArchive && (
        <OnlineButton
          variant="default"
          offlineReason={offlineReason}
          leftSection={<IconArchive {...icon} />}
          onClick={() => setArchiving(true)}
        >
          <Trans>Archive</Trans>
        </OnlineButton>
      )}
      {mayLookBack && (
        <OnlineButton
          variant="default"
          offlineReason={offlineReason}
          leftSection={<IconMovie {...icon} />}
          onClick={() => setDownloading(true)}
        >
          <Trans>Download the clip</Trans>
        </OnlineButton>
      )}
      {isDownloading && (
        <DownloadClips
          downloads={downloads}
          subjects={[{ seen: { ...alarm, chlIndex: channel.chlIndex, atMs: event?.atMs ?? alarm.startedAtMs }, zone: ownZone() }]}
          onClose={() => setDownloading(false)}
        />
      )}
      {isArchiving && (
        <LicenceGuard stand={licence} onClose={() => setArchiving(false)}>
          <Archive alarm={alarm} channel={channel} atMs={event?.atMs ?? alarm.startedAtMs} onClose={() => setArchiving(false)} />
        </LicenceGuard>
      )}
    </div>
  )
}

function Archive({ alarm, channel, atMs, onClose }: { alarm: Alarm; channel: Channel; atMs: number; onClose: () => void }) {
  const archiving = useArchiving()
  const cameras = useCamerasBeside(channel)
  return <ArchiveAround archiving={archiving} seen={{ ...alarm, atMs }} cameras={cameras} zone={ownZone()} onClose={onClose} />
}
