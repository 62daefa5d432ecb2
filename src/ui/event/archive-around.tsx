import { useLingui } from '@lingui/react/macro'
import type { Channel } from '#contract/calls/device/channel.ts'
import { channelKey } from '#shared/channel-key.ts'
import { ArchiveDialog } from '../archive/archive-dialog.tsx'
import type { Archiving } from '../archive/archiving.ts'
import { spanAround } from '../archive/span-around.ts'
import { clipTitle, type TitledEvent } from './clip-title.ts'

interface ArchiveAroundProps {
  archiving: Archiving
  /** What happened, and when. */
  seen: TitledEvent
  /** The one that saw it, then those that may be archived with it. */
  cameras: readonly Channel[]
  zone: string
  onClose: () => void
}

/** Has what a camera recorded around an event or alarm archived, together with other cameras of its site if somebody wants them. */
export function ArchiveAround({ archiving, seen, cameras, zone, onClose }: ArchiveAroundProps) {
  const { t } = useLingui()
  const title = clipTitle(seen, zone)
  return (
    <ArchiveDialog
      archiving={archiving}
      isTogether
      lengthLabel={t`Length, with the event in its middle`}
      subjects={cameras.map(({ sn, chlIndex, channelName }, index) => ({
        key: channelKey(sn, chlIndex),
        sn,
        chlIndex,
        name: channelName,
        title,
        zone,
        isChosen: index === 0,
        spanOf: (length) => spanAround(seen.atMs, Number(length), archiving.nowMs()),
      }))}
      onClose={onClose}
    />
  )
}
