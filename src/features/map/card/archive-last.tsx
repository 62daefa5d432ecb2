import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { archiveLimits } from '#contract/archives.ts'
import type { Channel } from '#contract/calls/device/channel.ts'
import { nameOf } from '#contract/rules.ts'
import { channelKey } from '#shared/channel-key.ts'
import { timeIn } from '#shared/time/zone.ts'
import { coreState } from '../../../data/core/core.ts'
import { useLicenceGuard } from '../../../data/organization/use-licence-guard.ts'
import { useMayArchive } from '../../../data/records/may-archive.ts'
import { useArchiving } from '../../../data/records/use-archiving.ts'
import { ArchiveDialog } from '../../../ui/archive/archive-dialog.tsx'
import { spanUntil } from '../../../ui/archive/span-around.ts'
import { OnlineButton } from '../../../ui/controls/online-button.tsx'
import { LicenceGuard } from '../../../ui/licence/licence-guard.tsx'

/** Asks for what a guard has just seen a camera show to be kept. Nothing for who may not. */
export function ArchiveLastButton({ channel, onAsk }: { channel: Channel; onAsk: () => void }) {
  const { t } = useLingui()
  const mayArchive = useMayArchive(channel)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  if (!mayArchive) return null
  return (
    <OnlineButton variant="default" size="compact-md" offlineReason={offlineReason} onClick={onAsk}>
      <Trans>Archive the last minute…</Trans>
    </OnlineButton>
  )
}

interface ArchiveLastProps {
  channel: Channel
  /** Of its site. */
  zone: string
  onClose: () => void
}

/** Has the last minute of a camera archived, or as much before it as is wanted. */
export function ArchiveLast(props: ArchiveLastProps) {
  const licence = useLicenceGuard()
  return (
    <LicenceGuard stand={licence} onClose={props.onClose}>
      <LastClip {...props} />
    </LicenceGuard>
  )
}

function LastClip({ channel: { sn, chlIndex, channelName }, zone, onClose }: ArchiveLastProps) {
  const { t } = useLingui()
  const archiving = useArchiving()
  // While one types it stays the minute that was seen.
  const [nowMs] = useState(archiving.nowMs)
  const when = timeIn(nowMs, zone, 'YYYY-MM-DD HH.mm.ss')
  return (
    <ArchiveDialog
      archiving={archiving}
      isTogether
      lengthLabel={t`Length, up to now`}
      subjects={[
        {
          key: channelKey(sn, chlIndex),
          sn,
          chlIndex,
          name: channelName,
          title: `${nameOf(channelName).slice(0, archiveLimits.titleLength - when.length - 1)} ${when}`,
          zone,
          isChosen: true,
          spanOf: (length) => spanUntil(nowMs, Number(length)),
        },
      ]}
      onClose={onClose}
    />
  )
}
