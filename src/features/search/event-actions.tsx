import { Trans } from '@lingui/react/macro'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import type { Channel } from '#contract/calls/device/channel.ts'
import type { Event } from '#contract/calls/event/event.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useCamerasBeside } from '../../data/places/cameras-beside.ts'
import { useClipDownloads } from '../../data/records/use-clip-downloads.ts'
import { useMayArchive } from '../../data/records/may-archive.ts'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ArchiveAround } from '../../ui/event/archive-around.tsx'
import { KeepClip } from '../../ui/event/keep-clip.tsx'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import { savePictures, sharePictures } from './event-files.ts'
import classes from './panel.module.css'

/** What can be done with one event. `channel`: its camera, if it still is there and the person may look back there. */
export function EventActions({ event, zone, channel }: { event: Event; zone: string; channel: Channel | undefined }) {
  const downloads = useClipDownloads()
  const licence = useLicenceGuard()
  const mayArchive = useMayArchive(channel)
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return (
    <div className={classes['actions']}>
      {channel && <PlaybackLink camera={event} atMs={event.atMs} />}
      <KeepClip
        subject={{ seen: event, zone }}
        downloads={downloads}
        licence={licence}
        may={{ archive: mayArchive, download: channel !== undefined }}
      >
        {(onClose) => <Archive event={event} zone={zone} onClose={onClose} />}
      </KeepClip>
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
    </div>
  )
}

function Archive({ event, zone, onClose }: { event: Event; zone: string; onClose: () => void }) {
  const archiving = useArchiving()
  return <ArchiveAround archiving={archiving} seen={event} cameras={useCamerasBeside(event)} zone={zone} onClose={onClose} />
}
