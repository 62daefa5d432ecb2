import { Trans, useLingui } from '@lingui/react/macro'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import IconArrowLeft from '@tabler/icons-react/dist/esm/icons/IconArrowLeft.mjs'
import { useCallback, useMemo } from 'react'
import type { Archive } from '#contract/calls/archive/archive.ts'
import { codeOf } from '#contract/errors.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { timeIn } from '#shared/time/zone.ts'
import { CallError } from '../../data/core/call-error.ts'
import { archiveQuery, archiveVideosQuery, renewArchiveLink } from '../../data/records/archives.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { useEventsOf } from '../../data/records/use-events-of.ts'
import { useAnswerAge } from '../../data/query/answer-age.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { ArchiveState } from '../../ui/archive/archive-status.tsx'
import { ClipPlayer, type Clip } from '../../ui/player/clip-player.tsx'
import { Facts } from '../../ui/controls/facts.tsx'
import { chaptersOf } from '../../ui/event/chapters.ts'
import { AsOf } from '../../ui/notice/as-of.tsx'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { Page } from '../../ui/page/page.tsx'
import settings from '../../ui/page/settings.module.css'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { siteTimeText, zoneMark } from '../../ui/text/site-time.ts'
import { dateTimeText, durationText } from '../../ui/text/time-text.ts'
import { Mantine } from '../../ui/theme/mantine.tsx'
import { ArchiveActions } from './archive-actions.tsx'
import { downloadAll } from './download-all.ts'
import { ArchiveProof } from './archive-proof.tsx'
import { RedactedFiles } from './redacted-files.tsx'
import classes from './archive-page.module.css'

const MISSING = codeOf('archive-missing')

/** One archive: its pictures, those of the cameras that were archived with it beside them, and all that is known of it. */
export function ArchivePage() {
  const { id } = useParams({ from: '/_home/archives-details/$id' })
  const query = archiveQuery(id)
  const { data: known, error, refetch } = useQuery(query)
  // Deleted meanwhile: what was known of it is not true any more.
  const data = error instanceof CallError && error.code === MISSING ? undefined : known
  const age = useAnswerAge(query.queryKey)
  return (
    <Mantine>
      <Page back={<BackToArchives />} title={data?.archive.title ?? <Trans>Archive</Trans>} filters={<AsOf timeMs={age} />}>
        {data === undefined ? (
          <NotThereYet error={error} title={<Trans>The archive could not be loaded.</Trans>} onRetry={() => void refetch()} />
        ) : (
          <div className={classes['page']}>
            <Pictures key={id} archive={data.archive} group={data.group} />
            <section className={classes['side']}>
              <ArchiveActions archive={data.archive} />
              <ArchiveFactList archive={data.archive} />
              {data.group.length > 1 && <Group archive={data.archive} group={data.group} />}
            </section>
          </div>
        )}
      </Page>
    </Mantine>
  )
}

function BackToArchives() {
  const { t } = useLingui()
  const label = t`Back to the archives`
  return (
    <Link to="/archives" className={settings['back']} aria-label={label} data-tip={label}>
      <IconArrowLeft size={18} stroke={1.5} aria-hidden />
    </Link>
  )
}

