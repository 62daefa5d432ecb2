import { Trans, useLingui } from '@lingui/react/macro'
import IconArchive from '@tabler/icons-react/dist/esm/icons/IconArchive.mjs'
import IconMovie from '@tabler/icons-react/dist/esm/icons/IconMovie.mjs'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { OnlineButton } from '../controls/online-button.tsx'
import { DownloadClips, type ClipSubject } from '../downloads/download-clips.tsx'
import type { ClipDownloads } from '../downloads/clip-downloads.ts'
import { LicenceGuard } from '../licence/licence-guard.tsx'

interface KeepClipProps {
  /** What happened, and by whose clock its file is named. */
  subject: ClipSubject
  downloads: ClipDownloads
  licence: ComponentProps<typeof LicenceGuard>['stand']
  may: { archive: boolean; download: boolean }
  /** The dialog that has it archived: made anew each time that it opens. */
  children: (onClose: () => void) => ReactNode
}

/** The two ways to keep what a camera recorded around an event or alarm: as an archive of the organization, and as a file. Each for who may. */
export function KeepClip({ subject, downloads, licence, may, children }: KeepClipProps) {
  const { t } = useLingui()
  const [open, setOpen] = useState<'archive' | 'download'>()
  const close = () => setOpen(undefined)
  const offlineReason = downloads.isReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }
  return (
    <>
      {may.archive && (
        <OnlineButton
          variant="default"
          offlineReason={offlineReason}
          leftSection={<IconArchive {...icon} />}
          onClick={() => setOpen('archive')}
        >
          <Trans>Archive</Trans>
        </OnlineButton>
      )}
      {may.download && (
        <OnlineButton
          variant="default"
          offlineReason={offlineReason}
          leftSection={<IconMovie {...icon} />}
          onClick={() => setOpen('download')}
        >
          <Trans>Download the clip</Trans>
        </OnlineButton>
      )}
      {open === 'download' && <DownloadClips downloads={downloads} subjects={[subject]} onClose={close} />}
      {open === 'archive' && (
        <LicenceGuard stand={licence} onClose={close}>
          {children(close)}
        </LicenceGuard>
      )}
    </>
  )
}
