import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import IconBlur from '@tabler/icons-react/dist/esm/icons/IconBlur.mjs'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs'
import IconShare from '@tabler/icons-react/dist/esm/icons/IconShare.mjs'
import IconShieldCheck from '@tabler/icons-react/dist/esm/icons/IconShieldCheck.mjs'
import IconTrash from '@tabler/icons-react/dist/esm/icons/IconTrash.mjs'
import { lazy, Suspense, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { archiveStatuses, deletableArchives } from '#contract/states/archive.ts'
import { coreState } from '../../data/core/core.ts'
import { cancelArchive, retryArchive } from '../../data/records/archives.ts'
import { Button } from '../../ui/controls/button.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { PlaybackLink } from '../../ui/page/playback-link.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { DeleteArchives } from './delete-archives.tsx'
import { downloadBundle } from './download-bundle.ts'
import { downloadAll } from './download-all.ts'
import { EditArchive } from './edit-archive.tsx'
import classes from './archive-page.module.css'

const ShareArchive = lazy(() => import('./share/share-archive.tsx').then(({ ShareArchive }) => ({ default: ShareArchive })))

const { preparing, processing, success, fail, cancelled } = archiveStatuses
const icon = { size: 16, stroke: 1.5, 'aria-hidden': true }

type Asked = 'edit' | 'delete' | 'share'

/** What can be done with one archive. */
export function ArchiveActions({ archive }: { archive: Archive }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked>()
  const { isBusy, trouble, run, refuse } = useAction()
  const bundle = () => downloadBundle(archive, (fault) => refuse(errorText(fault)))
  const offlineReason = useSnapshot(coreState).isServiceReachable ? undefined : t`Only with the service. It cannot be reached now.`
  const { archiveId, status, sn, chlIndex, startMs } = archive
  const button = { variant: 'default', offlineReason } as const
  const close = () => setAsked(undefined)
  return (
    <>
      <div className={classes['actions']}>
        {status === success && (
          <>
            <OnlineButton {...button} leftSection={<IconShare {...icon} />} onClick={() => setAsked('share')}>
              <Trans>Share</Trans>
            </OnlineButton>
            <Button
              variant="default"
              leftSection={<IconBlur {...icon} />}
              onClick={() => void navigate({ to: '/archives-redact/$archiveId', params: { archiveId } })}
            >
              <Trans>Redact</Trans>
            </Button>
            <OnlineButton {...button} leftSection={<IconDownload {...icon} />} onClick={() => void downloadAll([archive])}>
              <Trans>Download</Trans>
            </OnlineButton>
            <OnlineButton {...button} leftSection={<IconShieldCheck {...icon} />} onClick={() => void run(bundle)}>
              <Trans>Download with proof</Trans>
            </OnlineButton>
          </>
        )}
        {(status === preparing || status === processing) && (
          <OnlineButton {...button} loading={isBusy} onClick={() => void run(() => cancelArchive(archiveId))}>
            <Trans>Cancel</Trans>
          </OnlineButton>
        )}
        {(status === fail || status === cancelled) && (
          <OnlineButton {...button} loading={isBusy} onClick={() => void run(() => retryArchive(archiveId))}>
            <Trans>Try again</Trans>
          </OnlineButton>
        )}
        <PlaybackLink camera={{ sn, chlIndex }} atMs={startMs} />
        <OnlineButton {...button} leftSection={<IconPencil {...icon} />} onClick={() => setAsked('edit')}>
          <Trans>Edit</Trans>
        </OnlineButton>
        {deletableArchives.includes(status) && (
          <OnlineButton {...button} leftSection={<IconTrash {...icon} />} onClick={() => setAsked('delete')}>
            <Trans>Delete</Trans>
          </OnlineButton>
        )}
      </div>
      <TroubleLine text={trouble} />
      {asked === 'edit' && <EditArchive archive={archive} onClose={close} />}
      {asked === 'delete' && (
        <DeleteArchives
          archives={[archive]}
          offlineReason={offlineReason}
          onDeleted={() => void navigate({ to: '/archives' })}
          onClose={close}
        />
      )}
      <Suspense>{asked === 'share' && <ShareArchive archive={archive} onClose={close} />}</Suspense>
    </>
  )
}
