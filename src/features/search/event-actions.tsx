import { Trans, useLingui } from '@lingui/react/macro'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { coreState } from '../../data/core/core.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useCamerasBeside } from '../../data/places/cameras-beside.ts'
import { useClipDownloads } from '../../data/records/use-clip-downloads.ts'
import { useMayArchive } from '../../data/records/may-archive.ts'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { DownloadClips } from '../../ui/downloads/download-clips.tsx'
import { ArchiveAround } from '../../ui/event/archive-around.tsx'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import { savePictures, sharePictures } from './event-files.ts'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import classes from './panel.module.css'

/** What can be done with one event. `channel`: its camera, if it still is there and the person may look back there. */
export function EventActions({ event, zone, channel }: { event: Event; zone: string; channel: Channel | undefined }) {
  const { t } = useLingui()
  const [isArchiving, setArchiving] = useState(false)
  const [isDownloading, setDownloading] = useState(false)
  const downloads = useClipDownloads()
  const mayArchive = useMayArchive(channel)
  const licence = useLicenceGuard()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return (
    <div className={classes['actions']}>
      {channel && <PlaybackLink camera={event} atMs={event.atMs} />}
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
      {channel && (
        <OnlineButton
          variant="default"
          offlineReason={offlineReason}
          leftSection={<IconMovie {...icon} />}
          onClick={() => setDownloading(true)}
        >
          <Trans>Download the clip</Trans>
        </OnlineButton>
      )}
      {event.pictureUrl !== null && (
        <>
          <Button variant="default" leftSection={<IconDownload {...icon} />} onClick={() => void savePictures([event], () => zone)}>
            <Trans>Save picture</Trans>
          </Button>
          <Button variant="default" leftSection={<IconShare {...icon} />} onClick={() => void sharePictures([event], () => zone)}>
            <Trans>Share</Trans>
          </Button>
        </>
      )}
      {isDownloading && <DownloadClips downloads={downloads} subjects={[{ seen: event, zone }]} onClose={() => setDownloading(false)} />}
      {isArchiving && (
        <LicenceGuard stand={licence} onClose={() => setArchiving(false)}>
          <Archive event={event} zone={zone} onClose={() => setArchiving(false)} />
        </LicenceGuard>
      )}
    </div>
  )
}

function Archive({ event, zone, onClose }: { event: Event; zone: string; onClose: () => void }) {
  const archiving = useArchiving()
  return <ArchiveAround archiving={archiving} seen={event} cameras={useCamerasBeside(event)} zone={zone} onClose={onClose} />
}
