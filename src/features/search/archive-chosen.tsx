import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Event } from '#contract/calls/event/event.ts'
import { useLicenceGuard } from '../../data/organization/use-licence-guard.ts'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { ArchiveDialog } from '../../ui/archive/archive-dialog.tsx'
import { spanAround } from '../../ui/archive/span-around.ts'
import { clipTitle } from '../../ui/event/clip-title.ts'
import { LicenceGuard } from '../../ui/licence/licence-guard.tsx'
import type { Places } from './use-places.ts'

/** The clips of all people wait in one queue: nobody fills it alone. */
const MOST = 20

interface ArchiveChosenProps {
  events: readonly Event[]
  places: Places
  /** They are to be shared as well. */
  isSharing: boolean
  onClose: () => void
}

/** Has a clip of each event that was chosen archived, and shared if that is wanted. */
export function ArchiveChosen({ events, places, isSharing, onClose }: ArchiveChosenProps) {
  const licence = useLicenceGuard()
  const archiving = useArchiving()
  // What is chosen may change behind the dialog.
  const [subjects] = useState(() =>
    events
      .filter((event) => places.channelOf(event) !== undefined)
      .slice(0, MOST)
      .map((event) => ({
        key: event.eventId,
        sn: event.sn,
        chlIndex: event.chlIndex,
        name: event.sourceName,
        title: clipTitle(event, places.zoneOf(event)),
        zone: places.zoneOf(event),
        isChosen: true,
        spanOf: (length: string) => spanAround(event.atMs, Number(length), archiving.nowMs()),
      })),
  )
  const isFewer = subjects.length < events.length
  return (
    <LicenceGuard stand={licence} onClose={onClose}>
      <ArchiveDialog
        archiving={archiving}
        subjects={subjects}
        isTogether={false}
        isSharing={isSharing}
        note={isFewer && <Trans>No more than {MOST} at once, and only of cameras that are still there.</Trans>}
        onClose={onClose}
      />
    </LicenceGuard>
  )
}
