import { Plural, Trans, useLingui } from '@lingui/react/macro'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Event } from '#contract/calls/event/event.ts'
import { coreState } from '../../data/core/core.ts'
import { useClipDownloads } from '../../data/records/use-clip-downloads.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { DownloadClips } from '../../ui/downloads/download-clips.tsx'
import { ArchiveChosen } from './archive-chosen.tsx'
import { savePictures, sharePictures } from './event-files.ts'
import { saveChosen } from './save-chosen.ts'
import type { Places } from './use-places.ts'
import type { Selection } from './use-selection.ts'
import classes from './search.module.css'

/** How many events are chosen, and what can be done with all of them. */
export function SelectionBar({ selection, places }: { selection: Selection; places: Places }) {
  const { t } = useLingui()
  const [asked, setAsked] = useState<'archive' | 'share' | 'download'>()
  const downloads = useClipDownloads()
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const events: Event[] = [...selection.chosen.values()]
  const there = events.filter((event) => places.channelOf(event) !== undefined)
  return (
    <div className={classes['chosen']} role="group" aria-label={t`What is chosen`}>
      <span className="sl-figures" role="status">
        <Plural value={events.length} one="# event chosen" other="# events chosen" />
      </span>
      <OnlineButton variant="default" size="compact-md" offlineReason={offlineReason} onClick={() => setAsked('archive')}>
        <Trans>Archive</Trans>
      </OnlineButton>
      <OnlineButton variant="default" size="compact-md" offlineReason={offlineReason} onClick={() => setAsked('share')}>
        <Trans>Share clips</Trans>
      </OnlineButton>
      <OnlineButton variant="default" size="compact-md" offlineReason={offlineReason} onClick={() => setAsked('download')}>
        <Trans>Download clips</Trans>
      </OnlineButton>
      <Button variant="default" size="compact-md" onClick={() => void savePictures(events, places.zoneOf)}>
        <Trans>Save pictures</Trans>
      </Button>
      <Button variant="default" size="compact-md" onClick={() => void sharePictures(events, places.zoneOf)}>
        <Trans>Share pictures</Trans>
      </Button>
      <Button variant="default" size="compact-md" onClick={() => saveChosen(events, places.zoneOf)}>
        <Trans>Save as a list (csv)</Trans>
      </Button>
      <IconButton label={t`Choose none`} hotkey="Esc" onClick={selection.clear}>
        <IconX size={16} stroke={1.5} aria-hidden />
      </IconButton>
      {asked === 'download' ? (
        <DownloadClips
          downloads={downloads}
          subjects={there.map((event) => ({ seen: event, zone: places.zoneOf(event) }))}
          isFewer={there.length < events.length}
          onClose={() => setAsked(undefined)}
        />
      ) : (
        asked && <ArchiveChosen events={events} places={places} isSharing={asked === 'share'} onClose={() => setAsked(undefined)} />
      )}
    </div>
  )
}
