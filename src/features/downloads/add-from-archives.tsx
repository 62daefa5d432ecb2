import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { creationResults } from '#contract/plugin/download-task.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { downloadArchive, madeArchivesQuery } from '../../data/records/downloads.ts'
import { faultOf } from '../../lib/fault.ts'
import { Button } from '../../ui/controls/button.tsx'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { errorText } from '../../ui/text/error-text.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Notice } from '../../ui/notice/notice.tsx'
import { OnlineButton } from '../../ui/controls/online-button.tsx'
import { pluginErrorText } from '../../ui/text/plugin-error-text.ts'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { countdownText } from '../../ui/text/time-text.ts'
import { ServiceMissing } from './plugin-missing.tsx'
import { useReasons } from './use-plugin.ts'
import classes from './downloads.module.css'

/** The last archives, each to be downloaded by the plugin, or by the browser where there is none. */
export function AddFromArchives({ onBack }: { onBack: () => void }) {
  const { t } = useLingui()
  const query = useQuery(madeArchivesQuery)
  const age = useAnswerAge(madeArchivesQuery.queryKey)
  const { noPlugin, noService } = useReasons()
  const [said, setSaid] = useState<string>()
  const archives = query.data?.archives
  const zones = useSiteZones()

  async function download(archive: Archive) {
    setSaid(undefined)
    const fault = await faultOf(give(archive))
    if (fault) setSaid(noPlugin === undefined ? pluginErrorText(fault) : errorText(fault))
  }
  async function give(archive: Archive) {
    const { title } = archive
    const result = await downloadArchive(archive)
    if (result === creationResults.created) setSaid(t`“${title}” is being downloaded.`)
    else if (result === creationResults.duplicate) setSaid(t`“${title}” is in the list already.`)
    else if (noPlugin === undefined)
      setSaid(t`“${title}” could not be downloaded. Look whether the plugin may write into its folder, and remove old downloads.`)
    else setSaid(t`“${title}” could not be downloaded. Remove old downloads from the list first.`)
  }

  return (
    <div className={classes['body']}>
      <div className={classes['bar']}>
        <Button size="sm" variant="default" onClick={onBack}>
          <Trans>Show the downloads</Trans>
        </Button>
        <AsOf timeMs={age} />
        <p className={classes['said']} role="status">
          {said}
        </p>
      </div>
      <ServiceMissing />
      {archives === undefined && (
        <NotThereYet error={query.error} title={<Trans>The archives could not be loaded.</Trans>} onRetry={() => void query.refetch()} />
      )}
      {archives?.length === 0 && (
        <Notice drawing="camera" title={<Trans>There are no archives yet.</Trans>}>
          <Trans>An archive is a clip of a camera that the service keeps. Once one is made it can be downloaded here.</Trans>
        </Notice>
      )}
      {archives !== undefined && archives.length > 0 && (
        <ul className={classes['list']} aria-label={t`Archives`}>
          {archives.map((archive) => (
            <ArchiveRow
              key={archive.archiveId}
              archive={archive}
              zone={zones.ofSite(archive.siteId)}
              reason={noService}
              onDownload={() => void download(archive)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ArchiveRowProps {
  archive: Archive
  /** Of its site. */
  zone: string
  reason: string | undefined
  onDownload: () => void
}

function ArchiveRow({ archive, zone, reason, onDownload }: ArchiveRowProps) {
  const { i18n } = useLingui()
  const { noPlugin } = useReasons()
  const { title, cameraName, startMs, endMs, sizeBytes, restId } = archive
  const told = [cameraName, siteTimeText(startMs, i18n.locale, zone), countdownText(endMs - startMs)]
  if (sizeBytes !== null) told.push(bytesText(sizeBytes, i18n.locale))
  return (
    <li className={classes['item']} aria-label={title}>
      <div className={classes['what']}>
        <h3>{title}</h3>
        <p className="sl-figures">{told.join(' · ')}</p>
        {restId !== null && (
          <p>
            <Trans>It ends where the camera changed its picture or its sound. The rest is the archive with the next number.</Trans>
          </p>
        )}
      </div>
      <div className={classes['buttons']}>
        <OnlineButton size="xs" variant="default" offlineReason={reason} onClick={onDownload}>
          {noPlugin === undefined ? <Trans>Download</Trans> : <Trans>Download in the browser</Trans>}
        </OnlineButton>
      </div>
    </li>
  )
}
