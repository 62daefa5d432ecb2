import { Trans, useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveLimits } from '#contract/archives.ts'
import { archiveStatuses, deletableArchives, sharableArchives } from '#contract/states/archive.ts'
import { coreState } from '../../data/core/core.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { DeleteArchives } from './delete-archives.tsx'
import { downloadAll } from './download-all.ts'
import classes from './archives.module.css'

const ShareArchive = lazy(() => import('./share/share-archive.tsx').then(({ ShareArchive }) => ({ default: ShareArchive })))

/** What can be done with the archives that are chosen. */
export function ChosenBar({ archives, onClear }: { archives: readonly Archive[]; onClear: () => void }) {
  const { t, i18n } = useLingui()
  const [isDeleting, setDeleting] = useState(false)
  const [isSharing, setSharing] = useState(false)
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const count = archives.length
  const made = archives.filter(({ status }) => status === archiveStatuses.success)
  const [first, ...more] = archives.filter(({ status }) => sharableArchives.includes(status))
  const most = i18n.number(archiveLimits.sharedTogether)
  const shareReason = more.length < archiveLimits.sharedTogether ? offlineReason : t`One link shows ${most} archives at most.`
  const deletable = archives.filter(({ status }) => deletableArchives.includes(status))
  return (
    <div className={classes['bar']} role="group" aria-label={t`What is chosen`}>
      <span role="status">
        <Trans>{count} chosen</Trans>
      </span>
      <OnlineButton variant="default" offlineReason={offlineReason} disabled={made.length === 0} onClick={() => void downloadAll(made)}>
        <Trans>Download</Trans>
      </OnlineButton>
      <OnlineButton variant="default" offlineReason={shareReason} disabled={first === undefined} onClick={() => setSharing(true)}>
        <Trans>Share</Trans>
      </OnlineButton>
      <OnlineButton variant="default" offlineReason={offlineReason} disabled={deletable.length === 0} onClick={() => setDeleting(true)}>
        <Trans>Delete</Trans>
      </OnlineButton>
      <Button variant="subtle" onClick={onClear}>
        <Trans>Clear the choice</Trans>
      </Button>
      <Suspense>{isSharing && first && <ShareArchive archive={first} more={more} onClose={() => setSharing(false)} />}</Suspense>
      {isDeleting && (
        <DeleteArchives archives={deletable} offlineReason={offlineReason} onDeleted={onClear} onClose={() => setDeleting(false)} />
      )}
    </div>
  )
}