function Pictures({ archive, group }: { archive: Archive; group: readonly Archive[] }) {
  const { i18n } = useLingui()
  const made = useMemo(() => group.filter(({ status }) => status === archiveStatuses.success), [group])
  const zone = useSiteZones().ofSite(archive.siteId)
  const events = useEventsOf(archive, archive.startMs, archive.endMs)
  const chapters = useMemo(() => chaptersOf(events, zone, i18n), [events, zone, i18n])
  const clips = useQueries({
    queries: made.map(({ archiveId }) => archiveVideosQuery(archiveId)),
    combine: useCallback(
      (answers: { data?: { videos: { url: string; startMs: number; endMs: number }[] } | undefined }[]) =>
        answers.flatMap(({ data }, index): Clip[] => {
          const [video, of] = [data?.videos[0], made[index]]
          return video && of ? [{ id: of.archiveId, name: of.cameraName, url: video.url, startMs: video.startMs, endMs: video.endMs }] : []
        }),
      [made],
    ),
  })
  // Links are asked for once, and again only when they have run out: what plays stays what it is.
  const key = clips.map(({ url }) => url).join(' ')
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the same files in another array are the same
  const kept = useMemo(() => clips, [key])
  if (archive.status !== archiveStatuses.success)
    return (
      <div className={classes['unmade']} role="status">
        <ArchiveState archive={archive} />
      </div>
    )
  if (kept.length === 0) return <div className={classes['unmade']} aria-busy />
  return (
    <ClipPlayer
      clips={kept}
      chapters={chapters}
      clockOf={(atMs) => timeIn(atMs, zone, 'YYYY-MM-DD HH:mm:ss.SSS') + zoneMark(atMs, i18n.locale, zone)}
      unplayable={
        <button type="button" className={classes['link']} onClick={() => void downloadAll(made)}>
          <Trans>Download it, and open it in another player.</Trans>
        </button>
      }
      onRefused={renewArchiveLink}
      onSnapshot={(picture, clip, atMs) => savePicture(picture, `${clip.name} ${dateTimeText(atMs, i18n.locale, zone)}`)}
    />
  )
}

function ArchiveFactList({ archive }: { archive: Archive }) {
  const { i18n } = useLingui()
  const zone = useSiteZones().ofSite(archive.siteId)
  const { siteName, cameraName, startMs, durationMs, sizeBytes, archivedBy, createdAtMs, caseNumber, tags, notes, restId } = archive
  return (
    <>
      <Facts
        facts={[
          { name: <Trans>Case number</Trans>, value: caseNumber || undefined },
          { name: <Trans>Tags</Trans>, value: tags.length === 0 ? undefined : tags.join(', ') },
          { name: <Trans>Camera</Trans>, value: cameraName },
          { name: <Trans>Site</Trans>, value: siteName },
          { name: <Trans>Recorded</Trans>, value: siteTimeText(startMs, i18n.locale, zone), isFigures: true },
          { name: <Trans>Length</Trans>, value: durationText(durationMs, i18n.locale), isFigures: true },
          { name: <Trans>Size</Trans>, value: sizeBytes === null ? undefined : bytesText(sizeBytes, i18n.locale), isFigures: true },
          { name: <Trans>Archived by</Trans>, value: archivedBy },
          { name: <Trans>Archived</Trans>, value: dateTimeText(createdAtMs, i18n.locale), isFigures: true },
          { name: <Trans>State</Trans>, value: <ArchiveState archive={archive} isWhyElsewhere /> },
        ]}
      />
      {archive.status === archiveStatuses.success && <ArchiveProof archive={archive} zone={zone} />}
      <RedactedFiles archiveId={archive.archiveId} />
      {notes !== '' && <p className={classes['notes']}>{notes}</p>}
      {restId !== null && (
        <Link to="/archives-details/$id" params={{ id: restId }}>
          <Trans>It goes on in another file, since the camera changed its pictures.</Trans>
        </Link>
      )}
    </>
  )
}

function Group({ archive, group }: { archive: Archive; group: readonly Archive[] }) {
  const { t } = useLingui()
  return (
    <nav className={classes['group']} aria-label={t`Archived together`}>
      <h2>
        <Trans>Archived together</Trans>
      </h2>
      <ul>
        {group.map((one) => (
          <li key={one.archiveId}>
            <Link
              to="/archives-details/$id"
              params={{ id: one.archiveId }}
              aria-current={one.archiveId === archive.archiveId ? 'page' : undefined}
            >
              {one.cameraName}
            </Link>
            <ArchiveState archive={one} />
          </li>
        ))}
      </ul>
    </nav>
  )
}
