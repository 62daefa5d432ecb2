import { useLingui } from '@lingui/react/macro'
import { archiveLimits } from '#contract/archives.ts'
import { nameOf } from '#contract/rules.ts'
import { channelKey } from '#shared/channel-key.ts'
import { timeIn } from '#shared/time/zone.ts'
import { useState } from 'react'
import { useArchiving } from '../../data/records/use-archiving.ts'
import { ArchiveDialog } from '../../ui/archive/archive-dialog.tsx'
import type { Part } from '../../ui/time-line/core/part.ts'
import type { NamedCamera } from './named-camera.ts'
import { markedSpan, partLengths, spanOf } from './part-span.ts'

interface ArchivePartProps {
  cameras: readonly NamedCamera[]
  zone: string
  /** What is marked on the time line. */
  part: Part
  /** Where the playhead stood when it was asked for. */
  atMs: number
  onClose: () => void
}

/** Has a part of the recordings archived, of these cameras together: each becomes an archive, and all of them play side by side. */
export function ArchivePart({ cameras, zone, part, atMs, onClose }: ArchivePartProps) {
  const { t } = useLingui()
  const archiving = useArchiving()
  const [nowMs] = useState(archiving.nowMs)
  const title = nameOf(`${cameras[0]?.name ?? ''} ${timeIn(atMs, zone, 'YYYY-MM-DD HH.mm')}`)
    .trim()
    .slice(0, archiveLimits.titleLength)
  return (
    <ArchiveDialog
      archiving={archiving}
      isTogether
      lengths={markedSpan(part) === undefined ? [] : [{ value: 'marked', label: t`From mark to mark` }]}
      subjects={cameras.map(({ sn, chlIndex, name }) => ({
        key: channelKey(sn, chlIndex),
        sn,
        chlIndex,
        name,
        title,
        zone,
        isChosen: true,
        spanOf: (length) => spanOf(partLengths.find((one) => one === length) ?? '60000', 1, { part, atMs, nowMs }),
      }))}
      onClose={onClose}
    />
  )
}
