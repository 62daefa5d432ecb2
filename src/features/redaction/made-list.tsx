import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { ArchiveVideo } from '#contract/calls/archive/archive.ts'
import type { Redaction } from '#contract/calls/archive/redaction.ts'
import { archiveStatuses } from '#contract/states/archive.ts'
import { useSiteZones } from '../../data/places/use-site-zones.ts'
import { archiveQuery } from '../../data/records/archives.ts'
import { cancelRedaction, deleteRedaction, redactedVideoQuery, redactionsQuery, saveRedaction } from '../../data/records/redactions.ts'
import { savePicture } from '../../lib/save-picture.ts'
import { ClipPlayer } from '../../ui/player/clip-player.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { Question } from '../../ui/form/question.tsx'
import { TroubleLine } from '../../ui/form/trouble.tsx'
import { useAction } from '../../ui/form/use-action.ts'
import { NotThereYet } from '../../ui/page/not-there-yet.tsx'
import { bytesText } from '../../ui/text/bytes-text.ts'
import { errorText } from '../../ui/text/error-text.ts'
import { siteTimeText } from '../../ui/text/site-time.ts'
import { dateTimeText } from '../../ui/text/time-text.ts'
import classes from './redaction.module.css'

const { preparing, processing, success, fail } = archiveStatuses

/** The redacted files of an archive: how far each is, and what can be done with it. */
export function MadeList({ archiveId }: { archiveId: string }) {
  const { t } = useLingui()
  const query = useQuery(redactionsQuery(archiveId))
  const { data: of } = useQuery({ ...archiveQuery(archiveId), meta: { isQuiet: true } })
  const zone = useSiteZones().ofSite(of?.archive.siteId)
  const redactions = query.data?.redactions
  if (redactions === undefined)
    return (
      <NotThereYet
        error={query.error}
        title={<Trans>The redacted files could not be loaded.</Trans>}
        onRetry={() => void query.refetch()}
      />
    )
  if (redactions.length === 0)
    return (
      <p className={classes['hint']}>
        <Trans>None yet. The untouched file stays as it is.</Trans>
      </p>
    )
  return (
    <ul className={classes['areas']} aria-label={t`Redacted files`}>
      {redactions.map((redaction) => (
        <MadeRow key={redaction.redactionId} redaction={redaction} zone={zone} />
      ))}
    </ul>
  )
}

function MadeRow({ redaction, zone }: { redaction: Redaction; zone: string }) {
  const { i18n } = useLingui()
  const [asked, setAsked] = useState<'play' | 'delete'>()
  const { isBusy, trouble, run, refuse } = useAction()
  const { redactionId, status, progress, failCode, areaCount, isSilent, sizeBytes, madeBy, createdAtMs } = redaction
  const isUnfinished = status === preparing || status === processing
  const close = () => setAsked(undefined)
  const when = dateTimeText(createdAtMs, i18n.locale)
  return (
    <li aria-label={when}>
      <div className={classes['line']}>
        <b className="sl-figures">{when}</b>
        <span>{madeBy}</span>
      </div>
      <p className="sl-figures">
        <Plural value={areaCount} one="# area" other="# areas" />
        {isSilent && (
          <>
            {' · '}
            <Trans>without sound</Trans>
          </>
        )}
        {sizeBytes !== null && ` · ${bytesText(sizeBytes, i18n.locale)}`}
      </p>
      <p role="status">
        {status === preparing && <Trans>Waiting for its turn</Trans>}
        {status === processing && <Trans>Being made: {progress}%</Trans>}
        {status === fail && failCode !== null && errorText({ code: failCode })}
        {status === archiveStatuses.cancelled && <Trans>Cancelled</Trans>}
      </p>
      <div className={classes['line']}>
        {status === success && (
          <>
            <Button size="compact-xs" variant="default" onClick={() => setAsked('play')}>
              <Trans>Play</Trans>
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              loading={isBusy}
              onClick={() => void run(() => saveRedaction(redactionId, (fault) => refuse(errorText(fault))))}
            >
              <Trans>Download</Trans>
            </Button>
          </>
        )}
        {isUnfinished ? (
          <Button size="compact-xs" variant="default" loading={isBusy} onClick={() => void run(() => cancelRedaction(redactionId))}>
            <Trans>Cancel</Trans>
          </Button>
        ) : (
          <Button size="compact-xs" variant="default" onClick={() => setAsked('delete')}>
            <Trans>Delete</Trans>
          </Button>
        )}
      </div>
      <TroubleLine text={trouble} />
      {asked === 'play' && <PlayRedaction redactionId={redactionId} zone={zone} onClose={close} />}
      {asked === 'delete' && (
        <Question
          title={<Trans>Delete this redacted file?</Trans>}
          answer={<Trans>Delete</Trans>}
          isDanger
          onAnswer={async () => {
            await deleteRedaction(redactionId)
            close()
          }}
          onClose={close}
        >
          <p>
            <Trans>The archive itself stays.</Trans>
          </p>
        </Question>
      )}
    </li>
  )
}

function PlayRedaction({ redactionId, zone, onClose }: { redactionId: string; zone: string; onClose: () => void }) {
  const query = useQuery(redactedVideoQuery(redactionId))
  const { refetch } = query
  const renew = useCallback(() => void refetch(), [refetch])
  const video = query.data?.videos[0]
  return (
    <Dialog isWide title={<Trans>Redacted file</Trans>} onClose={onClose}>
      {video === undefined ? (
        <NotThereYet error={query.error} title={<Trans>The file could not be loaded.</Trans>} onRetry={() => void query.refetch()} />
      ) : (
        <PlayedFile redactionId={redactionId} video={video} zone={zone} onRefused={renew} />
      )}
    </Dialog>
  )
}

interface PlayedFileProps {
  redactionId: string
  video: ArchiveVideo
  /** Of its site. */
  zone: string
  /** Its link is good no more. */
  onRefused: () => void
}

function PlayedFile({ redactionId, video: { fileName: name, url, startMs, endMs }, zone, onRefused }: PlayedFileProps) {
  const { i18n } = useLingui()
  // A newer link is to the same file.
  const clips = useMemo(() => [{ id: redactionId, name, url, startMs, endMs }], [redactionId, url, name, startMs, endMs])
  return (
    <ClipPlayer
      clips={clips}
      isPlaying
      clockOf={(atMs) => siteTimeText(atMs, i18n.locale, zone)}
      unplayable={<Trans>Download it, and open it in another player.</Trans>}
      onRefused={onRefused}
      onSnapshot={(picture, _clip, atMs) => savePicture(picture, `${name} ${dateTimeText(atMs, i18n.locale, zone)}`)}
    />
  )
}
